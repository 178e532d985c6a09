/// The matrix product's own source, a block of fibers at a time, against the reference.
#include <gtest/gtest.h>

#include "kernels/matmul_block.hpp"
#include "tests/emulated/matmul_of_fibers.hpp"
#include "tests/support/matmul_case.hpp"

namespace starling::tests {
namespace {

template <class Tile>
void expect_right(const MatmulCase& what, std::uint32_t order = 0) {
  MatmulProblem problem(what);
  run_matmul_of_fibers<Tile>(problem.arguments(), order);
  problem.expect_right(problem.rounded.data(), problem.sums.data());
}

TEST(EmulatedMatmul, OfEveryShapeIsTheReferences) {
  for (const Epilogue epilogue : all_epilogues) {
    for (const std::int64_t inner : {16, 64, 80, 208}) {
      expect_right<kernels::NarrowMatmulTile>({epilogue, 130, inner, 16});
      expect_right<kernels::NarrowMatmulTile>({epilogue, 33, inner, 64});
      expect_right<kernels::WideMatmulTile>({epilogue, 1, inner, 80});
      expect_right<kernels::WideMatmulTile>({epilogue, 130, inner, 144});
    }
  }
}

TEST(EmulatedMatmul, DoesNotDependOnTheOrderOfThreads) {
  for (const std::uint32_t order : {1U, 6U, BlockOfFibers::warp_by_warp}) {
    for (const Epilogue epilogue : all_epilogues)
      expect_right<kernels::WideMatmulTile>({epilogue, 128, 192, 128}, order);
  }
}

TEST(EmulatedMatmul, KeepsRowsApart) {
  for (const Epilogue epilogue : all_epilogues) {
    MatmulProblem problem({epilogue, 40, 96, 64});
    problem.a[96 * 17] = {0x7fc0};
    run_matmul_of_fibers<kernels::NarrowMatmulTile>(problem.arguments(), 0);
    problem.expect_right(problem.rounded.data(), problem.sums.data());
  }
}

}  // namespace
}  // namespace starling::tests
