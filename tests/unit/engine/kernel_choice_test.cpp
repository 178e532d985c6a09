/// The planner takes the number of lanes that promises most, among those that are compiled.
#include "engine/kernel_choice.hpp"

#include <gtest/gtest.h>

#include "tests/support/fake_backend.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests {
namespace {

constexpr std::int64_t ample_bytes = std::int64_t{1} << 62;

/// Sixteen rows and four, with kernels for 4, 8 and 16 lanes.
RegisteredEnvironment environment_with(std::vector<int> lanes) {
  RegisteredEnvironment environment;
  environment.description.name = "rows";
  environment.description.tables = {{"world", 1}, {"Body", 16}, {"Agent", 4}};
  auto& kernels = environment.cuda[static_cast<std::size_t>(ProgramKind::Step)][1];
  for (const int count : lanes)
    kernels.push_back({nullptr, Residency::Registers, count, false, 128, 0});
  kernels.push_back({nullptr, Residency::Global, 0, false, 256, 0});
  return environment;
}

Settings settings_for(std::int64_t worlds) {
  Settings settings;
  settings.device = Device::Cuda;
  settings.worlds = worlds;
  return settings;
}

KernelChoice choose(const RegisteredEnvironment& environment, const Settings& settings) {
  return choose_kernel(environment, settings, FakeBackend(ample_bytes));
}

TEST(KernelChoice, TakesManyLanesForFewWorlds) {
  const RegisteredEnvironment environment = environment_with({4, 8, 16});
  EXPECT_EQ(choose(environment, settings_for(16)).lanes, 16);
}

TEST(KernelChoice, TakesFewLanesForManyWorlds) {
  const RegisteredEnvironment environment = environment_with({4, 8, 16});
  const KernelChoice choice = choose(environment, settings_for(100'000));
  EXPECT_EQ(choice.lanes, 4);
  EXPECT_EQ(choice.residency, Residency::Registers);
}

TEST(KernelChoice, TakesAsManyLanesAsAskedFor) {
  Settings settings = settings_for(100'000);
  settings.lanes = 8;
  EXPECT_EQ(choose(environment_with({4, 8, 16}), settings).lanes, 8);
}

TEST(KernelChoice, RefusesLanesThatAreNotCompiled) {
  Settings settings = settings_for(100);
  settings.lanes = 32;
  const RegisteredEnvironment environment = environment_with({4, 8, 16});
  expect_refused(Refusal::Usage, {"'rows'", "32 threads a world"},
                 [&] { choose(environment, settings); });
}

TEST(KernelChoice, LeavesRegistersWhereNoGroupFits) {
  EXPECT_EQ(choose(environment_with({}), settings_for(100)).lanes, 0);
  Settings settings = settings_for(100);
  settings.residency = Residency::Registers;
  const RegisteredEnvironment environment = environment_with({});
  expect_refused(Refusal::Usage, {"registers"}, [&] { choose(environment, settings); });
}

TEST(KernelChoice, KeepsToGlobalMemoryWhereThatIsSet) {
  Settings settings = settings_for(100);
  settings.residency = Residency::Global;
  EXPECT_EQ(choose(environment_with({4}), settings).residency, Residency::Global);
}

TEST(KernelChoice, GivesABlockAsManyWarpsAsItsSharedMemoryHolds) {
  const FakeBackend backend(ample_bytes);
  const auto most = [&](std::int64_t scratch_bytes) {
    KernelChoice choice;
    choice.team_lanes = 8;
    choice.most_threads = 256;
    choice.scratch_bytes_a_warp = static_cast<int>(scratch_bytes);
    return most_warps_a_block(choice, backend);
  };
  const std::int64_t shared_bytes = backend.limits().shared_bytes;
  EXPECT_EQ(most(0), 8);
  EXPECT_EQ(most(1024), 8);
  EXPECT_EQ(most(shared_bytes / 3), 3);
  EXPECT_EQ(most(shared_bytes / 3 + 1), 2);
  EXPECT_EQ(most(shared_bytes), 1);
  EXPECT_EQ(most(shared_bytes + 1), 0);
}

TEST(KernelChoice, HasNoLanesOnACpu) {
  Settings settings = settings_for(100);
  settings.device = Device::Cpu;
  EXPECT_EQ(choose(environment_with({4}), settings).lanes, 0);
}

}  // namespace
}  // namespace starling::tests
