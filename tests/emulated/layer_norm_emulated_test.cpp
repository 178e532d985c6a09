/// Layer norms of rows by blocks of fibers, against the reference.
#include <gtest/gtest.h>

#include "tests/emulated/layer_norm_of_fibers.hpp"
#include "tests/support/layer_norm_case.hpp"

namespace starling::tests {
namespace {

TEST(EmulatedLayerNorm, OfEveryWidthIsTheReferences) {
  for (const std::int64_t columns : {32, 64, 128, 256}) {
    for (const std::int64_t rows : {1, 8, 21}) {
      LayerNormProblem problem(rows, columns);
      run_layer_norm_of_fibers(problem.arguments(problem.from.data(), problem.to.data()), 0);
      problem.expect_right(problem.to.data());
    }
  }
}

}  // namespace
}  // namespace starling::tests
