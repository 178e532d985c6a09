/// On the GPU a warpgroup's products are plain products, wherever their factors lie, and the copy
/// engine's boxes are what the tensor holds.
#include "kernels/warpgroup.hpp"

#include <gtest/gtest.h>

#include "kernels/copy_engine.hpp"
#include "kernels/tensor_map.hpp"
#include "tests/support/box_case.hpp"
#include "tests/support/warpgroup_case.hpp"
#include "tests/unit/kernels/cuda/device.hpp"

namespace {

using starling::kernels::Bfloat16;
using starling::kernels::BoxOrigin;
using starling::kernels::describe_tensor;
using starling::kernels::TensorMap;
using starling::kernels::testing::finish_kernel;
using starling::kernels::testing::has_hopper;
using starling::kernels::testing::ManagedArray;
using starling::tests::BoxCopy;
using starling::tests::BoxProblem;
using starling::tests::FactorAt;
using starling::tests::for_each_warpgroup_case;
using starling::tests::name_of;
using starling::tests::WarpgroupCase;
using starling::tests::WarpgroupProblem;

template <class Case>
__global__ void product_kernel(const Bfloat16* a, const Bfloat16* b, float* sums) {
  extern __shared__ __align__(1024) std::byte shared[];
  if constexpr (starling::kernels::has_warpgroup_products()) Case::run(a, b, sums, shared);
}

struct ExpectRight {
  template <FactorAt a_place, FactorAt b_place, int columns>
  void operator()() const {
    using Case = WarpgroupCase<a_place, b_place, columns>;
    const WarpgroupProblem problem(columns);
    const ManagedArray<Bfloat16> a(problem.a);
    const ManagedArray<Bfloat16> b(problem.b);
    const ManagedArray<float> sums(problem.sums);
    const auto kernel = product_kernel<Case>;
    ASSERT_EQ(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(Case::shared_bytes)),
              cudaSuccess);
    kernel<<<1, 128, Case::shared_bytes>>>(a.span().data(), b.span().data(), sums.span().data());
    finish_kernel();
    problem.expect_right(sums.span().data(), name_of(a_place, b_place, columns));
  }
};

TEST(Warpgroup, ProductsArePlainProducts) {
  if (!has_hopper()) GTEST_SKIP() << "no device of compute capability 9.0, or no build for sm_90a";
  for_each_warpgroup_case(ExpectRight{});
}

__global__ void box_kernel(const __grid_constant__ TensorMap tensor, BoxOrigin origin,
                           const Bfloat16* items, Bfloat16* out) {
  extern __shared__ __align__(1024) std::byte shared[];
  if constexpr (starling::kernels::has_warpgroup_products())
    BoxCopy::run(tensor, origin, items, out, shared);
}

TEST(CopyEngine, CopiesBoxesAsTheyLieInTheTensor) {
  if (!has_hopper()) GTEST_SKIP() << "no device of compute capability 9.0, or no build for sm_90a";
  const BoxProblem problem;
  const ManagedArray<Bfloat16> items(problem.items);
  const auto map = describe_tensor(BoxProblem::tensor(items.span().data()));
  ASSERT_TRUE(map.has_value());
  for (const BoxOrigin& origin : BoxProblem::origins) {
    const ManagedArray<Bfloat16> out(problem.out);
    box_kernel<<<1, BoxCopy::threads, BoxCopy::shared_bytes>>>(*map, origin, items.span().data(),
                                                               out.span().data());
    finish_kernel();
    problem.expect_right(origin, out.span().data());
  }
}

TEST(CopyEngine, TakesNoTensorWithoutRowsOrWithAStrideOfZero) {
  if (!has_hopper()) GTEST_SKIP() << "no device of compute capability 9.0, or no build for sm_90a";
  const BoxProblem problem;
  const ManagedArray<Bfloat16> items(problem.items);
  starling::kernels::BoxedTensor tensor = BoxProblem::tensor(items.span().data());
  tensor.rows = 0;
  EXPECT_FALSE(describe_tensor(tensor).has_value());
  tensor = BoxProblem::tensor(items.span().data());
  tensor.head_stride = 0;
  EXPECT_FALSE(describe_tensor(tensor).has_value());
  tensor.heads = 1;
  EXPECT_TRUE(describe_tensor(tensor).has_value());
}

}  // namespace
