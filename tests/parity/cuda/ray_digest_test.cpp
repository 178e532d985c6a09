/// Casts give the CPU's bits on the GPU.
#include <gtest/gtest.h>

#include <cstdint>

#include "kernels/hash.hpp"
#include "kernels/span.hpp"
#include "tests/support/ray_digest.hpp"
#include "tests/unit/kernels/cuda/device.hpp"

namespace {

namespace kernels = starling::kernels;
namespace tests = starling::tests;
using kernels::testing::ManagedArray;

__global__ void digest_on_device(kernels::Span<std::uint64_t> hashes) {
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < hashes.size()) hashes[index] = tests::ray_digest(index);
}

TEST(RayParity, CastsHaveTheSameBits) {
  if (!kernels::testing::has_device()) GTEST_SKIP() << "no CUDA device";
  const ManagedArray<std::uint64_t> hashes(tests::ray_digest_cases);
  digest_on_device<<<(tests::ray_digest_cases + 127) / 128, 128>>>(hashes.span());
  kernels::testing::finish_kernel();
  std::uint64_t digest = 0;
  for (std::uint32_t index = 0; index < tests::ray_digest_cases; ++index) {
    ASSERT_EQ(hashes.span()[index], tests::ray_digest(index)) << "case " << index;
    digest = kernels::hash_join(digest, hashes.span()[index]);
  }
  EXPECT_EQ(digest, tests::expected_ray_digest);
}

}  // namespace
