/// Environments played by a policy.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "systems/policy/forward.hpp"
#include "systems/policy/player.hpp"
#include "tests/support/policy_files.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/settings.hpp"
#include "tests/support/slots.hpp"

namespace starling::policy {
namespace {

using tests::balancing_policy;
using tests::expect_refused;
using tests::make_settings;
using tests::network_of;
using tests::policy_text;
using tests::read_newest;
using tests::rows_of;
using tests::SafetensorsText;

/// What a hawk of `murmuration` observes and does.
SafetensorsText hawk_policy() {
  return policy_text({.types = {{"own_view", 3, 1}, {"birds_view", 4, 12}, {"hawk_view", 4, 1}},
                      .actions = {11, 5}});
}

Settings flock_settings(std::int64_t worlds, int threads = 1) {
  Settings settings = make_settings("murmuration", worlds);
  settings.options = {{"birds", "64"}, {"hawks", "2"}};
  settings.seed = 5;
  settings.threads = threads;
  settings.actions = Actions::Tensor;
  return settings;
}

double log_softmax(std::span<const float> logits, std::size_t index) {
  double total = 0.0;
  for (const float logit : logits)
    total += std::exp(static_cast<double>(logit));
  return static_cast<double>(logits[index]) - std::log(total);
}

/// The floats of the first slots of a tensor.
std::vector<float> floats_of(Simulator& simulator, Tensor tensor, std::int64_t slots) {
  tensor.shape[0] = slots;
  const std::vector<std::byte> bytes = simulator.read(tensor);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(Player, BalancesCartPoleByALinearController) {
  Settings settings = make_settings("cartpole", 20, 50);
  settings.actions = Actions::Tensor;
  Simulator simulator(settings);
  Player player(simulator, network_of(balancing_policy()), "a.safetensors", Play::Greedy);
  for (int launch = 0; launch < 20; ++launch)
    player.step(50);
  const EpisodeTally tally = simulator.tally();
  EXPECT_EQ(tally.episodes, 40);
  EXPECT_EQ(tally.length_sum, 40 * 500);
}

TEST(Player, AnswersWhatEachAgentObserves) {
  Simulator simulator(flock_settings(3));
  const Network network = network_of(hawk_policy());
  Player player(simulator, network, "a.safetensors", Play::Greedy);
  for (int step = 0; step < 20; ++step) {
    const auto before = read_newest<std::array<float, 48>>(simulator, "birds_view");
    player.step();
    const auto& seen = player.first_observations();
    ASSERT_EQ(seen.size(), 4U);
    const auto own = rows_of<std::array<float, 3>>(simulator, seen[0]);
    const auto birds = rows_of<std::array<float, 48>>(simulator, seen[1]);
    const auto other = rows_of<std::array<float, 4>>(simulator, seen[2]);
    const auto presence = rows_of<std::array<std::uint8_t, 14>>(simulator, seen[3]);
    const auto actions = read_newest<std::array<std::uint8_t, 2>>(simulator, "action");
    const std::vector<float> values = floats_of(simulator, player.values(), 1);
    const std::vector<float> chances = floats_of(simulator, player.log_probabilities(), 1);
    EXPECT_EQ(before, birds);
    ASSERT_EQ(actions.size(), 6U);
    for (std::size_t agent = 0; agent < actions.size(); ++agent) {
      std::vector<float> features(own[agent].begin(), own[agent].end());
      features.insert(features.end(), birds[agent].begin(), birds[agent].end());
      features.insert(features.end(), other[agent].begin(), other[agent].end());
      const Answer answer = forward(network, features, presence[agent]);
      EXPECT_EQ(answer.value, values[agent]);
      const std::span<const float> logits(answer.logits);
      const std::span<const float> turns = logits.first(11);
      const std::span<const float> thrusts = logits.last(5);
      const auto highest = [](std::span<const float> of) {
        return std::max_element(of.begin(), of.end()) - of.begin();
      };
      EXPECT_EQ(highest(turns), actions[agent][0]);
      EXPECT_EQ(highest(thrusts), actions[agent][1]);
      EXPECT_NEAR(chances[agent],
                  log_softmax(turns, actions[agent][0]) + log_softmax(thrusts, actions[agent][1]),
                  2e-6);
    }
  }
}

/// What a run comes to, step by step where it exports something.
struct Played {
  std::vector<std::uint64_t> hashes;  ///< Of each world at the end.
  std::vector<std::array<std::uint8_t, 2>> actions;
  std::vector<float> log_probabilities;
  std::vector<float> values;

  bool operator==(const Played&) const = default;
};

Played play_flock(const Settings& settings, Play play, int steps = 40) {
  Simulator simulator(settings);
  Player player(simulator, network_of(hawk_policy()), "a.safetensors", play);
  Played played;
  const auto append = [](auto& to, const auto& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  for (int done = 0; done < steps;) {
    const int now = std::min(settings.steps_per_launch, steps - done);
    player.step(now);
    done += now;
    for (int slot = 0; slot < now; ++slot) {
      append(played.actions,
             tests::read_slot<std::array<std::uint8_t, 2>>(simulator, "action", slot));
    }
    append(played.log_probabilities, floats_of(simulator, player.log_probabilities(), now));
    append(played.values, floats_of(simulator, player.values(), now));
  }
  played.hashes = simulator.world_hashes();
  return played;
}

TEST(Player, PlaysTheSameHoweverManyStepsALaunchHas) {
  for (const Play play : {Play::Sample, Play::Greedy}) {
    Settings settings = flock_settings(3);
    const Played expected = play_flock(settings, play);
    EXPECT_EQ(expected.values.size(), 40U * 6U);
    for (const int steps_per_launch : {2, 7, 40, 64}) {
      settings.steps_per_launch = steps_per_launch;
      EXPECT_EQ(play_flock(settings, play), expected) << steps_per_launch << " steps a launch";
    }
  }
}

TEST(Player, ChoosesApartWhatItsStepsWouldChoose) {
  const Network network = network_of(hawk_policy());
  Settings settings = flock_settings(6);
  settings.steps_per_launch = 3;
  Simulator together(settings);
  Simulator apart(settings);
  Player one(together, network, "a.safetensors", Play::Sample);
  Player other(apart, network, "a.safetensors", Play::Sample);
  for (int step = 0; step < 12; step += 3) {
    one.step(3);
    for (int slot = 0; slot < 3; ++slot) {
      other.choose();
      apart.step(1);
    }
  }
  EXPECT_EQ(together.steps_done(), apart.steps_done());
  EXPECT_EQ(together.state_hash(), apart.state_hash());
}

TEST(Player, KeepsWhatTheFirstStepOfALaunchActedOn) {
  Settings settings = flock_settings(2);
  settings.steps_per_launch = 4;
  Simulator simulator(settings);
  Player player(simulator, network_of(hawk_policy()), "a.safetensors", Play::Sample);
  for (const int steps : {4, 3, 4}) {
    const auto before = read_newest<std::array<float, 48>>(simulator, "birds_view");
    player.step(steps);
    EXPECT_EQ((rows_of<std::array<float, 48>>(simulator, player.first_observations()[1])), before);
    EXPECT_NE((read_newest<std::array<float, 48>>(simulator, "birds_view")), before);
  }
}

TEST(Player, IsInFloat32OnACpu) {
  Simulator simulator(flock_settings(1));
  const Network network = network_of(hawk_policy());
  EXPECT_EQ(Player(simulator, network, "a.safetensors", Play::Greedy).precision(),
            Precision::Float32);
  expect_refused(Refusal::Usage, {"bf16", "CUDA"}, [&] {
    Player(simulator, network, "a.safetensors", Play::Greedy, Precision::Bfloat16);
  });
}

std::vector<std::uint64_t> hashes_after_play(const Settings& settings, Play play) {
  return play_flock(settings, play).hashes;
}

TEST(Player, DrawsTheSameHoweverManyWorldsAndThreadsThereAre) {
  const std::vector<std::uint64_t> few = hashes_after_play(flock_settings(2), Play::Sample);
  std::vector<std::uint64_t> many = hashes_after_play(flock_settings(5, 2), Play::Sample);
  many.resize(2);
  EXPECT_EQ(few, many);
  EXPECT_NE(few, hashes_after_play(flock_settings(2), Play::Greedy));
}

/// The number of a world counts, and not its place in the batch.
TEST(Player, PlaysWorldsAloneAsInALargerBatch) {
  for (const Play play : {Play::Sample, Play::Greedy}) {
    const std::vector<std::uint64_t> all = hashes_after_play(flock_settings(7), play);
    for (const auto& [first, worlds] : {std::pair{0, 3}, {2, 3}, {6, 1}}) {
      Settings alone = flock_settings(worlds, 2);
      alone.first_world = first;
      alone.steps_per_launch = 7;
      const auto begin = all.begin() + first;
      EXPECT_EQ(hashes_after_play(alone, play), std::vector(begin, begin + worlds))
          << worlds << " worlds from " << first;
    }
  }
}

/// A network of nothing but zeros makes every choice as likely.
TEST(Player, DrawsAnewForEveryAgentWorldStepAndSeed) {
  SafetensorsText zeros = hawk_policy();
  for (const auto& [name, shape] : zeros.shapes) {
    const std::int64_t count = shape.size() == 2 ? shape[0] * shape[1] : shape[0];
    zeros.given[name].resize(static_cast<std::size_t>(count));
  }
  using Actions = std::vector<std::array<std::uint8_t, 2>>;
  const auto first_steps = [&](std::uint64_t seed) {
    Settings settings = flock_settings(2);
    settings.seed = seed;
    Simulator simulator(settings);
    Player player(simulator, network_of(zeros), "a.safetensors", Play::Sample);
    std::array<Actions, 4> drawn;  // of worlds 0 and 1, hawks 0 and 1
    for (int step = 0; step < 20; ++step) {
      player.step();
      const auto actions = read_newest<std::array<std::uint8_t, 2>>(simulator, "action");
      for (std::size_t agent = 0; agent < drawn.size(); ++agent)
        drawn[agent].push_back(actions[agent]);
    }
    return drawn;
  };
  const auto drawn = first_steps(5);
  EXPECT_NE(drawn[0], drawn[1]) << "agents of a world";
  EXPECT_NE(drawn[0], drawn[2]) << "worlds";
  EXPECT_GT(std::set(drawn[0].begin(), drawn[0].end()).size(), 5U) << "steps";
  EXPECT_NE(drawn, first_steps(6)) << "seeds";
  EXPECT_EQ(drawn, first_steps(5));
}

TEST(Player, RefusesANetworkOfOtherTokensOrActions) {
  Simulator simulator(flock_settings(1));
  const auto play = [&](const SafetensorsText& text) {
    Player(simulator, network_of(text), "a.safetensors", Play::Greedy);
  };
  expect_refused(Refusal::Usage, {"a.safetensors", "'self'", "12 x 'birds_view'"},
                 [&] { play(policy_text()); });
  SafetensorsText fewer =
      policy_text({.types = {{"own_view", 3, 1}, {"birds_view", 4, 11}, {"hawk_view", 4, 1}},
                   .actions = {11, 5}});
  expect_refused(Refusal::Usage, {"11 x 'birds_view'", "12 x 'birds_view'"}, [&] { play(fewer); });
  SafetensorsText others =
      policy_text({.types = {{"own_view", 3, 1}, {"birds_view", 4, 12}, {"hawk_view", 4, 1}},
                   .actions = {5, 11}});
  expect_refused(Refusal::Usage, {"[5, 11]", "[11, 5]"}, [&] { play(others); });
}

TEST(Player, RefusesAgentsThatObserveNoEntities) {
  Settings settings = make_settings("overcooked", 1);
  settings.actions = Actions::Tensor;
  Simulator simulator(settings);
  expect_refused(Refusal::Usage, {"overcooked", "no entities"},
                 [&] { AgentTokens tokens(simulator); });
  Simulator dice(make_settings("dice", 1));
  expect_refused(Refusal::Usage, {"dice", "no entity observation"},
                 [&] { AgentTokens tokens(dice); });
}

TEST(Player, ReadsTokensOfEveryCook) {
  Settings settings = make_settings("overcooked", 2);
  settings.options = {{"entities", "on"}};
  Simulator simulator(settings);
  const AgentTokens tokens(simulator);
  ASSERT_EQ(tokens.types().size(), 4U);
  EXPECT_EQ(tokens.types()[0].name, "self_tokens");
  EXPECT_EQ(tokens.types()[1].count, 1);
  EXPECT_EQ(tokens.agents(), 2);
  std::vector<float> features(static_cast<std::size_t>(tokens.features()));
  std::vector<std::uint8_t> present(static_cast<std::size_t>(tokens.tokens()));
  const auto other = static_cast<std::size_t>(tokens.types()[0].features);
  std::array<std::array<float, 2>, 2> ways;  // to the other cook, east and south
  for (std::int64_t agent = 0; agent < 2; ++agent) {
    read_agent(tokens.in_slot(0), 2 + agent, features, present);  // of world 1
    EXPECT_EQ(present[0], 1);
    EXPECT_EQ(present[1], 1);
    ways[static_cast<std::size_t>(agent)] = {features[other], features[other + 1]};
  }
  EXPECT_NE(ways[0], (std::array<float, 2>{}));
  EXPECT_EQ(ways[0][0], -ways[1][0]);
  EXPECT_EQ(ways[0][1], -ways[1][1]);
}

TEST(Player, RefusesASimulatorThatDrawsItsOwnActions) {
  Settings settings = flock_settings(1);
  settings.actions = Actions::Random;
  Simulator simulator(settings);
  expect_refused(Refusal::Usage, {"from tensors"}, [&] {
    Player(simulator, network_of(hawk_policy()), "a.safetensors", Play::Greedy);
  });
}

}  // namespace
}  // namespace starling::policy
