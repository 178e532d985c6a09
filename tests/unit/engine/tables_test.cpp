/// Tables grow to what a run allows, shrink to nothing, and start anew with their world.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/support/device_test.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/warrens.hpp"

namespace starling::tests {
namespace {

using warren::Deed;
using Counts = std::map<std::string, std::int64_t>;

class TablesOn : public DeviceTest {
 protected:
  static Settings warrens(int rabbits, int burrows = 3, int founders = 0, int worlds = 3) {
    Settings settings = settings_of("warren", worlds);
    settings.options = warren_options(rabbits, burrows, founders);
    return settings;
  }
};

TEST_P(TablesOn, GrowToTheirCapacityAndNoFurther) {
  for (const int capacity : {0, 1, 33, 10'000}) {
    Simulator simulator(warrens(capacity));
    const auto most = static_cast<std::uint32_t>(capacity);
    step_with(simulator, Deed::Spawn, most);
    EXPECT_EQ(told(simulator, "Counts.rabbits", 1), most);
    EXPECT_EQ(told(simulator, "Counts.rows", 1), most + 3);
    EXPECT_TRUE(simulator.errors().empty()) << capacity;
    step_one_with(simulator, 1, Deed::Spawn, 1);
    EXPECT_EQ(told(simulator, "Counts.rabbits", 1), most);
    EXPECT_EQ(simulator.errors(), (Counts{{"table_full", 1}})) << capacity;
    const std::vector<WorldError> errors = simulator.first_errors();
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].kind, "table_full");
    EXPECT_EQ(errors[0].world, 1);
    EXPECT_EQ(errors[0].step, 1);
    EXPECT_EQ(errors[0].archetype, "Rabbit");
    EXPECT_EQ(errors[0].wanted, capacity + 1);
    EXPECT_EQ(errors[0].allowed, capacity);
  }
}

// Issue 4: a world that fills.
TEST_P(TablesOn, FillAndTakeAgainTheLowestSlotsThatWereFreed) {
  Simulator simulator(warrens(5));
  for (int rabbit = 0; rabbit < 5; ++rabbit)
    step_with(simulator, Deed::Spawn, 1);
  step_with(simulator, Deed::Destroy, 0, {3, 0});
  step_with(simulator, Deed::Destroy, 0, {1, 0});
  const auto slots = [&] {
    std::vector<std::uint32_t> found;
    for (std::int64_t row = 0; row < told(simulator, "Counts.rabbits"); ++row)
      found.push_back(entity_at(simulator, 0, "Rabbit.Entity", row).slot);
    return found;
  };
  EXPECT_EQ(slots(), (std::vector<std::uint32_t>{0, 2, 4}));
  step_with(simulator, Deed::Spawn, 2);
  EXPECT_EQ(slots(), (std::vector<std::uint32_t>{0, 2, 4, 1, 3}));
  EXPECT_TRUE(simulator.errors().empty());
}

TEST_P(TablesOn, CountASpawnOfBillionsAsMoreThanThereIsRoomFor) {
  Simulator simulator(warrens(5, 3, 2));
  step_with(simulator, Deed::Spawn, 0xffffffffU);
  EXPECT_EQ(told(simulator, "Counts.rabbits"), 2u);
  EXPECT_EQ(simulator.errors(), (Counts{{"table_full", 3}}));
  EXPECT_GT(simulator.first_errors()[0].wanted, 1'000'000);
}

/// Who does not fit at the start is no reason to stop: the world starts without, and says so.
TEST_P(TablesOn, ReportFoundersForWhomThereIsNoRoom) {
  Simulator simulator(warrens(2, 1, 3));
  EXPECT_EQ(simulator.errors(), (Counts{{"table_full", 3}}));
  EXPECT_EQ(simulator.first_errors(5).size(), 3u);
  EXPECT_EQ(told(simulator, "Counts.rabbits"), 0u);
}

// Issue 4: a world with no entities.
TEST_P(TablesOn, MayHoldNothingAtAll) {
  Simulator simulator(warrens(0, 0));
  for (const Deed deed : {Deed::Nothing, Deed::Spawn, Deed::Destroy, Deed::WeighAll})
    step_with(simulator, deed);
  EXPECT_EQ(told(simulator, "Counts.rows"), 0u);
  EXPECT_TRUE(simulator.errors().empty());
  const std::vector<std::uint64_t> before = simulator.world_hashes();
  simulator.reset({{0, 1, 0}});
  const std::vector<std::uint64_t> after = simulator.world_hashes();
  EXPECT_EQ(after[0], before[0]);
  EXPECT_NE(after[1], before[1]);
  EXPECT_EQ(after[2], before[2]);
}

TEST_P(TablesOn, StartAsTheGraphStartSaysAndAtEveryReset) {
  Simulator simulator(warrens(9, 1, 4));
  EXPECT_EQ(told(simulator, "Counts.rabbits"), 4u);
  step_with(simulator, Deed::Spawn, 3);
  step_with(simulator, Deed::Destroy, 0, {0, 0});
  const std::vector<std::uint64_t> before = simulator.world_hashes();
  simulator.reset({{0, 7, 0}});
  const std::vector<std::uint64_t> after = simulator.world_hashes();
  EXPECT_EQ(told(simulator, "Counts.rabbits", 0), 6u);
  EXPECT_EQ(told(simulator, "Counts.rabbits", 1), 4u);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_NE(after[1], before[1]);
  EXPECT_EQ(after[2], before[2]);
  for (std::int64_t row = 0; row < 4; ++row) {
    EXPECT_EQ(scalar_of<std::uint32_t>(simulator, 1, "Rabbit.Weight.kg", row), 5u);
    EXPECT_GE(entity_at(simulator, 1, "Rabbit.Entity", row).generation, 1u) << "not of before";
  }
}

TEST_P(TablesOn, OfOneStepAreEmptyWhenTheNextBegins) {
  Simulator simulator(warrens(9, 1, 4));
  for (int step = 0; step < 3; ++step) {
    step_with(simulator, Deed::Spawn, 1);
    EXPECT_EQ(told(simulator, "Counts.tracks_at_start"), 0u);
    EXPECT_EQ(told(simulator, "Counts.tracks"), 5u + static_cast<std::uint32_t>(step));
  }
}

TEST_P(TablesOn, ReadWhatTheRunsSetUpMade) {
  Settings settings = warrens(4, 1, 2);
  Simulator without(settings);
  EXPECT_EQ(told(without, "Counts.carrots"), 0u);
  EXPECT_EQ(told(without, "Counts.founders"), 2u);
  settings.options.insert(settings.options.end(), {{"carrot", "abc"}, {"carrot", "de"}});
  Simulator with(settings);
  EXPECT_EQ(told(with, "Counts.carrots"), 2u);
  EXPECT_EQ(told(with, "Counts.bites", 2), 5u);
  EXPECT_EQ(with.peak_bytes(), with.plan().total_bytes);
  EXPECT_EQ(without.peak_bytes(), without.plan().total_bytes);
}

/// Two simulators of one environment, each with its own options.
TEST_P(TablesOn, OfSimulatorsSideBySideDifferAsTheirOptionsDo) {
  const auto run = [](std::vector<Simulator*> batches) {
    for (int step = 0; step < 4; ++step) {
      for (Simulator* batch : batches)
        step_with(*batch, Deed::Spawn, 2);
    }
  };
  Simulator small(warrens(5, 2, 1));
  Simulator large(warrens(40, 0, 3));
  run({&small, &large});
  EXPECT_EQ(told(small, "Counts.rabbits"), 5u);
  EXPECT_EQ(told(small, "Counts.rows"), 7u);
  EXPECT_EQ(small.errors(), (Counts{{"table_full", 3}}));
  EXPECT_EQ(told(large, "Counts.rabbits"), 11u);
  EXPECT_TRUE(large.errors().empty());
  Simulator alone(warrens(5, 2, 1));
  run({&alone});
  EXPECT_EQ(alone.world_hashes(), small.world_hashes());
}

TEST_P(TablesOn, AreListedByTheRowsThatLive) {
  Simulator simulator(warrens(9, 2, 4));
  step_with(simulator, Deed::Destroy, 0, {0, 0});
  const std::vector<FieldValue> before = simulator.inspect(1);
  std::map<std::string, int> rows;
  for (const FieldValue& scalar : before)
    ++rows[scalar.path];
  EXPECT_EQ(rows["Rabbit.Weight.kg"], 3);
  EXPECT_EQ(rows["Burrow.Weight.kg"], 2);
  EXPECT_EQ(rows["Track.Scent.strength"], 3);
  EXPECT_EQ(rows["RabbitSlots.Slot.row"], 9);
  EXPECT_EQ(rows.count("Rabbit.SpawnOrder.key") + rows.count("Rabbit.RowFate.value"), 0u);
  const std::size_t last = index_of(before, "Rabbit.Weight.kg", 2);
  simulator.flip_bit(1, last, 4);
  const std::vector<FieldValue> after = simulator.inspect(1);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t at = 0; at < before.size(); ++at)
    EXPECT_EQ(before[at].bits ^ after[at].bits, at == last ? 16u : 0u) << before[at].path;
}

TEST_P(TablesOn, AreInTheHashAsTheyAreListed) {
  Simulator simulator(warrens(5, 2, 3));
  step_with(simulator, Deed::Spawn, 1);
  const std::uint64_t before = simulator.state_hash();
  const std::vector<FieldValue> scalars = simulator.inspect(1);
  for (std::size_t index = 0; index < scalars.size(); ++index) {
    if (scalars[index].path.ends_with("Population.rows")) continue;  // says what else is listed
    simulator.flip_bit(1, index, 0);
    EXPECT_NE(simulator.state_hash(), before) << scalars[index].path;
    simulator.flip_bit(1, index, 0);
    ASSERT_EQ(simulator.state_hash(), before) << scalars[index].path;
  }
}

INSTANTIATE_TEST_SUITE_P(On, TablesOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
