/// Policies choose what the environment's mask of actions allows, of the observation acted on.
#include "systems/policy/action_mask.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "engine/description.hpp"
#include "systems/policy/forward.hpp"
#include "systems/policy/player.hpp"
#include "tests/support/passages.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/settings.hpp"
#include "tests/support/slots.hpp"

namespace starling::policy {
namespace {

using tests::make_settings;
using tests::PlayedRun;
using tests::read_newest;
using tests::rows_of;

constexpr std::int64_t worlds = 5;
constexpr int steps = 300;

/// A run of as many bytes of mask as its option says, of which it has none unless given.
Settings settings_of_bytes(const std::string& bytes) {
  Settings settings = make_settings("doors_of_a_run", worlds);
  settings.options = {{"mask-bytes", bytes}};
  return settings;
}

PlayedRun play(const std::string& environment, Play play, int steps_per_launch) {
  return tests::play_run(make_settings(environment, worlds, steps_per_launch), {}, play, steps);
}

TEST(ActionMask, IsObeyedHoweverManyStepsALaunchHas) {
  for (const std::string environment : {"doors", "doors_of_a_run"}) {
    for (const Play how : {Play::Sample, Play::Greedy}) {
      const PlayedRun expected = play(environment, how, 1);
      for (const int steps_per_launch : {1, 2, 7, 64}) {
        SCOPED_TRACE(environment + ", " + name_of(how) + ", " + std::to_string(steps_per_launch));
        const PlayedRun run = play(environment, how, steps_per_launch);
        tests::expect_obeyed(run, worlds, steps);
        run.expect_equals(expected);
        EXPECT_GT(run.tally.episodes, worlds * steps / 20) << "masks of new episodes count";
      }
    }
  }
}

TEST(ActionMask, IsOfBoolsOrOfBytesThatAreNot0) {
  const PlayedRun bools = play("doors", Play::Sample, 7);
  const PlayedRun bytes = play("doors_of_a_run", Play::Sample, 7);
  EXPECT_EQ(bools.steps.at("action"), bytes.steps.at("action"));
  EXPECT_EQ(bools.steps.at("log_probability"), bytes.steps.at("log_probability"));
}

/// So it is the mask that keeps policies from it.
TEST(ActionMask, OfARunThatHasNoneAllowsAll) {
  Settings settings = settings_of_bytes("0");
  const PlayedRun run = tests::play_run(settings, {}, Play::Sample, steps);
  const tests::doors::Passages passages = tests::passages_of(run);
  EXPECT_GT(passages.forbidden, passages.allowed / 2);
  EXPECT_GT(passages.allowed, 0U);
  Simulator simulator(settings);
  EXPECT_FALSE(ActionMask(simulator, AgentActions(simulator)).tensor());
}

using Moves = std::array<std::uint8_t, tests::doors::door_count>;

/// The logarithm of the chance of a choice among those that a mask allows, or all where it allows
/// none.
double log_chance(std::span<const float> logits, std::span<const std::uint8_t> mask,
                  std::size_t choice) {
  double allowed = 0.0;
  double all = 0.0;
  for (std::size_t index = 0; index < logits.size(); ++index) {
    const double weight = std::exp(static_cast<double>(logits[index]));
    all += weight;
    allowed += mask[index] != 0 ? weight : 0.0;
  }
  return static_cast<double>(logits[choice]) - std::log(allowed > 0.0 ? allowed : all);
}

TEST(ActionMask, LeavesTheChancesAmongWhatItAllows) {
  Settings settings = make_settings("doors", worlds);
  settings.actions = Actions::Tensor;
  Simulator simulator(settings);
  const Network network = tests::network_for(simulator, {});
  Player player(simulator, network, "a.safetensors", Play::Sample);
  const std::vector<std::uint8_t> there = {1};
  for (int step = 0; step < 50; ++step) {
    const auto newest = read_newest<Moves>(simulator, "moves");
    player.step();
    ASSERT_TRUE(player.first_action_mask());
    const auto masks = rows_of<Moves>(simulator, *player.first_action_mask());
    const auto views =
        rows_of<std::array<float, 2>>(simulator, player.first_observations().front());
    const auto actions = read_newest<std::array<std::uint8_t, 2>>(simulator, "action");
    const auto chances = rows_of<float>(simulator, player.log_probabilities());
    EXPECT_EQ(masks, newest);
    ASSERT_EQ(actions.size(), static_cast<std::size_t>(worlds * tests::doors::walkers));
    for (std::size_t agent = 0; agent < actions.size(); ++agent) {
      const Answer answer = forward(network, views[agent], there);
      const std::span<const float> logits(answer.logits);
      const std::span<const std::uint8_t> mask(masks[agent]);
      const double way = log_chance(logits.first(3), mask.first(3), actions[agent][0]);
      const double knock = log_chance(logits.last(4), mask.last(4), actions[agent][1]);
      EXPECT_NEAR(chances[agent], way + knock, 2e-6);
    }
  }
}

TEST(ActionMask, IsDescribedWhereAnEnvironmentDeclaresOne) {
  Simulator doors(make_settings("doors", 1));
  const EnvironmentDescription& description = doors.description();
  ASSERT_GE(description.action_mask, 0);
  const auto column = static_cast<std::size_t>(description.action_mask);
  EXPECT_EQ(description.columns[column].component, "Moves");
  EXPECT_EQ(Simulator(make_settings("cartpole", 1)).description().action_mask, -1);
}

TEST(ActionMask, OfAnotherLengthIsRefused) {
  for (const std::string bytes : {"6", "8", "21"}) {
    Settings settings = settings_of_bytes(bytes);
    settings.actions = Actions::Tensor;
    Simulator simulator(settings);
    const std::string words = "of " + bytes + " bytes for each of 3 agents";
    tests::expect_refused(
        Refusal::Usage, {"'doors_of_a_run'", "'moves_of_a_run'", words, "each of 7 choices"}, [&] {
          Player(simulator, tests::network_for(simulator, {}), "a.safetensors", Play::Sample);
        });
  }
}

}  // namespace
}  // namespace starling::policy
