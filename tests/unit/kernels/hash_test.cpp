/// Hashes tell words, orders and names apart, and see through NaN's many patterns only.
#include "kernels/hash.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <set>

namespace {

namespace kernels = starling::kernels;

TEST(Hash, TellsWordsAndOrdersApart) {
  std::set<std::uint64_t> seen;
  for (std::uint32_t a = 0; a < 200; ++a) {
    for (std::uint32_t b = 0; b < 200; ++b) {
      seen.insert(kernels::hash_bits(kernels::hash_bits(0, a), b));
    }
  }
  EXPECT_EQ(seen.size(), 200u * 200u);
}

TEST(Hash, FlipsHalfOfItsBitsWhereOneBitOfTheWordFlips) {
  int flipped = 0;
  for (std::uint32_t word = 0; word < 1000; ++word) {
    for (int bit = 0; bit < 32; ++bit) {
      flipped +=
          std::popcount(kernels::hash_bits(9, word) ^ kernels::hash_bits(9, word ^ 1u << bit));
    }
  }
  EXPECT_NEAR(flipped / 32'000.0, 32, 0.2);
}

TEST(Hash, JoinsInAnyOrder) {
  const std::uint64_t a = kernels::hash_bits(1, 10);
  const std::uint64_t b = kernels::hash_bits(2, 20);
  EXPECT_EQ(kernels::hash_join(a, b), kernels::hash_join(b, a));
  EXPECT_EQ(kernels::hash_join(a, 0), a);
}

TEST(CanonicalBits, AreOneForEveryNanAndTheOwnOfAllElse) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(kernels::canonical_bits(nan), kernels::canonical_bits(-nan));
  EXPECT_EQ(kernels::canonical_bits(std::bit_cast<float>(0x7fffffffu)), 0x7fc00000u);
  EXPECT_EQ(kernels::canonical_bits(0.0f), 0u);
  EXPECT_EQ(kernels::canonical_bits(-0.0f), 0x80000000u);
  EXPECT_EQ(kernels::canonical_bits(1.5f), std::bit_cast<std::uint32_t>(1.5f));
}

TEST(Names, HashAtCompileTimeAndDiffer) {
  static_assert(kernels::hash_name("swing") != kernels::hash_name("judge"));
  static_assert(kernels::hash_name("ab") != kernels::hash_name("ba"));
  EXPECT_NE(kernels::hash_name(""), kernels::hash_name("a"));
}

}  // namespace
