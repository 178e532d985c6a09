// A snapshot holds what `inspect` reads scalar by scalar, of every environment.
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "engine/description.hpp"
#include "engine/simulator.hpp"
#include "engine/world_snapshot.hpp"
#include "tests/support/device_test.hpp"

namespace starling {
namespace {

using Scalars = std::map<std::pair<std::string, std::int64_t>, std::uint64_t>;

Scalars scalars_of(const EnvironmentDescription& description, const WorldSnapshot& snapshot) {
  Scalars scalars;
  for (std::size_t index = 0; index < description.columns.size(); ++index) {
    const ColumnDescription& column = description.columns[index];
    if (!is_in_snapshots(column)) continue;
    const auto table = static_cast<std::size_t>(column.table);
    for (std::int64_t row = 0; row < snapshot.rows[table]; ++row) {
      for (const FieldDescription& field : column.fields) {
        const std::string path =
            description.tables[table].name + "." + column.component + "." + field.path;
        scalars[{path, row}] = bits_of(snapshot, description, static_cast<int>(index), field, row);
      }
    }
  }
  return scalars;
}

Scalars scalars_of(Simulator& simulator, std::int64_t world) {
  Scalars scalars;
  for (const FieldValue& value : simulator.inspect(world)) {
    if (value.path.find(".Final") == std::string::npos)
      scalars[{value.path, value.row}] = value.bits;
  }
  return scalars;
}

class SnapshotOn : public tests::DeviceTest {};

TEST_P(SnapshotOn, HoldsWhatInspectReads) {
  // `inspect` reads scalar by scalar, which takes long on a GPU where worlds are large
  for (const char* environment :
       {"cartpole", "murmuration", "overcooked", "colony", "doors_of_a_run"}) {
    Settings settings = settings_of(environment, 5, 4);
    settings.seed = 3;
    settings.tile_worlds = 2;
    settings.actions = Actions::Random;
    Simulator simulator(settings);
    simulator.step(3);
    const std::vector<WorldSnapshot> snapshots = simulator.snapshot(1, 3);
    ASSERT_EQ(snapshots.size(), 3U);
    for (const WorldSnapshot& snapshot : snapshots) {
      EXPECT_EQ(scalars_of(simulator.description(), snapshot),
                scalars_of(simulator, snapshot.world))
          << environment << " world " << snapshot.world;
    }
    EXPECT_EQ(snapshots[2].world, 3);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, SnapshotOn, ::testing::Values(tests::tested_device),
                         tests::device_of_test);

TEST(Snapshot, RefusesWorldsThatAreNotThere) {
  Simulator simulator({.environment = "cartpole", .worlds = 5});
  EXPECT_THROW(simulator.snapshot(-1, 2), Error);
  EXPECT_THROW(simulator.snapshot(3, 3), Error);
  EXPECT_THROW(simulator.snapshot(0, 0), Error);
  EXPECT_EQ(simulator.snapshot(0, 5).size(), 5U);
}

}  // namespace
}  // namespace starling
