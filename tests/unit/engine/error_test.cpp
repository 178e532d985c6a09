/// A world that goes wrong says so, keeps saying so, and disturbs no other.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "engine/vocabulary.hpp"
#include "tests/support/cartpole_states.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/environments/zoo.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

using Counts = std::map<std::string, std::int64_t>;

class ErrorOn : public DeviceTest {};

std::uint64_t word_of(Simulator& simulator, std::int64_t world) {
  return scalar_of<std::uint64_t>(simulator, world, "world.ErrorWord.word");
}

// failures.md: the world's error word names what; the run reports counts by kind; never an
// out-of-bounds write, never a silent drop, never only a debug assert.
TEST_P(ErrorOn, CountsWorldsWithInvalidActions) {
  Simulator simulator(settings_of("cartpole", 6));
  EXPECT_TRUE(simulator.errors().empty());
  write_slot(simulator, "action", 0, std::vector<Push>{0, 2, 1, 255, 1, 128});
  simulator.step();
  EXPECT_EQ(simulator.errors(), (Counts{{"invalid_action", 3}}));
}

TEST_P(ErrorOn, IsStickyUntilTheWorldIsReset) {
  Simulator simulator(settings_of("cartpole", 3));
  write_slot(simulator, "action", 0, std::vector<Push>{2, 0, 3});
  simulator.step();
  write_slot(simulator, "action", 0, std::vector<Push>{1, 0, 1});
  for (int step = 0; step < 50; ++step)
    simulator.step();
  EXPECT_GT(simulator.tally().episodes, 3) << "the end of an episode forgives nothing";
  EXPECT_EQ(simulator.errors(), (Counts{{"invalid_action", 2}}));
  simulator.reset(std::vector<std::uint8_t>{1, 1, 0});
  EXPECT_EQ(simulator.errors(), (Counts{{"invalid_action", 1}}));
  simulator.reset();
  EXPECT_TRUE(simulator.errors().empty());
}

TEST_P(ErrorOn, LeavesEveryOtherWorldBitIdentical) {
  constexpr std::size_t worlds = 100;
  Simulator wrong(settings_of("cartpole", worlds));
  Simulator right(settings_of("cartpole", worlds));
  std::vector<Push> actions(worlds, 1);
  write_slot(right, "action", 0, actions);
  actions[41] = 7;
  write_slot(wrong, "action", 0, actions);
  for (int step = 0; step < 40; ++step) {
    wrong.step();
    right.step();
  }
  const auto got = wrong.world_hashes();
  const auto want = right.world_hashes();
  for (std::size_t world = 0; world < worlds; ++world)
    EXPECT_EQ(got[world] == want[world], world != 41) << world;
}

/// Bits of an error word: step (32), node (8), row (16), kind (8).
TEST_P(ErrorOn, NamesTheFirstStepOfAnError) {
  Simulator simulator(settings_of("cartpole", 2, 8));
  simulator.step(8);
  for (int slot = 3; slot < 8; ++slot)
    write_slot(simulator, "action", slot, std::vector<Push>{0, 5});
  simulator.step(8);
  EXPECT_EQ(word_of(simulator, 0), ErrorWord::none);
  EXPECT_EQ(word_of(simulator, 1) >> 32, 8u + 3u);
  EXPECT_EQ(word_of(simulator, 1) & 0xffU, static_cast<std::uint64_t>(ErrorKind::InvalidAction));
  const std::uint64_t first = word_of(simulator, 1);
  simulator.step(8);
  EXPECT_EQ(word_of(simulator, 1), first);
}

TEST_P(ErrorOn, NamesTheFirstRowOfAnError) {
  Simulator simulator(settings_of("zoo", 2));
  std::vector<zoo::Action> actions(6, {0, 4});
  actions[4] = {0, 5};
  actions[5] = {2, 0};
  write_slot(simulator, "Animal.action", 0, actions);
  simulator.step();
  EXPECT_EQ(simulator.errors(), (Counts{{"invalid_action", 1}}));
  EXPECT_EQ(word_of(simulator, 1) >> 8 & 0xffffU, 1u);
}

TEST_P(ErrorOn, CountsByKind) {
  Simulator simulator(settings_of("zoo", 4));
  std::vector<zoo::Action> actions(12, {1, 0});
  for (int step = 0; step < 100; ++step) {
    actions[2] = {0, 0};                   // world 0: one animal starves
    actions[9] = {step == 3 ? -1 : 1, 0};  // world 3: one wrong action
    write_slot(simulator, "Animal.action", 0, actions);
    simulator.step();
  }
  EXPECT_EQ(simulator.errors(), (Counts{{"assertion", 1}, {"invalid_action", 1}}));
}

/// The word is part of the state: it depends on the actions, not on who drew them.
TEST_P(ErrorOn, IsTheSameWhereActionsAreDrawnAndWhereTheyAreGiven) {
  Simulator drawn(random_settings_of("zoo", 500, 64));
  Simulator given(settings_of("zoo", 500, 64));
  drawn.step(64);
  given.write(given.tensor("Animal.action"), drawn.read(drawn.tensor("Animal.action")));
  given.step(64);
  ASSERT_FALSE(drawn.errors().empty()) << "no animal went hungry: there is nothing to compare";
  EXPECT_EQ(given.errors(), drawn.errors());
  for (std::int64_t world = 0; world < 500; ++world)
    EXPECT_EQ(word_of(given, world), word_of(drawn, world)) << "world " << world;
}

TEST_P(ErrorOn, ComesWithNoRandomAction) {
  for (const std::string environment : {"cartpole", "herd"}) {
    Simulator simulator(random_settings_of(environment, 200, 64));
    for (int launch = 0; launch < 4; ++launch)
      simulator.step(64);
    EXPECT_TRUE(simulator.errors().empty()) << environment;
  }
}

INSTANTIATE_TEST_SUITE_P(On, ErrorOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
