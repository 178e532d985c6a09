/// Worlds that are copied, kept and put back go on as what they were.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/checkpoint/checkpoint.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests {
namespace {

class CheckpointOn : public DeviceTest {
 protected:
  static Simulator begun(const Settings& settings, int launches = 30) {
    Simulator simulator(settings);
    for (int launch = 0; launch < launches; ++launch)
      simulator.step(settings.steps_per_launch);
    return simulator;
  }

  static std::vector<std::uint64_t> hashes_after(Simulator& simulator, int launches) {
    for (int launch = 0; launch < launches; ++launch)
      simulator.step(simulator.settings().steps_per_launch);
    return simulator.world_hashes();
  }
};

TEST_P(CheckpointOn, OfSomeWorldsPutsBackTheseAlone) {
  for (const std::string environment : {"colony", "crowd", "warren", "ledger"}) {
    SCOPED_TRACE(environment);
    Simulator simulator = begun(random_settings_of(environment, 20, 4));
    const std::vector<std::uint64_t> before = simulator.world_hashes();
    const Checkpoint kept = simulator.checkpoint(5, 3);
    std::vector<std::uint64_t> wanted = hashes_after(simulator, 5);
    simulator.restore(kept);
    std::copy(before.begin() + 5, before.begin() + 8, wanted.begin() + 5);
    EXPECT_EQ(simulator.world_hashes(), wanted);
    EXPECT_EQ(simulator.steps_done(), 35 * 4);
  }
}

TEST_P(CheckpointOn, IsTheSameBytesWhateverHadTheWorlds) {
  Settings settings = random_settings_of("colony", 20, 4);
  Simulator simulator = begun(settings);
  settings.tile_worlds = 7;
  settings.steps_per_launch = 1;
  settings.device = Device::Cpu;
  Simulator other = begun(settings, 30 * 4);
  const Checkpoint kept = simulator.checkpoint();
  ASSERT_EQ(kept.parts.size(), 1U);
  EXPECT_EQ(kept.parts.front().bytes, other.checkpoint().parts.front().bytes);
  EXPECT_GT(kept.size_bytes(), 0);
}

TEST_P(CheckpointOn, ForksAWorldToManyThatDrawNumbersOfTheirOwn) {
  for (const std::string environment : {"colony", "crowd"}) {
    Simulator simulator = begun(random_settings_of(environment, 20, 4));
    std::vector<std::uint64_t> wanted = simulator.world_hashes();
    simulator.fork(3, 10, 6);
    for (int copy = 10; copy < 16; ++copy)
      wanted[copy] = wanted[3];
    EXPECT_EQ(simulator.world_hashes(), wanted);
    const std::vector<std::uint64_t> later = hashes_after(simulator, 20);
    for (int copy = 10; copy < 16; ++copy)
      EXPECT_NE(later[copy], later[3]);
  }
}

/// CartPole draws no numbers within an episode.
TEST_P(CheckpointOn, ForksThatActAlikeAreAlikeWhereNothingIsDrawn) {
  Simulator simulator = begun(random_settings_of("cartpole", 20), 5);
  simulator.fork(3, 0, 20);
  for (int step = 0; step < 3; ++step)
    simulator.step(1, Actions::Tensor);  // what was copied with the world
  for (const std::uint64_t hash : simulator.world_hashes())
    EXPECT_EQ(hash, simulator.world_hashes().front());
}

TEST_P(CheckpointOn, IsRefusedWhereItDoesNotFit) {
  Simulator simulator = begun(random_settings_of("colony", 20));
  const Checkpoint kept = simulator.checkpoint();
  const auto expect = [&](const Settings& other, const char* what) {
    Simulator target(other);
    const std::uint64_t before = target.state_hash();
    expect_refused(Refusal::Usage, {what}, [&] { target.restore(kept); });
    EXPECT_EQ(target.state_hash(), before);
  };
  expect(random_settings_of("crowd", 20), "environment 'colony'");
  Settings other = random_settings_of("colony", 20);
  other.seed = 1;
  expect(other, "seed 0");
  other.seed = 0;
  other.first_world = 20;
  expect(other, "none of which");
  expect_refused(Refusal::Usage, {"worlds 19 to 20"}, [&] { simulator.checkpoint(19, 2); });
  expect_refused(Refusal::Usage, {"worlds -1 to -1"}, [&] { simulator.fork(-1, 0, 1); });
  expect_refused(Refusal::Usage, {"worlds 20 to 20"}, [&] { simulator.fork(0, 20, 1); });
}

INSTANTIATE_TEST_SUITE_P(On, CheckpointOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
