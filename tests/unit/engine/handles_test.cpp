/// Handles lead to the entity that they were made for, or nowhere.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/support/device_test.hpp"
#include "tests/support/warrens.hpp"

namespace starling::tests {
namespace {

using warren::Deed;

class HandlesOn : public DeviceTest {
 protected:
  /// Two worlds of at most 8 rabbits, of which 2 found each, and 3 burrows.
  static Settings warrens() { return settings_of("warren", 2); }
};

TEST_P(HandlesOn, OfFixedRowsAreTheirOwnForEver) {
  Simulator simulator(warrens());
  for (int time = 0; time < 3; ++time) {
    step_with(simulator, Deed::Destroy, 0, {0, 0});
    for (std::int64_t burrow = 0; burrow < 3; ++burrow) {
      const Entity known = entity_at(simulator, 1, "Burrow.Known.self", burrow);
      EXPECT_EQ(known, (Entity{8 + static_cast<std::uint32_t>(burrow), 0}));
    }
    simulator.reset();
  }
}

TEST_P(HandlesOn, AreKnownToTheRowsThatHaveThem) {
  Simulator simulator(warrens());
  step_with(simulator, Deed::Spawn, 3);
  for (std::int64_t rabbit = 0; rabbit < 5; ++rabbit) {
    EXPECT_EQ(entity_at(simulator, 0, "Rabbit.Known.self", rabbit),
              entity_at(simulator, 0, "Rabbit.Entity", rabbit));
  }
}

TEST_P(HandlesOn, LeadToRowsOfGrowingAndOfFixedArchetypes) {
  Simulator simulator(warrens());
  step_with(simulator, Deed::WeighAll, 100);  // rows 0 and 1 are rabbits, 2 to 4 burrows
  for (const auto& [entity, kg] : {std::pair{Entity{0, 0}, 100U},
                                   {Entity{1, 0}, 101U},
                                   {Entity{8, 0}, 102U},
                                   {Entity{10, 0}, 104U}}) {
    step_with(simulator, Deed::Nothing, 0, entity);
    EXPECT_EQ(told(simulator, "Answer.given_lives"), 1u) << entity.slot;
    EXPECT_EQ(told(simulator, "Answer.given_kg"), kg) << entity.slot;
  }
}

TEST_P(HandlesOn, OfNobodyLeadNowhere) {
  Simulator simulator(warrens());
  for (const Entity entity : {Entity{}, Entity{2, 0}, Entity{0, 1}, Entity{8, 1}, Entity{11, 0},
                              Entity{0, 0xffffff01U}, Entity{0xfffffff0U, 0}}) {
    step_with(simulator, Deed::WeighOne, 50, entity);
    EXPECT_EQ(told(simulator, "Answer.given_lives"), 0u) << entity.slot;
    EXPECT_EQ(told(simulator, "Answer.given_kg"), 0u) << entity.slot;
    EXPECT_EQ(told(simulator, "Answer.was_set"), 0u) << entity.slot;
    step_with(simulator, Deed::Destroy, 0, entity);
    EXPECT_EQ(told(simulator, "Counts.rabbits"), 2u) << entity.slot;
  }
  EXPECT_TRUE(simulator.errors().empty());
}

TEST_P(HandlesOn, SetWhatTheyLeadToAndNothingElse) {
  Simulator simulator(warrens());
  step_with(simulator, Deed::WeighOne, 50, {1, 0});
  step_with(simulator, Deed::WeighOne, 60, {9, 0});
  EXPECT_EQ(told(simulator, "Answer.was_set"), 1u);
  const auto kg = [&](const std::string& archetype, std::int64_t row) {
    return scalar_of<std::uint32_t>(simulator, 1, archetype + ".Weight.kg", row);
  };
  EXPECT_EQ(kg("Rabbit", 0), 5u);
  EXPECT_EQ(kg("Rabbit", 1), 50u);
  EXPECT_EQ(kg("Burrow", 0), 0u);
  EXPECT_EQ(kg("Burrow", 1), 60u);
  EXPECT_EQ(kg("Burrow", 2), 0u);
}

// Issue 4: an entity destroyed while another holds its handle.
TEST_P(HandlesOn, OfTheDestroyedLeadNowhereAlsoWhenTheirSlotHasANewOwner) {
  Simulator simulator(warrens());
  step_with(simulator, Deed::Spawn, 1);
  const Entity held = entity_at(simulator, 0, "world.Held.entity");
  EXPECT_EQ(held, (Entity{2, 0}));
  EXPECT_EQ(told(simulator, "Answer.held_lives"), 1u);
  EXPECT_EQ(told(simulator, "Answer.held_kg"), 1u);
  step_with(simulator, Deed::Destroy, 0, held);
  EXPECT_EQ(told(simulator, "Answer.held_lives"), 0u);
  EXPECT_EQ(told(simulator, "Answer.held_kg"), 0u);
  const Entity before = entity_at(simulator, 0, "world.Held.entity");
  EXPECT_EQ(before, held) << "what holds a handle keeps it";
  step_with(simulator, Deed::Spawn, 1);
  EXPECT_EQ(entity_at(simulator, 0, "world.Held.entity"), (Entity{2, 1}));
  step_with(simulator, Deed::Nothing, 0, held);
  EXPECT_EQ(told(simulator, "Answer.given_lives"), 0u);
  EXPECT_EQ(told(simulator, "Answer.held_lives"), 1u);
}

TEST_P(HandlesOn, OfSpawnsWithoutRoomOrRowsAreThoseOfNobody) {
  Simulator simulator(warrens());
  step_with(simulator, Deed::Spawn, 7);
  EXPECT_EQ(entity_at(simulator, 0, "world.Held.entity"), Entity{});
  EXPECT_EQ(simulator.errors()["table_full"], 2);
  simulator.reset();
  step_with(simulator, Deed::Spawn, 1);
  step_with(simulator, Deed::Spawn, 0);
  EXPECT_EQ(entity_at(simulator, 0, "world.Held.entity"), Entity{});
  EXPECT_TRUE(simulator.errors().empty());
}

/// What each rabbit drew in the newest step, by its slot.
std::map<std::uint32_t, std::uint32_t> draws_by_slot(Simulator& simulator) {
  std::map<std::uint32_t, std::uint32_t> draws;
  for (std::int64_t row = 0; row < told(simulator, "Counts.rabbits"); ++row) {
    const Entity entity = entity_at(simulator, 0, "Rabbit.Entity", row);
    draws[entity.slot] = scalar_of<std::uint32_t>(simulator, 0, "Rabbit.Draw.number", row);
  }
  return draws;
}

TEST_P(HandlesOn, KeyRandomNumbersWhateverRowsAreDestroyed) {
  Simulator simulator(warrens());
  Simulator thinned(warrens());
  for (Simulator* batch : {&simulator, &thinned})
    step_with(*batch, Deed::Spawn, 5);
  step_with(simulator, Deed::Nothing);
  step_with(thinned, Deed::Destroy, 0, {1, 0});
  for (int step = 0; step < 3; ++step) {
    auto all = draws_by_slot(simulator);
    EXPECT_EQ(all.size(), 7u);
    all.erase(1);
    EXPECT_EQ(draws_by_slot(thinned), all);
    for (Simulator* batch : {&simulator, &thinned})
      step_with(*batch, Deed::Nothing);
  }
}

INSTANTIATE_TEST_SUITE_P(On, HandlesOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
