/// No two places of a graph, rows, worlds or steps share their random numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/environments/dice.hpp"
#include "tests/support/scalars.hpp"

namespace starling::tests {
namespace {

class RandomStreamsOn : public DeviceTest {};

/// Draws of one field, of every row of every archetype of some worlds over some steps. All 32 bits
/// are random: about one pair in four billion is equal by chance.
std::vector<std::uint64_t> draws_of(Simulator& simulator, const std::string& field) {
  std::vector<std::uint64_t> draws;
  for (int step = 0; step < 5; ++step) {
    simulator.step();
    for (std::int64_t world = 0; world < 10; ++world) {
      for (const FieldValue& scalar : simulator.inspect(world)) {
        if (scalar.path.ends_with(field)) draws.push_back(scalar.bits);
      }
    }
  }
  return draws;
}

std::size_t count_repeated(std::vector<std::uint64_t> draws) {
  std::sort(draws.begin(), draws.end());
  return draws.size() -
         static_cast<std::size_t>(std::unique(draws.begin(), draws.end()) - draws.begin());
}

// failures.md: Worlds differ from each other.
TEST_P(RandomStreamsOn, DifferInEveryWorldStepAndRow) {
  Simulator simulator(random_settings_of("dice", 10));
  const auto draws = draws_of(simulator, "Rolled.once");
  EXPECT_EQ(draws.size(), 10u * 5u * 5u);
  EXPECT_EQ(count_repeated(draws), 0u);
}

/// Row 0 of one archetype is not row 0 of another.
TEST_P(RandomStreamsOn, DifferInEveryArchetype) {
  Simulator simulator(random_settings_of("dice", 1));
  simulator.step();
  for (std::int64_t row = 0; row < 2; ++row) {
    EXPECT_NE(scalar_of<std::uint32_t>(simulator, 0, "Die.Rolled.once", row),
              scalar_of<std::uint32_t>(simulator, 0, "Coin.Rolled.once", row))
        << "row " << row;
  }
}

TEST_P(RandomStreamsOn, DifferInEverySystemAndDraw) {
  Simulator simulator(random_settings_of("dice", 1));
  simulator.step();
  const auto drawn = [&](const std::string& field) {
    return scalar_of<std::uint32_t>(simulator, 0, "Die.Rolled." + field, 0);
  };
  EXPECT_NE(drawn("once"), drawn("twice"));
  EXPECT_NE(drawn("once"), drawn("other"));
  EXPECT_NE(drawn("twice"), drawn("other"));
  EXPECT_NE(drawn("once"), scalar_of<std::uint32_t>(simulator, 0, "world.Wind.gust"));
}

/// And where the same system stands once more in the graph.
TEST_P(RandomStreamsOn, DifferInEveryTurnOfARepeat) {
  Simulator simulator(random_settings_of("dice", 1));
  simulator.step();
  std::vector<std::uint64_t> draws;
  for (int turn = 0; turn <= dice::turns; ++turn) {
    draws.push_back(
        scalar_of<std::uint32_t>(simulator, 0, "Die.Rolled.each[" + std::to_string(turn) + "]", 0));
  }
  EXPECT_EQ(count_repeated(draws), 0u);
}

TEST_P(RandomStreamsOn, DifferForEveryActionOfARow) {
  Simulator simulator(random_settings_of("dice", 1));
  simulator.step();
  for (std::int64_t row = 0; row < 2; ++row) {
    EXPECT_NE(scalar_of<std::int32_t>(simulator, 0, "Coin.Left.finger", row),
              scalar_of<std::int32_t>(simulator, 0, "Coin.Right.finger", row))
        << "row " << row;
  }
}

INSTANTIATE_TEST_SUITE_P(On, RandomStreamsOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
