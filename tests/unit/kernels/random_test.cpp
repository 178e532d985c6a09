/// Random numbers are Philox's, depend on nothing but their coordinates, and are spread as claimed.
#include "kernels/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <tuple>

namespace {

namespace kernels = starling::kernels;
using kernels::Random;
using kernels::RandomBlock;
using kernels::RandomKey;

constexpr RandomKey key = kernels::make_key(7, kernels::hash_name("test"));

void expect_block(RandomBlock counter, RandomKey with, RandomBlock wanted) {
  const RandomBlock got = kernels::philox(counter, with);
  EXPECT_EQ(std::tie(got.x, got.y, got.z, got.w), std::tie(wanted.x, wanted.y, wanted.z, wanted.w));
}

/// From kat_vectors of Random123, the authors' library (lines "philox4x32 10").
TEST(Philox, GivesThePublishedAnswers) {
  expect_block({0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  expect_block({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff},
               {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  expect_block({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0},
               {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST(Random, DrawsTheWordsOfSuccessiveBlocks) {
  Random random(key, 3, 4, 5, 0);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const RandomBlock words = kernels::philox({3, 4, 5, block}, key);
    for (const std::uint32_t word : {words.x, words.y, words.z, words.w}) {
      EXPECT_EQ(random.bits(), word);
    }
  }
}

TEST(Random, ContinuesFromAFirstBlockThatIsHandedOver) {
  Random computed({17, 4}, 3, 5, 7, 2);
  Random handed({17, 4}, 3, 5, 7, 2);
  handed.begin_with(computed.first_block());
  for (int draw = 0; draw < 11; ++draw)
    EXPECT_EQ(handed.bits(), computed.bits()) << draw;
}

TEST(Random, CanRunAtCompileTime) {
  constexpr std::uint32_t first = Random(key, 1, 2, 3, 4).bits();
  EXPECT_EQ(Random(key, 1, 2, 3, 4).bits(), first);
}

TEST(Random, DiffersInEveryCoordinate) {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  for (std::uint32_t i = 0; i < 500; ++i) {
    for (Random random : {Random(key, i, 501, 502, 503), Random(key, 501, i, 502, 503),
                          Random(key, 501, 502, i, 503), Random(key, 501, 502, 503, i),
                          Random(kernels::make_key(i, 1), 501, 502, 503, 504),
                          Random(kernels::make_key(1, i + 500), 501, 502, 503, 504)}) {
      const std::uint64_t high = random.bits();
      seen.insert(high << 32 | random.bits());
      ++drawn;
    }
  }
  EXPECT_EQ(seen.size(), drawn);
}

TEST(Keys, OfSmallSeedsAndStreamsAreDistinct) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    for (std::uint64_t stream = 0; stream < 300; ++stream) {
      const RandomKey made = kernels::make_key(seed, stream);
      seen.insert(std::uint64_t{made.high} << 32 | made.low);
    }
  }
  EXPECT_EQ(seen.size(), 300u * 300u);
}

TEST(Uniform, FillsSixtyFourBinsEvenly) {
  constexpr int draws = 1 << 20;
  std::array<int, 64> counts{};
  Random random(key, 0, 0, 0, 0);
  double sum = 0;
  for (int i = 0; i < draws; ++i) {
    const float x = random.uniform();
    ASSERT_GE(x, 0.0f);
    ASSERT_LT(x, 1.0f);
    ++counts[static_cast<std::size_t>(x * 64)];
    sum += x;
  }
  double chi_squared = 0;
  for (const int count : counts) {
    const double excess = count - draws / 64.0;
    chi_squared += excess * excess / (draws / 64.0);
  }
  EXPECT_LT(chi_squared, 112);  // 63 degrees of freedom: one run in 10,000 is above
  EXPECT_NEAR(sum / draws, 0.5, 0.0015);
}

TEST(Uniform, StaysInAnIntervalThatIsGiven) {
  Random random(key, 0, 0, 1, 0);
  for (int i = 0; i < 10'000; ++i) {
    const float x = random.uniform(-0.05f, 0.05f);
    ASSERT_GE(x, -0.05f);
    ASSERT_LE(x, 0.05f);
  }
}

TEST(Below, GivesEachWholeNumberAsOften) {
  constexpr int draws = 600'000;
  std::array<int, 6> counts{};
  Random random(key, 0, 0, 2, 0);
  for (int i = 0; i < draws; ++i)
    ++counts[random.below(6)];
  for (const int count : counts)
    EXPECT_NEAR(count, draws / 6.0, 1500);
  EXPECT_EQ(random.below(1), 0u);
  EXPECT_EQ(random.below(0), 0u);
}

TEST(Normal, HasTheMomentsOfTheNormalDistribution) {
  constexpr int draws = 1 << 20;
  double moments[4] = {};
  Random random(key, 0, 0, 3, 0);
  for (int i = 0; i < draws; ++i) {
    const double x = random.normal();
    ASSERT_LT(std::fabs(x), 5.78);
    double power = 1;
    for (double& moment : moments)
      moment += (power *= x) / draws;
  }
  EXPECT_NEAR(moments[0], 0, 0.005);
  EXPECT_NEAR(moments[1], 1, 0.007);
  EXPECT_NEAR(moments[2], 0, 0.02);
  EXPECT_NEAR(moments[3], 3, 0.05);
}

}  // namespace
