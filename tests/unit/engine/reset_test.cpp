/// A reset starts fresh episodes in the worlds that it names and touches nothing else.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/cartpole_states.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

using Mask = std::vector<std::uint8_t>;

class ResetOn : public DeviceTest {};

/// Every third world.
Mask some_of(std::int64_t worlds) {
  Mask mask(static_cast<std::size_t>(worlds), 0);
  for (std::size_t world = 0; world < mask.size(); world += 3)
    mask[world] = 1;
  return mask;
}

// failures.md: a partial reset leaves every other world bit-identical.
TEST_P(ResetOn, LeavesEveryOtherWorldBitIdentical) {
  for (const std::string environment :
       {"cartpole", "herd", "zoo", "desert", "colony", "ledger", "warren"}) {
    for (const int tile_worlds : {0, 7}) {
      Settings settings = random_settings_of(environment, 100, 8);
      settings.tile_worlds = tile_worlds;
      Simulator reset(settings);
      Simulator untouched(settings);
      const Mask mask = some_of(settings.worlds);
      for (int launch = 0; launch < 5; ++launch) {
        reset.step(8);
        untouched.step(8);
        reset.reset(mask);
        const auto got = reset.world_hashes();
        const auto want = untouched.world_hashes();
        for (std::size_t world = 0; world < mask.size(); ++world) {
          EXPECT_EQ(got[world] == want[world], mask[world] == 0) << environment << " " << world;
        }
      }
    }
  }
}

TEST_P(ResetOn, OfNoWorldChangesNothing) {
  Simulator simulator(random_settings_of("zoo", 10));
  simulator.step();
  const std::uint64_t before = simulator.state_hash();
  simulator.reset(Mask(10, 0));
  EXPECT_EQ(simulator.state_hash(), before);
}

TEST_P(ResetOn, TakesAnyMaskEntryButZeroForYes) {
  Simulator simulator(random_settings_of("cartpole", 4));
  simulator.step();
  simulator.reset(Mask{0, 1, 2, 255});
  for (std::int64_t world = 0; world < 4; ++world) {
    EXPECT_EQ(scalar_of<std::uint32_t>(simulator, world, "world.Clock.step"), world == 0 ? 1u : 0u);
  }
}

// failures.md: After a reset every derived quantity (observations, visibility, contacts, distances)
// is of the new state.
TEST_P(ResetOn, ObservesTheNewStateInTheNewestSlot) {
  Simulator simulator(random_settings_of("cartpole", 30, 8));
  for (const int steps : {8, 3}) {
    simulator.step(steps);
    const auto before = read_newest<CartPoleValues>(simulator, "observation");
    const Mask mask = some_of(30);
    simulator.reset(mask);
    const auto after = read_newest<CartPoleValues>(simulator, "observation");
    for (std::size_t world = 0; world < mask.size(); ++world) {
      EXPECT_EQ(same(before[world], after[world]), mask[world] == 0);
      EXPECT_TRUE(mask[world] == 0 || is_start(after[world]));
      const auto number = static_cast<std::int64_t>(world);
      EXPECT_EQ(after[world].x_m, scalar_of<float>(simulator, number, "Balancer.Cart.x_m"));
      EXPECT_EQ(after[world].spin_radps,
                scalar_of<float>(simulator, number, "Balancer.Pole.spin_radps"));
    }
  }
}

/// What rows see of each other is of the new state too: an animal smells how hungry all are.
TEST_P(ResetOn, ObservesOtherRowsOfTheNewState) {
  Simulator simulator(settings_of("zoo", 2));
  for (int step = 0; step < 5; ++step)
    simulator.step();  // action 0: nobody eats
  const auto smells = [&](std::int64_t world) {
    return scalar_of<float>(simulator, world, "Animal.Senses.smells[1]", 2);
  };
  const float untouched = smells(1);
  ASSERT_GT(untouched, 0.0F);
  simulator.reset(Mask{1, 0});
  EXPECT_EQ(smells(0), 0.0F);
  EXPECT_EQ(smells(1), untouched);
}

// failures.md: A fresh episode differs from the one before. The step counter starts at 0.
TEST_P(ResetOn, StartsAFreshEpisodeEveryTime) {
  Simulator simulator(settings_of("cartpole", 5));
  std::vector<CartPoleValues> before = read_newest<CartPoleValues>(simulator, "observation");
  for (std::uint32_t episode = 1; episode < 5; ++episode) {
    if (episode % 2 == 0) simulator.step();
    simulator.reset();
    const auto after = read_newest<CartPoleValues>(simulator, "observation");
    for (std::size_t world = 0; world < after.size(); ++world) {
      const auto number = static_cast<std::int64_t>(world);
      EXPECT_FALSE(same(before[world], after[world]));
      EXPECT_TRUE(is_start(after[world]));
      EXPECT_EQ(scalar_of<std::uint32_t>(simulator, number, "world.Clock.episode"), episode);
      EXPECT_EQ(scalar_of<std::uint32_t>(simulator, number, "world.Clock.step"), 0u);
      EXPECT_EQ(scalar_of<float>(simulator, number, "Balancer.Return.sum"), 0.0F);
    }
    before = after;
  }
}

TEST_P(ResetOn, OfAllWorldsIsThatOfAFullMask) {
  Simulator all(random_settings_of("herd", 9));
  Simulator masked(random_settings_of("herd", 9));
  all.step();
  masked.step();
  all.reset();
  masked.reset(Mask(9, 1));
  EXPECT_EQ(all.state_hash(), masked.state_hash());
}

// failures.md: the action of the next step is not swallowed unless that mode was asked for.
TEST_P(ResetOn, DoesNotSwallowTheActionOfTheNextStep) {
  Simulator simulator(settings_of("cartpole", 2));
  simulator.step();
  simulator.reset();
  const auto start = read_newest<CartPoleValues>(simulator, "observation");
  write_slot(simulator, "action", 0, std::vector<Push>{0, 1});
  simulator.step();
  const auto next = read_newest<CartPoleValues>(simulator, "observation");
  EXPECT_TRUE(same(next[0], stepped(start[0], 0)));
  EXPECT_TRUE(same(next[1], stepped(start[1], 1)));
}

TEST_P(ResetOn, RefusesAMaskOfAnotherSize) {
  Simulator simulator(settings_of("cartpole", 10));
  const std::uint64_t before = simulator.state_hash();
  expect_refused(Refusal::Usage, {"mask", "9", "10"}, [&] { simulator.reset(Mask(9, 1)); });
  expect_refused(Refusal::Usage, {"mask", "11", "10"}, [&] { simulator.reset(Mask(11, 1)); });
  expect_refused(Refusal::Usage, {"mask", "empty"}, [&] { simulator.reset(Mask{}); });
  EXPECT_EQ(simulator.state_hash(), before);
}

INSTANTIATE_TEST_SUITE_P(On, ResetOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
