/// One number for thousands of casts: the same from every compiler and at every level of
/// optimisation, and on every machine.
#include <gtest/gtest.h>

#include <cstdint>

#include "tests/support/ray_digest.hpp"

namespace starling::tests {
namespace {

TEST(RayDigest, IsThatOfEveryBuild) {
  std::uint64_t digest = 0;
  for (std::uint32_t index = 0; index < ray_digest_cases; ++index)
    digest = kernels::hash_join(digest, ray_digest(index));
  EXPECT_EQ(digest, expected_ray_digest);
}

}  // namespace
}  // namespace starling::tests
