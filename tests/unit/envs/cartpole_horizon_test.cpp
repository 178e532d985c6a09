/// CartPole's horizon is 500 steps, exactly, in every episode.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tests/support/cartpole_states.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

using envs::cartpole::horizon_steps;

/// Balances every world for `steps` steps.
void balance(Simulator& simulator, std::uint32_t steps) {
  for (std::uint32_t step = 0; step < steps; ++step) {
    std::vector<Push> pushes;
    for (const auto& seen : read_newest<CartPoleValues>(simulator, "observation")) {
      pushes.push_back(balancing_push(seen));
    }
    write_slot(simulator, "action", 0, pushes);
    simulator.step();
  }
}

class CartPoleHorizon : public DeviceTest {};

// failures.md: The step counter starts at 0; the horizon is exact.
TEST_P(CartPoleHorizon, TruncatesTheFiveHundredthStepAndNoOther) {
  Simulator simulator(settings_of("cartpole", 50));
  for (int episode = 0; episode < 2; ++episode) {
    for (std::uint32_t step = 1; step <= horizon_steps; ++step) {
      balance(simulator, 1);
      for (const Ending& ending : read_newest<Ending>(simulator, "ending")) {
        ASSERT_EQ(ending.truncated, step == horizon_steps) << "step " << step;
        ASSERT_FALSE(ending.terminated) << "step " << step;
      }
    }
  }
}

TEST_P(CartPoleHorizon, RestartsTheClock) {
  Simulator simulator(settings_of("cartpole", 3));
  const auto expect_clock = [&](std::uint32_t episode, std::uint32_t step) {
    for (std::int64_t world = 0; world < 3; ++world) {
      EXPECT_EQ(scalar_of<std::uint32_t>(simulator, world, "world.Clock.episode"), episode);
      EXPECT_EQ(scalar_of<std::uint32_t>(simulator, world, "world.Clock.step"), step);
    }
  };
  expect_clock(0, 0);
  balance(simulator, 1);
  expect_clock(0, 1);
  balance(simulator, horizon_steps - 2);
  expect_clock(0, horizon_steps - 1);
  balance(simulator, 1);
  expect_clock(1, 0);
  balance(simulator, 1);
  expect_clock(1, 1);
}

TEST_P(CartPoleHorizon, CountsFullEpisodesInFull) {
  constexpr std::int64_t worlds = 20;
  Simulator simulator(settings_of("cartpole", worlds));
  balance(simulator, 2 * horizon_steps + 5);
  const EpisodeTally tally = simulator.tally();
  EXPECT_EQ(tally.episodes, 2 * worlds);
  EXPECT_EQ(tally.length_sum, 2 * worlds * std::int64_t{horizon_steps});
  EXPECT_EQ(tally.return_sum, 2.0 * worlds * horizon_steps);
}

// failures.md: terminated and truncated are separate.
TEST_P(CartPoleHorizon, SetsBothFlagsWhereThePoleFallsInTheLastStep) {
  Simulator simulator(settings_of("cartpole", 2));
  balance(simulator, horizon_steps - 1);
  set_state(simulator, 0, {2.39F, 3.0F, 0.0F, 0.0F});
  balance(simulator, 1);
  const auto endings = read_newest<Ending>(simulator, "ending");
  EXPECT_TRUE(endings[0].terminated);
  EXPECT_TRUE(endings[0].truncated);
  EXPECT_FALSE(endings[1].terminated);
  EXPECT_TRUE(endings[1].truncated);
}

TEST_P(CartPoleHorizon, StartsAnewWithAReset) {
  Simulator simulator(settings_of("cartpole", 2));
  balance(simulator, 300);
  simulator.reset(std::vector<std::uint8_t>{1, 0});
  for (std::uint32_t step = 301; step <= 300 + horizon_steps; ++step) {
    balance(simulator, 1);
    const auto endings = read_newest<Ending>(simulator, "ending");
    ASSERT_EQ(endings[0].truncated, step == 300 + horizon_steps) << "step " << step;
    ASSERT_EQ(endings[1].truncated, step == horizon_steps) << "step " << step;
  }
}

INSTANTIATE_TEST_SUITE_P(On, CartPoleHorizon, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
