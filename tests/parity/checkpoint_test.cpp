/// A run that is saved and loaded elsewhere is the run that never was.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/checkpoint/checkpoint.hpp"
#include "tests/parity/runs.hpp"
#include "tests/support/output_folder.hpp"

namespace starling::tests {
namespace {

constexpr int steps_before = 37;
constexpr int steps_after = scaled(1000, 100);

class SavedRuns : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (tested_device == Device::Cuda && cuda_unavailable_reason()) {
      GTEST_SKIP() << "no CUDA device";
    }
  }

  static std::int64_t worlds() { return std::min<std::int64_t>(50, worlds_of(GetParam())); }

  static Settings settings(const Variant& variant, Device device = tested_device) {
    Settings settings = settings_of(variant, GetParam(), worlds());
    settings.device = device;
    return settings;
  }

  static void step(Simulator& simulator, int steps) {
    while (steps > 0) {
      const int launch = std::min(steps, simulator.settings().steps_per_launch);
      simulator.step(launch);
      steps -= launch;
    }
  }

  /// A simulator that has done `steps_before` steps.
  static Simulator begun(const Settings& settings) {
    Simulator simulator(settings);
    step(simulator, steps_before);
    return simulator;
  }

  /// World hashes after so many steps more, and half way there.
  static std::vector<std::uint64_t> hashes_after(Simulator& simulator, int steps) {
    step(simulator, steps / 2);
    std::vector<std::uint64_t> hashes = simulator.world_hashes();
    step(simulator, steps - steps / 2);
    const std::vector<std::uint64_t> last = simulator.world_hashes();
    hashes.insert(hashes.end(), last.begin(), last.end());
    return hashes;
  }

  std::string path() const { return folder_.out(); }

 private:
  detail::OutputFolder folder_;
};

/// Where a run that was saved goes on.
const std::vector<Variant> places = {
    {.name = "one_step_a_launch", .steps_per_launch = 1},
    {.name = "tile_1", .tile_worlds = 1, .steps_per_launch = 7},
    {.name = "tile_33", .tile_worlds = 33, .threads = 1},
    {.name = "unfused", .tile_worlds = 7, .fused = false, .residency = Residency::Global},
    {.name = "global", .residency = Residency::Global},
};

/// The CPU, and the device of these tests.
const std::vector<Device> devices = tested_device == Device::Cpu
                                        ? std::vector{Device::Cpu}
                                        : std::vector{Device::Cpu, tested_device};

TEST_P(SavedRuns, GoOnUnderOtherSettingsAsTheyWouldHave) {
  Simulator uninterrupted = begun(settings({.name = "plain", .steps_per_launch = 16}));
  const std::vector<std::uint64_t> now = uninterrupted.world_hashes();
  const std::vector<std::uint64_t> later = hashes_after(uninterrupted, steps_after);
  for (const Device saved_on : devices) {
    begun(settings({.name = "saved", .tile_worlds = 5, .steps_per_launch = 9}, saved_on))
        .save(path());
    for (const Device loaded_on : devices) {
      for (const Variant& place : places) {
        SCOPED_TRACE(place.name + ", from " + name_of(saved_on) + " to " + name_of(loaded_on));
        Simulator loaded(settings(place, loaded_on));
        loaded.load(path());
        EXPECT_EQ(loaded.steps_done(), steps_before);
        EXPECT_EQ(loaded.world_hashes(), now);
        EXPECT_EQ(hashes_after(loaded, steps_after), later);
        EXPECT_EQ(loaded.tallies(), uninterrupted.tallies());
        EXPECT_EQ(loaded.errors(), uninterrupted.errors());
      }
    }
  }
}

TEST_P(SavedRuns, GoOnInABatchOfSomeOfTheirWorlds) {
  const std::int64_t first = worlds() / 3;
  const std::int64_t count = worlds() / 2;
  Simulator uninterrupted = begun(settings({.name = "plain"}));
  uninterrupted.save(path());
  Settings few = settings({.name = "few", .tile_worlds = 3});
  few.worlds = count;
  few.first_world = first;
  Simulator loaded(few);
  loaded.load(path());
  step(loaded, 100);
  step(uninterrupted, 100);
  const std::vector<std::uint64_t> all = uninterrupted.world_hashes();
  const std::vector<std::uint64_t> wanted(all.begin() + first, all.begin() + first + count);
  EXPECT_EQ(loaded.world_hashes(), wanted);
}

TEST_P(SavedRuns, AreRewoundToAnyStepTheyWereKeptAt) {
  Simulator simulator = begun(settings({.name = "plain", .tile_worlds = 7}));
  const Checkpoint kept = simulator.checkpoint();
  const std::vector<std::uint64_t> later = hashes_after(simulator, 100);
  simulator.reset();
  simulator.restore(kept);
  EXPECT_EQ(hashes_after(simulator, 100), later);
}

INSTANTIATE_TEST_SUITE_P(Of, SavedRuns, ::testing::ValuesIn(subjects),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace starling::tests
