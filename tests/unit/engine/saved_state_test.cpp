/// A batch that is made what it was goes on as it did.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests {
namespace {

const std::vector<std::string> saved_environments = {
    "cartpole", "murmuration", "overcooked", "herd", "zoo", "colony", "crowd", "ledger", "warren"};

class SavedStateOn : public DeviceTest {
 protected:
  static std::vector<std::uint64_t> hashes_of(Simulator& simulator, int launches) {
    std::vector<std::uint64_t> hashes{simulator.state_hash()};
    for (int launch = 0; launch < launches; ++launch) {
      simulator.step(simulator.settings().steps_per_launch);
      hashes.push_back(simulator.state_hash());
    }
    return hashes;
  }
};

TEST_P(SavedStateOn, GoesOnAsItDid) {
  for (const std::string& environment : saved_environments) {
    for (const int slots : {1, 4}) {
      SCOPED_TRACE(environment + ", slots " + std::to_string(slots));
      Simulator simulator(random_settings_of(environment, 20, slots));
      hashes_of(simulator, 80 / slots);
      const SavedState state = simulator.save();
      const auto first = hashes_of(simulator, 20);
      const std::int64_t steps_after = simulator.steps_done();
      const EpisodeTally tally = simulator.tally();
      simulator.reset();
      simulator.restore(state);
      EXPECT_EQ(simulator.steps_done(), steps_after - 20 * slots);
      EXPECT_EQ(hashes_of(simulator, 20), first);
      EXPECT_EQ(simulator.steps_done(), steps_after);
      EXPECT_EQ(simulator.tally().episodes, tally.episodes);
    }
  }
}

TEST_P(SavedStateOn, IsWhatAnotherBatchOfTheSameSettingsGoesOnFrom) {
  const Settings settings = random_settings_of("colony", 20, 4);
  Simulator simulator(settings);
  hashes_of(simulator, 10);
  simulator.step(3);
  Simulator other(settings);
  other.restore(simulator.save());
  EXPECT_EQ(other.current_slot(), 2);
  EXPECT_EQ(hashes_of(other, 10), hashes_of(simulator, 10));
}

TEST_P(SavedStateOn, HoldsWhatItSaysItHolds) {
  Simulator simulator(settings_of("cartpole", 20));
  const SavedState state = simulator.save();
  std::size_t bytes = state.slabs.size();
  for (const auto& column : state.exports)
    bytes += column.size();
  EXPECT_EQ(state.size_bytes(), static_cast<std::int64_t>(bytes));
  EXPECT_GE(state.size_bytes(), 20 * 4 * 8);
}

TEST_P(SavedStateOn, IsRefusedWhereItDoesNotFit) {
  const Settings settings = settings_of("cartpole", 20);
  Simulator simulator(settings);
  const SavedState state = simulator.save();
  const auto expect = [&](Settings other, const char* what) {
    Simulator target(other);
    const std::uint64_t before = target.state_hash();
    expect_refused(Refusal::Usage, {what}, [&] { target.restore(state); });
    EXPECT_EQ(target.state_hash(), before);
  };
  Settings other = settings;
  other.worlds = 21;
  expect(other, "worlds 20");
  other = settings;
  other.seed = 1;
  expect(other, "seed 0");
  other = settings;
  other.first_world = 7;
  expect(other, "first_world 0");
  other = settings;
  other.steps_per_launch = 2;
  expect(other, "steps_per_launch 1");
  other = settings;
  other.tile_worlds = 3;
  expect(other, "tile_worlds");
  expect(settings_of("herd", 20), "environment cartpole");
  SavedState cut = state;
  cut.slabs.pop_back();
  expect_refused(Refusal::Usage, {"does not fit"}, [&] { simulator.restore(cut); });
  cut = state;
  cut.current_slot = 1;
  expect_refused(Refusal::Usage, {"does not fit"}, [&] { simulator.restore(cut); });
}

INSTANTIATE_TEST_SUITE_P(On, SavedStateOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
