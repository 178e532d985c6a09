/// Results depend on environment, worlds, seed and actions, and on nothing that happens beside.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/cartpole_states.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

class IndependenceOn : public DeviceTest {};

/// State hash at the start and after each of some launches.
std::vector<std::uint64_t> hashes_of_run(const Settings& settings, int launches) {
  Simulator simulator(settings);
  std::vector<std::uint64_t> hashes{simulator.state_hash()};
  for (int launch = 0; launch < launches; ++launch) {
    simulator.step(settings.steps_per_launch);
    hashes.push_back(simulator.state_hash());
  }
  return hashes;
}

// failures.md: Same seed, same result: run to run, world count 1 or 65,536, any tile size, CPU or
// CUDA. (The last three are claims of tests/parity.)
TEST_P(IndependenceOn, SameSeedSameResult) {
  for (const std::string environment : {"cartpole", "herd", "zoo", "desert"}) {
    const Settings settings = random_settings_of(environment, 100, 8);
    EXPECT_EQ(hashes_of_run(settings, 10), hashes_of_run(settings, 10)) << environment;
  }
}

// failures.md: The seed is in force before the first world is made.
TEST_P(IndependenceOn, SeedsDifferFromTheFirstStateOn) {
  Settings settings = random_settings_of("cartpole", 100);
  std::vector<std::vector<std::uint64_t>> runs;
  for (const std::uint64_t seed : {0ULL, 1ULL, 2ULL, 1ULL << 32, ~0ULL}) {
    settings.seed = seed;
    runs.push_back(hashes_of_run(settings, 3));
  }
  for (std::size_t a = 0; a < runs.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      for (std::size_t step = 0; step < runs[a].size(); ++step)
        EXPECT_NE(runs[a][step], runs[b][step]) << a << " " << b << " step " << step;
    }
  }
}

// failures.md: Worlds differ from each other.
TEST_P(IndependenceOn, WorldsDrawDifferentActions) {
  Simulator simulator(random_settings_of("cartpole", 64, 64));
  simulator.step(64);
  std::vector<std::vector<int>> actions(64);
  for (int slot = 0; slot < 64; ++slot) {
    const auto pushes = read_slot<Push>(simulator, "action", slot);
    for (std::size_t world = 0; world < 64; ++world)
      actions[world].push_back(pushes[world]);
  }
  std::sort(actions.begin(), actions.end());
  EXPECT_EQ(std::adjacent_find(actions.begin(), actions.end()), actions.end());
}

// failures.md: Two simulators side by side do not disturb each other.
TEST_P(IndependenceOn, TwoSimulatorsInTurnEqualTwoAlone) {
  Settings first_settings = random_settings_of("cartpole", 300, 8);
  Settings second_settings = random_settings_of("herd", 50, 3);
  second_settings.seed = 5;
  const auto first_alone = hashes_of_run(first_settings, 10);
  const auto second_alone = hashes_of_run(second_settings, 10);
  Simulator first(first_settings);
  Simulator second(second_settings);
  for (std::size_t launch = 1; launch <= 10; ++launch) {
    first.step(8);
    second.step(3);
    EXPECT_EQ(first.state_hash(), first_alone[launch]);
    EXPECT_EQ(second.state_hash(), second_alone[launch]);
  }
}

TEST_P(IndependenceOn, TwoSimulatorsOfOneKindEqualOneAlone) {
  const Settings settings = random_settings_of("zoo", 100, 4);
  const auto alone = hashes_of_run(settings, 10);
  Simulator first(settings);
  Simulator second(settings);
  for (std::size_t launch = 1; launch <= 10; ++launch) {
    first.step(4);
    second.step(4);
    EXPECT_EQ(second.state_hash(), alone[launch]);
    EXPECT_EQ(first.state_hash(), alone[launch]);
  }
}

// failures.md: Recording, tracing or viewing never changes results.
TEST_P(IndependenceOn, LookingChangesNothing) {
  for (const std::string environment : {"cartpole", "zoo"}) {
    const Settings settings = random_settings_of(environment, 20, 4);
    const auto unseen = hashes_of_run(settings, 10);
    Simulator simulator(settings);
    for (std::size_t launch = 1; launch <= 10; ++launch) {
      simulator.step(4);
      for (const std::string& name : simulator.tensor_names())
        simulator.read(simulator.tensor(name));
      for (std::int64_t world = 0; world < settings.worlds; ++world)
        simulator.inspect(world);
      simulator.tally();
      simulator.errors();
      simulator.world_hashes();
      simulator.synchronize();
      EXPECT_EQ(simulator.state_hash(), unseen[launch]) << environment;
    }
  }
}

TEST_P(IndependenceOn, HashingEveryStepChangesNothing) {
  Settings settings = random_settings_of("herd", 50, 8);
  const auto unhashed = hashes_of_run(settings, 10);
  settings.hash_steps = true;
  EXPECT_EQ(hashes_of_run(settings, 10), unhashed);
}

INSTANTIATE_TEST_SUITE_P(On, IndependenceOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
