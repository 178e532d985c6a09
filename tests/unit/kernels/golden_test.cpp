/// The kernels give the same bits on every build: hashes of their results, written down.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "kernels/hash.hpp"
#include "tests/unit/kernels/host_twins.hpp"

namespace {

namespace kernels = starling::kernels;
using kernels::testing::Case;

std::uint64_t hash_of(Case which) {
  std::vector<std::uint32_t> results(1 << 20);
  kernels::testing::evaluate_on_host(which, results);
  std::uint64_t hash = 0;
  for (const std::uint32_t word : results)
    hash = kernels::hash_bits(hash, word);
  return hash;
}

TEST(Golden, ResultsHaveTheSameBitsOnEveryBuild) {
  EXPECT_EQ(hash_of(Case::sin), 0x5e04934bfbf6f3a4u);
  EXPECT_EQ(hash_of(Case::cos), 0xe7fbc7a6ca7eaeb3u);
  EXPECT_EQ(hash_of(Case::sincos), 0x20e7be2f33589c79u);
  EXPECT_EQ(hash_of(Case::exp), 0x6192e02aba8a7a87u);
  EXPECT_EQ(hash_of(Case::erf), 0x9cfc9f50ba1b7967u);
  EXPECT_EQ(hash_of(Case::log), 0x25cb068751ee7436u);
  EXPECT_EQ(hash_of(Case::atan2), 0xe09f87e7f0448466u);
  EXPECT_EQ(hash_of(Case::arithmetic), 0x89427011bcde61a8u);
  EXPECT_EQ(hash_of(Case::rounding), 0xf24c56cca47ab4fdu);
  EXPECT_EQ(hash_of(Case::draws), 0xb9e0b3d101175f38u);
  EXPECT_EQ(hash_of(Case::mixed_draws), 0x1f07cdfe127b33f4u);
  EXPECT_EQ(hash_of(Case::vectors), 0x70be79d6caa2233eu);
  EXPECT_EQ(hash_of(Case::quaternions), 0xe4e733ff71ef7a68u);
}

}  // namespace
