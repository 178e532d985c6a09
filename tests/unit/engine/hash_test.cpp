/// The hash of a world holds every bit of it, each in its place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/description.hpp"
#include "engine/simulator.hpp"
#include "tests/support/cartpole_states.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

/// Environments small enough to look at scalar by scalar.
const std::vector<std::string> environments = {"cartpole", "herd", "zoo", "desert"};

/// Highest bit of a scalar that carries meaning: a bool has one.
int high_bit(DType dtype) {
  return dtype == DType::Bool ? 0 : static_cast<int>(8 * size_bytes(dtype)) - 1;
}

bool has_ended(Simulator& simulator, std::size_t world) {
  const auto endings = read_newest<Ending>(simulator, "ending");
  return endings[world].terminated || endings[world].truncated;
}

/// Steps until a launch ends with an episode of a world, so that its final observation is one.
void step_to_an_end(Simulator& simulator, std::size_t world) {
  for (int launch = 0; launch < 1000; ++launch) {
    simulator.step(simulator.settings().steps_per_launch);
    if (has_ended(simulator, world)) return;
  }
  FAIL() << "no episode ended in 1000 steps";
}

void expect_every_bit_in_the_hash(Simulator& simulator, std::int64_t world) {
  const std::uint64_t before = simulator.state_hash();
  const std::vector<FieldValue> scalars = simulator.inspect(world);
  for (std::size_t index = 0; index < scalars.size(); ++index) {
    for (const int bit : {0, high_bit(dtype_of(simulator.description(), scalars[index].path))}) {
      simulator.flip_bit(world, index, bit);
      EXPECT_NE(simulator.state_hash(), before) << scalars[index].path << " bit " << bit;
      simulator.flip_bit(world, index, bit);
      ASSERT_EQ(simulator.state_hash(), before);
    }
  }
}

class HashOn : public DeviceTest {};

TEST_P(HashOn, ChangesWithEveryBitOfEveryColumnSingletonAndCounter) {
  for (const std::string& environment : environments) {
    for (const int steps_per_launch : {1, 5}) {
      Simulator simulator(random_settings_of(environment, 3, steps_per_launch));
      step_to_an_end(simulator, 1);
      expect_every_bit_in_the_hash(simulator, 1);
    }
  }
}

/// So that the claim above is about everything; but where a launch's next final observation goes is
/// no state.
TEST_P(HashOn, CoversWhatInspectionListsAndThatIsAll) {
  for (const std::string& environment : environments) {
    Simulator simulator(random_settings_of(environment, 2));
    step_to_an_end(simulator, 0);
    std::size_t scalars = 0;
    for (const ColumnDescription& column : simulator.description().columns) {
      if (column.role == ColumnRole::Internal || column.component == "EpisodesEnded") continue;
      scalars += column.fields.size() * static_cast<std::size_t>(column.rows_per_world);
    }
    EXPECT_EQ(simulator.inspect(0).size(), scalars) << environment;
  }
}

/// A final observation of an earlier step lies in its slot still, and means nothing.
TEST_P(HashOn, LeavesOutFinalObservationsOfOtherSteps) {
  Simulator simulator(random_settings_of("cartpole", 1));
  step_to_an_end(simulator, 0);
  simulator.step();
  ASSERT_FALSE(has_ended(simulator, 0));
  const std::uint64_t before = simulator.state_hash();
  write_slot(simulator, "final_observation", 0, std::vector<CartPoleValues>{{1, 2, 3, 4}});
  EXPECT_EQ(simulator.state_hash(), before);
}

TEST_P(HashOn, TellsPlusZeroFromMinusZero) {
  Simulator simulator(settings_of("zoo", 1));
  for (const char* path : {"Animal.Body.height_m", "Animal.Body.place.x", "Animal.Body.weight_kg",
                           "world.Weather.temperature_k"}) {
    const DType dtype = dtype_of(simulator.description(), path);
    const std::size_t index = index_of(simulator.inspect(0), path, 0);
    set_bits(simulator, 0, index, simulator.inspect(0)[index].bits, 0);
    const std::uint64_t plus = simulator.state_hash();
    simulator.flip_bit(0, index, high_bit(dtype));
    EXPECT_NE(simulator.state_hash(), plus) << path;
  }
}

/// Two worlds whose episodes did not end in the newest step, and so have the same scalars.
std::pair<std::size_t, std::size_t> two_running_worlds(Simulator& simulator) {
  std::vector<std::size_t> running;
  for (std::size_t world = 0; running.size() < 2; ++world) {
    if (!has_ended(simulator, world)) running.push_back(world);
  }
  return {running[0], running[1]};
}

