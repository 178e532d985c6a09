/// Elementary functions, random numbers, vectors and quaternions give the CPU's bits on the GPU.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/unit/kernels/cuda/device.hpp"
#include "tests/unit/kernels/host_twins.hpp"
#include "tests/unit/kernels/parity_cases.hpp"

namespace {

namespace kernels = starling::kernels;
using kernels::Span;
using kernels::testing::Case;
using kernels::testing::finish_kernel;
using kernels::testing::has_device;
using kernels::testing::ManagedArray;

constexpr std::uint32_t indices = 1u << 23;

template <Case which>
__global__ void evaluate_on_device(Span<std::uint32_t> results) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < results.size()) results[i] = kernels::testing::evaluate<which>(i);
}

template <Case which>
void expect_equal_bits() {
  const ManagedArray<std::uint32_t> results(indices);
  evaluate_on_device<which><<<indices / 256, 256>>>(results.span());
  finish_kernel();
  std::vector<std::uint32_t> wanted(indices);
  kernels::testing::evaluate_on_host(which, wanted);
  std::size_t different = 0;
  for (std::uint32_t i = 0; i < indices; ++i) {
    if (results.span()[i] == wanted[i]) continue;
    if (different++ == 0) {
      ADD_FAILURE() << "index " << i << ", arguments " << kernels::testing::argument_of(i)
                    << " and " << kernels::testing::argument_of(~i) << ": GPU " << std::hex
                    << results.span()[i] << ", CPU " << wanted[i];
    }
  }
  EXPECT_EQ(different, 0u) << "of " << indices;
}

TEST(ElementaryParity, SineAndCosineHaveTheSameBits) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  expect_equal_bits<Case::sin>();
  expect_equal_bits<Case::cos>();
  expect_equal_bits<Case::sincos>();
}

TEST(ElementaryParity, ExponentialAndLogarithmHaveTheSameBits) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  expect_equal_bits<Case::exp>();
  expect_equal_bits<Case::erf>();
  expect_equal_bits<Case::log>();
}

TEST(ElementaryParity, ArcTangentHasTheSameBits) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  expect_equal_bits<Case::atan2>();
}

TEST(ElementaryParity, ArithmeticAndRoundingHaveTheSameBits) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  expect_equal_bits<Case::arithmetic>();
  expect_equal_bits<Case::rounding>();
}

TEST(RandomParity, DrawsHaveTheSameBits) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  expect_equal_bits<Case::draws>();
  expect_equal_bits<Case::mixed_draws>();
}

TEST(VectorParity, VectorsAndQuaternionsHaveTheSameBits) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  expect_equal_bits<Case::vectors>();
  expect_equal_bits<Case::quaternions>();
}

}  // namespace
