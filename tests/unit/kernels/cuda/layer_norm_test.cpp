/// Layer norms on the GPU are the reference's.
#include <gtest/gtest.h>

#include <stdexcept>

#include "kernels/layer_norm_rows.hpp"
#include "tests/support/layer_norm_case.hpp"
#include "tests/unit/kernels/cuda/device.hpp"

namespace {

using starling::kernels::Bfloat16;
using starling::kernels::launch_layer_norm_rows;
using starling::kernels::testing::finish_kernel;
using starling::kernels::testing::has_device;
using starling::kernels::testing::ManagedArray;
using starling::tests::LayerNormProblem;

TEST(LayerNormRows, OfEveryWidthIsTheReferences) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  for (const std::int64_t columns : {32, 64, 128, 256}) {
    for (const std::int64_t rows : {1, 7, 8, 9, 5000}) {
      const LayerNormProblem problem(rows, columns);
      const ManagedArray<float> from(problem.from);
      const ManagedArray<Bfloat16> to(problem.to);
      launch_layer_norm_rows(problem.arguments(from.span().data(), to.span().data()), nullptr);
      finish_kernel();
      problem.expect_right(to.span().data());
    }
  }
}

TEST(LayerNormRows, RefusesOtherWidths) {
  EXPECT_THROW(launch_layer_norm_rows({nullptr, nullptr, 1, 96, 1e-5F}, nullptr),
               std::invalid_argument);
  EXPECT_THROW(launch_layer_norm_rows({nullptr, nullptr, -1, 64, 1e-5F}, nullptr),
               std::invalid_argument);
}

}  // namespace
