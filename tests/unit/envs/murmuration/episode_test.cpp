/// What an episode of a flock comes to: births and catches, its two ends, what hawks earn and see.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "envs/murmuration/components.hpp"
#include "tests/support/birds_seen.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

namespace flock = envs::murmuration;

class FlockOn : public DeviceTest {
 protected:
  static Settings settings(int birds, int hawks, std::int64_t worlds, Actions actions) {
    Settings settings = settings_of("murmuration", worlds);
    settings.options = {{"birds", std::to_string(birds)}, {"hawks", std::to_string(hawks)}};
    settings.actions = actions;
    return settings;
  }
  static std::uint32_t birds_in(Simulator& simulator, std::int64_t world) {
    return scalar_of<std::uint32_t>(simulator, world, "world.BirdPopulation.rows");
  }
};

float sum_of_rewards(Simulator& simulator) {
  float sum = 0.0F;
  for (const Reward reward : read_newest<Reward>(simulator, "reward"))
    sum += reward.value;
  return sum;
}

/// Every change of a flock is a catch, for which a hawk is paid, or a birth.
TEST_P(FlockOn, BirdsAreBornAndCaughtByTheThousand) {
  const std::int64_t worlds = scaled(40, 4);
  Simulator simulator(settings(256, 2, worlds, Actions::Random));
  const int steps = scaled(200, 20);
  float catches = 0.0F;
  for (int step = 0; step < steps; ++step) {
    simulator.step();
    catches += sum_of_rewards(simulator);
  }
  std::int64_t living = 0;
  for (std::int64_t world = 0; world < worlds; ++world)
    living += birds_in(simulator, world);
  const auto births = static_cast<float>(living - 256 * worlds) + catches;
  EXPECT_GT(catches, static_cast<float>(scaled(500, 5)));
  EXPECT_GT(births, static_cast<float>(scaled(500, 5)));
  // each bird has a chance of 0.002 in each step
  const float expected = 0.002F * 256.0F * static_cast<float>(worlds * steps);
  EXPECT_NEAR(births, expected, 0.25F * expected);
  EXPECT_TRUE(simulator.errors().empty());
}

TEST_P(FlockOn, EpisodesLastSixHundredSteps) {
  Simulator simulator(settings(64, 1, 3, Actions::Random));
  for (int step = 1; step <= 600; ++step) {
    simulator.step();
    for (const Ending ending : read_newest<Ending>(simulator, "ending")) {
      ASSERT_EQ(ending.truncated, step == 600) << step;
      ASSERT_FALSE(ending.terminated) << step;
    }
  }
  for (std::int64_t world = 0; world < 3; ++world)
    EXPECT_EQ(birds_in(simulator, world), 64u);
  EXPECT_EQ(simulator.tally().episodes, 3);
}

TEST_P(FlockOn, NoBirdIsBornBeyondTwiceTheStart) {
  Simulator simulator(settings(64, 1, 4, Actions::Tensor));  // hawks that fly in circles
  std::uint32_t most = 0;
  for (int step = 0; step < 590; ++step) {
    simulator.step();
    if (step % 10 == 0) {
      for (std::int64_t world = 0; world < 4; ++world)
        most = std::max(most, birds_in(simulator, world));
    }
  }
  EXPECT_LE(most, 128u);
  EXPECT_TRUE(simulator.errors().empty());
}

/// Steers every hawk at the bird next to it, as fast as it can.
void chase(Simulator& simulator) {
  const auto views = read_newest<BirdsSeen>(simulator, "birds_view");
  std::vector<flock::Action> actions;
  for (const BirdsSeen& view : views) {
    const flock::Seen& prey = view.birds[0];
    const float angle_rad =
        std::atan2(prey.left_m + prey.left_mps * 0.05F, prey.ahead_m + prey.ahead_mps * 0.05F);
    const float turn = std::clamp(std::round(angle_rad / 0.02F), -5.0F, 5.0F);
    const bool is_ahead = std::abs(angle_rad) < 1.0F;
    actions.push_back(
        {static_cast<std::uint8_t>(turn + 5.0F), static_cast<std::uint8_t>(is_ahead ? 4 : 1)});
  }
  write_slot(simulator, "action", 0, actions);
}

TEST_P(FlockOn, AFlockThatDiesOutEndsTheEpisode) {
  Simulator simulator(settings(64, 2, 4, Actions::Tensor));
  std::vector<std::uint32_t> before(4, 64);
  int died_out = 0;
  for (int step = 0; step < 3000 && died_out == 0; ++step) {
    chase(simulator);
    simulator.step();
    const auto endings = read_newest<Ending>(simulator, "ending");
    for (std::size_t world = 0; world < 4; ++world) {
      if (!endings[world].terminated) continue;
      ++died_out;
      EXPECT_EQ(birds_in(simulator, static_cast<std::int64_t>(world)), 64u);
      const auto last = read_newest<flock::Presence>(simulator, "final_presence");
      const auto& tokens = last[2 * world].tokens;
      EXPECT_LT(std::accumulate(tokens.begin() + 1, tokens.end() - 1, 0), 8);
    }
  }
  EXPECT_GT(died_out, 0);
}

INSTANTIATE_TEST_SUITE_P(On, FlockOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
