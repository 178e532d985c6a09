#include "systems/policy/cost.hpp"

#include <gtest/gtest.h>

namespace starling::policy {
namespace {

Architecture some_architecture() {
  Architecture shape;
  shape.types = {{"self", 6, 1}, {"other", 5, 4}};
  shape.actions = {5};
  shape.d_model = 32;
  shape.heads = 2;
  shape.layers = 1;
  shape.d_ff = 64;
  return shape;
}

TEST(Cost, OfAllTokensIsCountedByHand) {
  const Cost cost = cost_of(some_architecture());
  const double embedding = (6 + 4 * 5) * 32;
  const double token = 4 * 32 * 32 + 2 * 32 * 64 + 2 * 5 * 32;  // projections, MLP, attention
  const double heads = 32 * (5 + 1);
  EXPECT_EQ(cost.flops, 2 * (embedding + 5 * token + heads));
  EXPECT_EQ(cost.bytes, 4 * (6 + 4 * 5 + 5 + 1));
}

TEST(Cost, LeavesOutTokensThatAreNotThere) {
  const Cost cost = cost_of(some_architecture(), 0.0);
  const double token = 4 * 32 * 32 + 2 * 32 * 64 + 2 * 1 * 32;
  EXPECT_EQ(cost.flops, 2 * (6 * 32 + token + 32 * 6));
  EXPECT_EQ(cost.bytes, 4 * (6 + 5 + 1));
}

}  // namespace
}  // namespace starling::policy
