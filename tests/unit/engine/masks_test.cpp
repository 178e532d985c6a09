/// What stands under When runs on the rows for which the predicate holds, each judged for itself.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "engine/simulator.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/scalars.hpp"

namespace starling::tests {
namespace {

class MasksOn : public DeviceTest {};

/// Compares what masked systems counted with what an unmasked one did; returns the hours on.
std::uint32_t expect_hours_as_metered(Simulator& simulator, const std::string& archetype,
                                      std::int64_t rows) {
  std::uint32_t hours = 0;
  for (std::int64_t world = 0; world < simulator.settings().worlds; ++world) {
    for (std::int64_t row = 0; row < rows; ++row) {
      const auto count = [&](const char* field) {
        return scalar_of<std::uint32_t>(simulator, world, archetype + field, row);
      };
      EXPECT_EQ(count(".Hours.on"), count(".Meter.on")) << archetype << " row " << row;
      EXPECT_EQ(count(".Hours.on_by_night"), count(".Meter.on_by_night"))
          << archetype << " row " << row;
      hours += count(".Hours.on");
    }
  }
  return hours;
}

// failures.md: Dead or locked things do not move or collide as if alive.
TEST_P(MasksOn, JudgeEveryRowForItself) {
  for (const bool fused : {true, false}) {
    Settings settings = random_settings_of("lamps", 40, 25);
    settings.fused = fused;
    Simulator simulator(settings);
    simulator.step(25);
    EXPECT_GT(expect_hours_as_metered(simulator, "Lamp", 3), 0u);
    EXPECT_GT(expect_hours_as_metered(simulator, "Fan", 2), 0u);
  }
}

/// Rows of several archetypes that are one to one with worlds share a pass.
TEST_P(MasksOn, JudgeEveryArchetypeForItself) {
  for (const bool fused : {true, false}) {
    Settings settings = random_settings_of("lamp", 40, 25);
    settings.fused = fused;
    Simulator simulator(settings);
    simulator.step(25);
    EXPECT_GT(expect_hours_as_metered(simulator, "Lamp", 1), 0u);
    EXPECT_GT(expect_hours_as_metered(simulator, "Fan", 1), 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(On, MasksOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
