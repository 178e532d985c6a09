/// The planner knows what a batch takes before anything is allocated, and refuses what cannot be.
#include "engine/planner.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "envs/cartpole/cartpole.hpp"
#include "tests/support/fake_backend.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/settings.hpp"

namespace starling::tests {
namespace {

/// More than any batch here takes.
constexpr std::int64_t ample_bytes = std::int64_t{1} << 62;

Plan plan_for(const Settings& settings, std::int64_t memory_bytes = ample_bytes) {
  const FakeBackend backend(memory_bytes);
  return make_plan(find_environment(settings.environment), settings, backend);
}

std::int64_t sum_of_items(const Plan& plan) {
  std::int64_t sum = 0;
  for (const FootprintItem& item : plan.items)
    sum += item.size_bytes;
  return sum;
}

std::int64_t size_of_item(const Plan& plan, const std::string& name) {
  for (const FootprintItem& item : plan.items) {
    if (item.name == name) return item.size_bytes;
  }
  ADD_FAILURE() << "no item " << name;
  return 0;
}

// failures.md: Before allocating, the footprint is known and shown by table.
TEST(Planner, ListsAFootprintThatAddsUp) {
  for (const std::string environment : {"cartpole", "herd", "zoo", "desert"}) {
    for (const std::int64_t worlds : {1, 1000, 65'536}) {
      for (const std::uint64_t shuffle : {0, 1}) {
        Settings settings = make_settings(environment, worlds, 64);
        settings.tile_shuffle = shuffle;
        const Plan plan = plan_for(settings);
        EXPECT_EQ(sum_of_items(plan), plan.total_bytes) << environment;
        EXPECT_EQ(plan.bytes_per_world * static_cast<double>(worlds),
                  static_cast<double>(plan.total_bytes));
        for (const FootprintItem& item : plan.items)
          EXPECT_GE(item.size_bytes, 0) << item.name;
      }
    }
  }
}

TEST(Planner, CountsEveryColumnOnce) {
  Settings settings = make_settings("cartpole", 32'000, 10);
  settings.tile_worlds = 320;  // whole warps and whole tiles, so that no row is padding
  const Plan plan = plan_for(settings);
  EXPECT_EQ(size_of_item(plan, "Balancer.Cart"), 32'000 * 8);
  EXPECT_EQ(size_of_item(plan, "Balancer.Tally"), 32'000 * 24);
  EXPECT_EQ(size_of_item(plan, "Balancer.Observation (exported)"), 32'000 * 16 * 10);
  EXPECT_EQ(size_of_item(plan, "Balancer.FinalObservation (exported)"),
            32'000 * static_cast<std::int64_t>(sizeof(Final<envs::cartpole::Observation>)) * 10);
  EXPECT_EQ(size_of_item(plan, "Balancer.Ending (exported)"), 32'000 * 2 * 10);
  EXPECT_EQ(size_of_item(plan, "world.StateHash (exported)"), 32'000 * 8);
  EXPECT_EQ(plan.items.size(), find_environment("cartpole").description.columns.size() + 1);
}

TEST(Planner, CountsAHashForEveryStepWhereStepsAreHashed) {
  Settings settings = make_settings("cartpole", 32'000, 10);
  settings.actions = Actions::Random;
  settings.hash_steps = true;
  EXPECT_EQ(size_of_item(plan_for(settings), "world.StateHash (exported)"), 32'000 * 8 * 11);
}

// failures.md: 32-bit overflow at 3 million worlds or rows is tested for.
TEST(Planner, CountsThreeMillionWorldsInSixtyFourBits) {
  constexpr std::int64_t worlds = 3'000'000;
  const Plan plan = plan_for(make_settings("cartpole", worlds, 64));
  EXPECT_EQ(size_of_item(plan, "Balancer.Observation (exported)"), 3'072'000'000);
  EXPECT_EQ(sum_of_items(plan), plan.total_bytes);
  EXPECT_GT(plan.total_bytes, worlds * 64 * (1 + 16 + 16 + 4 + 2));
  EXPECT_GE(plan.tiles * plan.tile_worlds, worlds);
}

TEST(Planner, CountsTheMostWorldsThatThereCanBe) {
  constexpr std::int64_t worlds = 2'147'483'647;
  const Plan plan = plan_for(make_settings("cartpole", worlds));
  EXPECT_EQ(size_of_item(plan, "Balancer.Observation (exported)"), worlds * 16);
  EXPECT_EQ(sum_of_items(plan), plan.total_bytes);
}

/// Offsets within a slab have 31 bits.
TEST(Planner, KeepsSlabsOfLargeWorldsWithinTheirOffsets) {
  for (const std::int64_t worlds : {1, 31, 32, 33, 700}) {
    const Plan plan = plan_for(make_settings("beach", worlds));
    EXPECT_LT(plan.slab_bytes, std::int64_t{1} << 31) << worlds << " worlds";
  }
}

TEST(Planner, RefusesATileWhoseSlabIsBeyondItsOffsets) {
  Settings settings = make_settings("beach", 1000);
  settings.tile_worlds = 1000;  // 3 billion rows of 16 bytes
  expect_refused(Refusal::Usage, {"1000", "tile"}, [&] { plan_for(settings); });
}

/// Rows of an exported column, all slots together, are numbered in 31 bits.
TEST(Planner, RefusesMoreExportedRowsThanCanBeNumbered) {
  EXPECT_NO_THROW(plan_for(make_settings("cartpole", 2'147'483'647 / 64, 64)));
  expect_refused(Refusal::Usage, {"cartpole", "64 steps a launch", "2147483648", "2147483647"},
                 [] { plan_for(make_settings("cartpole", 2'147'483'648 / 64, 64)); });
}

// failures.md: asking for more worlds than fit is refused with both numbers and the most that
// would fit.
TEST(Planner, RefusesMoreWorldsThanFitWithBothNumbers) {
  const Settings settings = make_settings("cartpole", 1'000'000, 16);
  const std::int64_t needed = plan_for(settings).total_bytes;
  EXPECT_NO_THROW(plan_for(settings, needed));
  expect_refused(Refusal::Unavailable,
                 {"1000000 worlds", "cartpole", std::to_string(needed), std::to_string(needed - 1),
                  "fake device", "at most"},
                 [&] { plan_for(settings, needed - 1); });
}

/// The number behind "at most" in the sentence of a refusal.
std::int64_t most_worlds_in(const std::string& sentence) {
  const auto at = sentence.find("at most ");
  return at == std::string::npos ? -1 : std::stoll(sentence.substr(at + 8));
}

TEST(Planner, NamesTheMostWorldsThatFit) {
  for (const Device device : {Device::Cpu, Device::Cuda}) {
    for (const std::string environment : {"cartpole", "herd", "zoo"}) {
      for (const int tile_worlds : {0, 1, 33, 1000}) {
        for (const std::int64_t memory_bytes :
             {std::int64_t{50'000}, std::int64_t{1'000'000}, std::int64_t{123'456'789},
              std::int64_t{2'000'000'000}, std::int64_t{200'000'000'000}}) {
          Settings settings = make_settings(environment, 2'000'000'000, 64);
          settings.device = device;
          settings.tile_worlds = tile_worlds;
          const std::string sentence =
              sentence_of(Refusal::Unavailable, [&] { plan_for(settings, memory_bytes); });
          settings.worlds = most_worlds_in(sentence);
          ASSERT_GT(settings.worlds, 0) << sentence;
          EXPECT_NO_THROW(plan_for(settings, memory_bytes)) << sentence;
          settings.worlds += 1;
          EXPECT_THROW(plan_for(settings, memory_bytes), Error) << sentence;
        }
      }
    }
  }
}

TEST(Planner, SaysWhereNotOneWorldFits) {
  expect_refused(Refusal::Unavailable, {"at most 0 worlds"},
                 [] { plan_for(make_settings("cartpole", 10), 100); });
}

// failures.md: zero worlds, one world, a world count that is no multiple of the tile: all work or
// are refused in a sentence.
TEST(Planner, RefusesZeroWorldsAndFewer) {
  expect_refused(Refusal::Usage, {"worlds", "0", "1"},
                 [] { plan_for(make_settings("cartpole", 0)); });
  expect_refused(Refusal::Usage, {"worlds", "-5"}, [] { plan_for(make_settings("cartpole", -5)); });
  expect_refused(Refusal::Usage, {"worlds", "2147483648", "2147483647"},
                 [] { plan_for(make_settings("cartpole", 2'147'483'648)); });
}

TEST(Planner, RefusesSettingsOutOfRange) {
  const auto expect_out_of_range = [](const std::string& name, auto set) {
    Settings settings = make_settings("cartpole", 10);
    set(settings);
    expect_refused(Refusal::Usage, {name, "between"}, [&] { plan_for(settings); });
  };
  expect_out_of_range("tile_worlds", [](Settings& settings) { settings.tile_worlds = -1; });
  expect_out_of_range("tile_worlds", [](Settings& settings) { settings.tile_worlds = 1 << 21; });
  expect_out_of_range("steps_per_launch",
                      [](Settings& settings) { settings.steps_per_launch = 0; });
  expect_out_of_range("steps_per_launch",
                      [](Settings& settings) { settings.steps_per_launch = 65'537; });
  expect_out_of_range("threads", [](Settings& settings) { settings.threads = -1; });
  expect_out_of_range("threads", [](Settings& settings) { settings.threads = 4097; });
}

TEST(Planner, RefusesResidenciesThatACpuHasNot) {
  for (const Residency residency : {Residency::Registers, Residency::Shared}) {
    Settings settings = make_settings("cartpole", 10);
    settings.residency = residency;
    expect_refused(Refusal::Usage, {name_of(residency), "CUDA"}, [&] { plan_for(settings); });
  }
}

TEST(Planner, RefusesHashesOfStepsWithActionsFromTensors) {
  Settings settings = make_settings("cartpole", 10);
  settings.hash_steps = true;
  expect_refused(Refusal::Usage, {"hash_steps", "random"}, [&] { plan_for(settings); });
}

/// A batch of CartPole as if teams of eight threads shared its worlds, each in so much scratch
/// memory.
Plan plan_for_teams(int scratch_bytes_a_warp, int tile_worlds) {
  Settings settings = make_settings("cartpole", 1000);
  settings.device = Device::Cuda;
  settings.tile_worlds = tile_worlds;
  RegisteredEnvironment environment;
  environment.description = find_environment("cartpole").description;
  CudaKernel kernel;
  kernel.most_threads = 256;
  kernel.shared_bytes_a_warp = scratch_bytes_a_warp;
  kernel.team_lanes = 8;
  environment.cuda[static_cast<std::size_t>(step_program(settings))][1] = {kernel};
  return make_plan(environment, settings, FakeBackend(ample_bytes, 256));
}

TEST(Planner, GivesABlockNoMoreThreadsThanItHasScratchMemoryFor) {
  constexpr int shared_bytes = 200 * 1024;
  EXPECT_EQ(plan_for_teams(1024, 32).threads, 256);
  EXPECT_EQ(plan_for_teams(shared_bytes / 3, 32).threads, 96);
  EXPECT_EQ(plan_for_teams(shared_bytes, 32).threads, 32);
}

TEST(Planner, ChoosesATileThatAllThreadsOfABlockShare) {
  EXPECT_EQ(plan_for_teams(200 * 1024 / 3, 0).tile_worlds, 12);
}

TEST(Planner, RefusesScratchMemoryThatNoBlockHas) {
  expect_refused(Refusal::Usage, {"'cartpole'", "204801", "204800"},
                 [] { plan_for_teams(200 * 1024 + 1, 32); });
}

TEST(Planner, MakesTilesNoLargerThanTheBatch) {
  Settings settings = make_settings("cartpole", 10);
  settings.tile_worlds = 1000;
  EXPECT_EQ(plan_for(settings).tile_worlds, 10);
  EXPECT_EQ(plan_for(settings).tiles, 1);
}

TEST(Planner, CoversAWorldCountThatIsNoMultipleOfTheTile) {
  Settings settings = make_settings("cartpole", 1000);
  settings.tile_worlds = 33;
  EXPECT_EQ(plan_for(settings).tile_worlds, 33);
  EXPECT_EQ(plan_for(settings).tiles, 31);
}

/// Half a core's cache holds a tile, and every thread has several.
TEST(Planner, ChoosesTilesThatFitACoreAndBusyAllThreads) {
  for (const std::int64_t worlds : {1, 100, 10'000, 10'000'000}) {
    const Plan plan = plan_for(make_settings("cartpole", worlds));
    EXPECT_TRUE(plan.resident);
    EXPECT_TRUE(worlds < 10'000 || plan.tiles >= 4 * plan.threads) << worlds;
  }
}

}  // namespace
}  // namespace starling::tests
