/// The environment of the README does what the README says.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>

#include "engine/simulator.hpp"
#include "tests/support/drawn_worlds.hpp"

namespace starling::tests {
namespace {

TEST(ReadmeExample, RunsEpisodes) {
  Settings settings;
  settings.environment = "room";
  settings.worlds = 10;
  settings.steps_per_launch = 100;
  settings.actions = Actions::Random;
  Simulator simulator(settings);
  for (int launch = 0; launch < 5; ++launch)
    simulator.step(100);
  EXPECT_GE(simulator.tally().episodes, 20);
  EXPECT_LT(simulator.tally().return_sum, 0);
  EXPECT_TRUE(simulator.errors().empty());
}

TEST(ReadmeExample, IsDrawnAsHighAsItIsWarm) {
  DrawnWorlds worlds({.environment = "room", .worlds = 2});
  const WorldSnapshot snapshot = worlds.snapshot(1);
  const Canvas canvas = worlds.draw(snapshot);
  ASSERT_EQ(canvas.flat_shapes().size(), 1U);
  const int column = worlds.environment.description.column_of("Air", 1);
  float celsius = 0.0F;
  std::memcpy(&celsius, snapshot.column(column).data(), sizeof celsius);
  EXPECT_FLOAT_EQ(2.0F * canvas.flat_shapes().front().a.y, celsius);
  EXPECT_GT(celsius, 0.0F);
}

TEST(ReadmeExample, TakesLessThanSixtyLines) {
  std::ifstream readme(STARLING_README);
  int lines = 0;
  bool in_example = false;
  for (std::string line; std::getline(readme, line);) {
    if (in_example && line == "```") break;
    lines += in_example ? 1 : 0;
    in_example = in_example || line == "```cpp";
  }
  EXPECT_GT(lines, 0);
  EXPECT_LT(lines, 60);
}

}  // namespace
}  // namespace starling::tests
