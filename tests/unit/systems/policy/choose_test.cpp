/// Choices have the chances that their logits give them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
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

std::vector<double> chances_of(const std::vector<float>& logits) {
  std::vector<double> chances;
  double total = 0.0;
  for (const float logit : logits)
    total += std::exp(static_cast<double>(logit));
  for (const float logit : logits)
    chances.push_back(std::exp(static_cast<double>(logit)) / total);
  return chances;
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

/// Counts lie within five standard deviations of what is expected of them.
TEST(Choose, ByChanceAsOftenAsItsLogitSays) {
  const std::vector<float> logits = {0.0F, 1.0F, -2.0F, 0.3F, minus_infinity, 2.0F};
  const std::vector<double> chances = chances_of(logits);
  constexpr int draws = 200'000;
  std::vector<int> counts(logits.size());
  for (std::uint32_t world = 0; world < draws; ++world) {
    kernels::Random random = random_of(world);
    ++counts[static_cast<std::size_t>(choose_by_chance(logits.data(), 6, random).index)];
  }
  for (std::size_t index = 0; index < logits.size(); ++index) {
    const double expected = draws * chances[index];
    const double deviation = std::sqrt(expected * (1.0 - chances[index]));
    EXPECT_NEAR(counts[index], expected, 5.0 * deviation) << index;
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
  }
}

}  // namespace
}  // namespace starling::policy
