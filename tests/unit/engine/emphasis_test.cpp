// Tokens are marked by how much attention they get, next to the one that gets the most.
#include "engine/emphasis.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace starling {
namespace {

constexpr std::array<std::uint8_t, 4> presence = {1, 0, 1, 1};

TEST(Emphasis, IsEqualWhereNoPolicyPlays) {
  const Emphasis emphasis({}, presence);
  EXPECT_EQ(emphasis[0], Emphasis::without_policy);
  EXPECT_EQ(emphasis[1], 0.0F);
  EXPECT_EQ(emphasis[3], Emphasis::without_policy);
}

TEST(Emphasis, IsTheShareOfTheMostThatAPresentTokenGets) {
  const std::array<float, 4> attention = {0.1F, 0.5F, 0.4F, 0.0F};
  const Emphasis emphasis({0, attention}, presence);
  EXPECT_FLOAT_EQ(emphasis[0], 0.25F);
  EXPECT_EQ(emphasis[1], 0.0F);
  EXPECT_FLOAT_EQ(emphasis[2], 1.0F);
  EXPECT_EQ(emphasis[3], 0.0F);
}

TEST(Emphasis, TakesNoShareThatIsNone) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const std::array<float, 3> attention = {nan, 0.0F, std::numeric_limits<float>::infinity()};
  const Emphasis emphasis({0, attention}, presence);
  for (std::size_t token = 0; token < 6; ++token)
    EXPECT_EQ(emphasis[token], 0.0F);
  EXPECT_FALSE(emphasis.is_present(4));
}

}  // namespace
}  // namespace starling