TEST_P(HashOn, ChangesWhenTwoWorldsAreSwapped) {
  for (const std::string& environment : environments) {
    Simulator simulator(random_settings_of(environment, 20));
    simulator.step();
    const std::uint64_t before = simulator.state_hash();
    std::vector<std::uint64_t> swapped = simulator.world_hashes();
    const auto [a, b] = two_running_worlds(simulator);
    std::swap(swapped[a], swapped[b]);
    const std::vector<FieldValue> first = simulator.inspect(static_cast<std::int64_t>(a));
    const std::vector<FieldValue> second = simulator.inspect(static_cast<std::int64_t>(b));
    set_world(simulator, static_cast<std::int64_t>(a), second);
    set_world(simulator, static_cast<std::int64_t>(b), first);
    EXPECT_EQ(simulator.world_hashes(), swapped) << environment;
    EXPECT_NE(simulator.state_hash(), before) << environment;
  }
}

/// Swaps the scalars of two rows of an archetype in world 0.
void swap_rows(Simulator& simulator, const std::string& archetype, std::int64_t a, std::int64_t b) {
  const std::vector<FieldValue> scalars = simulator.inspect(0);
  for (const FieldValue& scalar : scalars) {
    if (!scalar.path.starts_with(archetype + ".") || scalar.row != a) continue;
    const std::size_t here = index_of(scalars, scalar.path, a);
    const std::size_t there = index_of(scalars, scalar.path, b);
    set_bits(simulator, 0, here, scalars[here].bits, scalars[there].bits);
    set_bits(simulator, 0, there, scalars[there].bits, scalars[here].bits);
  }
}

TEST_P(HashOn, ChangesWhenARowMoves) {
  const std::vector<std::pair<std::string, std::string>> archetypes = {
      {"herd", "Sheep"}, {"herd", "Dog"}, {"zoo", "Animal"}};
  for (const auto& [environment, archetype] : archetypes) {
    Simulator simulator(random_settings_of(environment, 2));
    simulator.step();
    const std::uint64_t before = simulator.state_hash();
    swap_rows(simulator, archetype, 0, 1);
    EXPECT_NE(simulator.state_hash(), before) << environment << " " << archetype;
    swap_rows(simulator, archetype, 0, 1);
    EXPECT_EQ(simulator.state_hash(), before);
  }
}

TEST_P(HashOn, OfWorldsDiffersFromWorldToWorld) {
  for (const std::string& environment : environments) {
    Simulator simulator(random_settings_of(environment, 500));
    simulator.step();
    std::vector<std::uint64_t> hashes = simulator.world_hashes();
    std::sort(hashes.begin(), hashes.end());
    EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end()) << environment;
  }
}

TEST_P(HashOn, OfABatchIsThatOfItsWorldsInOrder) {
  Simulator simulator(random_settings_of("herd", 10));
  simulator.step();
  std::vector<std::uint64_t> hashes = simulator.world_hashes();
  EXPECT_EQ(simulator.state_hash(), combine_hashes(hashes));
  std::swap(hashes[2], hashes[3]);
  EXPECT_NE(simulator.state_hash(), combine_hashes(hashes));
}

TEST_P(HashOn, OfEveryStepIsThatOfTheWorldsThen) {
  Settings settings = random_settings_of("herd", 10, 8);
  settings.hash_steps = true;
  Simulator hashed(settings);
  Simulator stepped(random_settings_of("herd", 10));
  EXPECT_TRUE(hashed.step_hashes().empty());
  for (const int steps : {8, 3}) {
    hashed.step(steps);
    std::vector<std::uint64_t> expected;
    for (int step = 0; step < steps; ++step) {
      stepped.step();
      const auto hashes = stepped.world_hashes();
      expected.insert(expected.end(), hashes.begin(), hashes.end());
    }
    EXPECT_EQ(hashed.step_hashes(), expected);
  }
}

TEST_P(HashOn, OfNowLeavesThoseOfTheSteps) {
  Settings settings = random_settings_of("cartpole", 10, 8);
  settings.hash_steps = true;
  Simulator simulator(settings);
  simulator.step(8);
  const std::vector<std::uint64_t> of_steps = simulator.step_hashes();
  const std::vector<std::uint64_t> now = simulator.world_hashes();
  EXPECT_TRUE(std::equal(now.begin(), now.end(), of_steps.end() - 10));
  EXPECT_EQ(simulator.step_hashes(), of_steps);
}

INSTANTIATE_TEST_SUITE_P(On, HashOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
