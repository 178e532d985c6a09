/// Matrix products on the GPU are the reference's, at every shape and epilogue.
#include "kernels/matmul.hpp"

#include <gtest/gtest.h>

#include "kernels/matmul_launch.hpp"
#include "tests/support/matmul_case.hpp"
#include "tests/unit/kernels/cuda/device.hpp"

namespace {

using starling::kernels::Bfloat16;
using starling::kernels::launch_matmul;
using starling::kernels::launch_matmul_in;
using starling::kernels::MatmulArguments;
using starling::kernels::NarrowMatmulTile;
using starling::kernels::WideMatmulTile;
using starling::kernels::testing::finish_kernel;
using starling::kernels::testing::has_device;
using starling::kernels::testing::ManagedArray;
using starling::tests::all_epilogues;
using starling::tests::Epilogue;
using starling::tests::MatmulCase;
using starling::tests::MatmulProblem;

using Launch = void (*)(const MatmulArguments&, void*);

class Matmul : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_device()) GTEST_SKIP() << "no CUDA device";
  }

  static void expect_right(const MatmulProblem& problem, Launch launch = launch_matmul) {
    const ManagedArray<Bfloat16> a(problem.a);
    const ManagedArray<std::byte> panel(problem.panel);
    const ManagedArray<float> bias(problem.bias);
    const ManagedArray<Bfloat16> rounded(problem.rounded);
    const ManagedArray<float> sums(problem.sums);
    launch(problem.arguments(a.span().data(), panel.span().data(), bias.span().data(),
                             rounded.span().data(), sums.span().data()),
           nullptr);
    finish_kernel();
    problem.expect_right(rounded.span().data(), sums.span().data());
  }
  static void expect_right(const MatmulCase& what, Launch launch = launch_matmul) {
    expect_right(MatmulProblem(what), launch);
  }
};

TEST_F(Matmul, OfEveryShapeIsTheReferences) {
  for (const Epilogue epilogue : all_epilogues) {
    for (const std::int64_t inner : {16, 32, 48, 64, 80, 128, 240, 256, 1024}) {
      for (const std::int64_t columns : {16, 32, 64, 80, 128, 144, 272})
        expect_right({epilogue, 131, inner, columns});
    }
  }
}

TEST_F(Matmul, OfAnyNumberOfRowsIsTheReferences) {
  for (const Epilogue epilogue : all_epilogues) {
    for (const std::int64_t rows : {1, 31, 32, 127, 128, 129, 1000, 70'001}) {
      expect_right({epilogue, rows, 32, 32});
      expect_right({epilogue, rows, 32, 96});
    }
  }
}

TEST_F(Matmul, OfManyBlocksIsTheReferences) {
  for (const Epilogue epilogue : all_epilogues)
    expect_right({epilogue, 5000, 256, 768});
}

TEST_F(Matmul, InEitherShapeOfBlockIsTheReferences) {
  for (const Epilogue epilogue : all_epilogues) {
    expect_right({epilogue, 300, 96, 48}, launch_matmul_in<WideMatmulTile>);
    expect_right({epilogue, 300, 96, 208}, launch_matmul_in<NarrowMatmulTile>);
  }
}

TEST_F(Matmul, KeepsRowsApart) {
  for (const Epilogue epilogue : all_epilogues) {
    MatmulProblem problem({epilogue, 300, 96, 160});
    problem.a[96 * 17] = {0x7fc0};
    problem.a[96 * 290 + 95] = {0x7f80};
    problem.a[96 * 290 + 94] = {0x7f80};
    expect_right(problem);
  }
}

/// Pointers that would fault if anything read them.
TEST_F(Matmul, OfNoRowsDoesNothing) {
  MatmulArguments arguments{};
  arguments.inner = arguments.columns = 16;
  EXPECT_NO_THROW(launch_matmul(arguments, nullptr));
  EXPECT_NO_THROW(finish_kernel());
}

}  // namespace
