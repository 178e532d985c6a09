/// Choices have the chances that their logits give them, among those that a mask allows.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "systems/policy/choose.hpp"

namespace starling::policy {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

kernels::Random random_of(std::uint32_t world) {
  return {kernels::make_key(1, 2), world, 0, 0, 0};
}

/// mask: not 0 for each that is allowed; empty: all are.
std::vector<double> chances_of(const std::vector<float>& logits,
                               const std::vector<std::uint8_t>& mask = {}) {
  std::vector<double> chances;
  double total = 0.0;
  for (std::size_t index = 0; index < logits.size(); ++index) {
    const bool allowed = mask.empty() || mask[index] != 0;
    chances.push_back(allowed ? std::exp(static_cast<double>(logits[index])) : 0.0);
    total += chances.back();
  }
  for (double& chance : chances)
    chance /= total;
  return chances;
}

/// Draws lie within five standard deviations of what is expected of them, and know their chance.
void expect_chances(const std::vector<float>& logits, const std::vector<double>& chances,
                    const std::uint8_t* mask) {
  constexpr int draws = 200'000;
  const auto count = static_cast<std::int32_t>(logits.size());
  std::vector<int> counts(logits.size());
  for (std::uint32_t world = 0; world < draws; ++world) {
    kernels::Random random = random_of(world);
    const Choice choice = choose_by_chance(logits.data(), count, random, mask);
    const auto index = static_cast<std::size_t>(choice.index);
    ASSERT_LT(index, logits.size());
    ++counts[index];
    ASSERT_NEAR(choice.log_probability, std::log(chances[index]), 2e-6) << index;
  }
  for (std::size_t index = 0; index < logits.size(); ++index) {
    const double expected = draws * chances[index];
    const double deviation = std::sqrt(expected * (1.0 - chances[index]));
    EXPECT_NEAR(counts[index], expected, 5.0 * deviation) << index;
  }
}

bool are_bitwise_alike(const Choice& left, const Choice& right) {
  return std::memcmp(&left, &right, sizeof left) == 0;
}

TEST(Choose, MostLikelyIsTheFirstOfTheHighest) {
  const std::array<float, 5> logits = {0.5F, 2.0F, -1.0F, 2.0F, 1.0F};
  EXPECT_EQ(choose_most_likely(logits.data(), 5).index, 1);
  EXPECT_EQ(choose_most_likely(logits.data(), 1).index, 0);
}

TEST(Choose, KnowsTheLogarithmOfItsChance) {
  const std::vector<float> logits = {0.5F, 2.0F, -1.0F, 80.0F, 79.5F};
  const std::vector<double> chances = chances_of(logits);
  EXPECT_NEAR(choose_most_likely(logits.data(), 5).log_probability, std::log(chances[3]), 1e-6);
  for (std::uint32_t world = 0; world < 50; ++world) {
    kernels::Random random = random_of(world);
    const Choice choice = choose_by_chance(logits.data(), 5, random);
    EXPECT_NEAR(choice.log_probability, std::log(chances[static_cast<std::size_t>(choice.index)]),
                2e-6);
  }
}

TEST(Choose, ByChanceAsOftenAsItsLogitSays) {
  const std::vector<float> logits = {0.0F, 1.0F, -2.0F, 0.3F, minus_infinity, 2.0F};
  expect_chances(logits, chances_of(logits), nullptr);
}

/// What is forbidden has the highest logits of all, first, last and between.
TEST(Choose, NothingThatAMaskForbids) {
  const std::vector<float> logits = {90.0F, 1.0F, -2.0F, 80.0F, 0.3F, minus_infinity, 2.0F, 85.0F};
  const std::vector<std::uint8_t> mask = {0, 1, 255, 0, 2, 1, 128, 0};
  const std::vector<double> chances = chances_of(logits, mask);
  expect_chances(logits, chances, mask.data());
  const Choice greedy = choose_most_likely(logits.data(), 8, mask.data());
  EXPECT_EQ(greedy.index, 6);
  EXPECT_NEAR(greedy.log_probability, std::log(chances[6]), 1e-6);
}

TEST(Choose, TheOneThatAMaskAllows) {
  const std::vector<float> logits = {3.0F, -80.0F, 80.0F, 0.0F};
  for (std::int32_t only = 0; only < 4; ++only) {
    std::vector<std::uint8_t> mask(4);
    mask[static_cast<std::size_t>(only)] = 1;
    kernels::Random random = random_of(7);
    for (const Choice& choice : {choose_most_likely(logits.data(), 4, mask.data()),
                                 choose_by_chance(logits.data(), 4, random, mask.data())}) {
      EXPECT_EQ(choice.index, only);
      EXPECT_EQ(choice.log_probability, 0.0F);
    }
  }
}

/// And takes as many draws.
TEST(Choose, AsWithoutAMaskWhereItAllowsAllOrNone) {
  const std::vector<float> logits = {0.0F, 1.0F, -2.0F, 0.3F, minus_infinity, 2.0F};
  for (const std::uint8_t each : {std::uint8_t{0}, std::uint8_t{1}}) {
    const std::vector<std::uint8_t> mask(logits.size(), each);
    EXPECT_TRUE(are_bitwise_alike(choose_most_likely(logits.data(), 6),
                                  choose_most_likely(logits.data(), 6, mask.data())));
    for (std::uint32_t world = 0; world < 1000; ++world) {
      kernels::Random random = random_of(world);
      kernels::Random other = random_of(world);
      EXPECT_TRUE(are_bitwise_alike(choose_by_chance(logits.data(), 6, random),
                                    choose_by_chance(logits.data(), 6, other, mask.data())));
      EXPECT_EQ(random.bits(), other.bits());
    }
  }
}

TEST(Choose, StaysInRangeWhereLogitsAreNotNumbers) {
  for (const std::vector<float>& logits :
       {std::vector<float>(4, not_a_number), std::vector<float>(4, minus_infinity),
        std::vector<float>{0.0F, not_a_number, 1.0F, 2.0F},
        std::vector<float>{not_a_number, 0.0F, 1.0F, 2.0F},
        std::vector<float>(4, std::numeric_limits<float>::infinity())}) {
    kernels::Random random = random_of(0);
    for (const Choice& choice :
         {choose_most_likely(logits.data(), 4), choose_by_chance(logits.data(), 4, random)}) {
      EXPECT_GE(choice.index, 0);
      EXPECT_LT(choice.index, 4);
    }
    const std::array<std::uint8_t, 4> mask = {0, 1, 1, 0};
    for (const Choice& choice : {choose_most_likely(logits.data(), 4, mask.data()),
                                 choose_by_chance(logits.data(), 4, random, mask.data())}) {
      EXPECT_GE(choice.index, 1);
      EXPECT_LT(choice.index, 3);
    }
  }
}

}  // namespace
}  // namespace starling::policy
