/// World i of a seed is the same world, bit by bit, however and wherever it is run.
//
// failures.md: Same seed, same result: run to run, world count 1 or 65,536, any tile size, CPU or
// CUDA.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tests/parity/runs.hpp"

namespace starling::tests {
namespace {

/// The plainest run on the CPU; made once for all tests of a process.
const Trace& reference(const std::string& subject) {
  static std::map<std::string, Trace> traces;
  const auto known = traces.find(subject);
  if (known != traces.end()) return known->second;
  return traces[subject] =
             trace_of(plainest_settings(subject), steps_of(subject), worlds_of(subject));
}

template <class Parameter>
class DeviceTestOf : public ::testing::TestWithParam<Parameter> {
 protected:
  void SetUp() override {
    if (tested_device == Device::Cuda && cuda_unavailable_reason()) {
      GTEST_SKIP() << "no CUDA device";
    }
  }
};

class Parity : public DeviceTestOf<std::string> {};

/// All variants in one test, since each process makes a reference of its own.
TEST_P(Parity, IsBitIdenticalToThePlainestRun) {
  const std::string& subject = GetParam();
  for (const Variant& variant : variants_of(subject)) {
    SCOPED_TRACE(variant.name);
    const Settings settings = settings_of(variant, subject, worlds_of(subject));
    expect_equal(trace_of(settings, steps_of(subject), worlds_of(subject)), reference(subject));
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Parity, ::testing::ValuesIn(subjects),
                         [](const auto& test) { return test.param; });

class Programs : public DeviceTestOf<std::string> {};

void step_as_often_as_the_reference(Simulator& simulator, const std::string& subject) {
  const int steps = steps_of(subject);
  for (int done = 0; done < steps;) {
    const int launch = std::min(simulator.settings().steps_per_launch, steps - done);
    simulator.step(launch);
    done += launch;
  }
}

TEST_P(Programs, ForRolloutsEqualThoseThatHashEveryStep) {
  for (const Residency residency : {Residency::Automatic, Residency::Global}) {
    const Variant variant = {.name = "rollout", .residency = residency};
    Simulator simulator(settings_of(variant, GetParam(), worlds_of(GetParam())));
    step_as_often_as_the_reference(simulator, GetParam());
    expect_equal_worlds(simulator.world_hashes(), reference(GetParam()).last);
  }
}

/// The actions that one run drew, handed to another through its tensors.
TEST_P(Programs, ForGivenActionsEqualThoseThatDrawThem) {
  constexpr auto worlds = scaled<std::int64_t>(300, 60);
  std::vector<Variant> ways = {{.name = "fused"},
                               {.name = "global", .residency = Residency::Global},
                               {.name = "unfused", .tile_worlds = 7, .fused = false}};
  for (const Variant& way : ways) {
    Settings settings = settings_of({.name = "drawn", .steps_per_launch = 50}, GetParam(), worlds);
    settings.device = Device::Cpu;
    Simulator drawn(settings);
    settings = settings_of(way, GetParam(), worlds);
    settings.steps_per_launch = 50;
    settings.actions = Actions::Tensor;
    if (!way.fused && tested_device == Device::Cuda) settings.residency = Residency::Global;
    Simulator given(settings);
    for (int launch = 0; launch < 4; ++launch) {
      drawn.step(50);
      for (const std::string& name : drawn.tensor_names()) {
        if (name.ends_with("action"))
          given.write(given.tensor(name), drawn.read(drawn.tensor(name)));
      }
      given.step(50);
      SCOPED_TRACE(way.name + ", launch " + std::to_string(launch));
      expect_equal_worlds(given.world_hashes(), drawn.world_hashes());
      for (const std::string& name : drawn.tensor_names()) {
        if (name.find("final") != std::string::npos) continue;  // meaningless where nothing ended
        EXPECT_EQ(given.read(given.tensor(name)), drawn.read(drawn.tensor(name))) << name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Programs, ::testing::ValuesIn(subjects),
                         [](const auto& test) { return test.param; });

class WorldCounts : public DeviceTestOf<std::string> {};

TEST_P(WorldCounts, ShareTheirFirstWorlds) {
  for (const std::int64_t worlds : {1, 7}) {
    const Settings settings = settings_of({.name = "few"}, GetParam(), worlds);
    expect_equal(trace_of(settings, steps_of(GetParam()), worlds), reference(GetParam()));
  }
}

TEST_P(WorldCounts, RestartEveryWorld) {
  expect_restarts_in_every_world(reference(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Of, WorldCounts, ::testing::ValuesIn(subjects),
                         [](const auto& test) { return test.param; });

class GrowingTables : public DeviceTestOf<std::string> {};

/// How often the slots of a world's entities were freed.
std::uint64_t count_destroyed(Simulator& simulator, std::int64_t world) {
  std::uint64_t destroyed = 0;
  for (const FieldValue& scalar : simulator.inspect(world))
    destroyed += scalar.path.ends_with("Slots.Slot.generation") ? scalar.bits : 0;
  return destroyed;
}

TEST_P(GrowingTables, SpawnAndDestroyThousandsInTheRunsThatAreCompared) {
  const std::int64_t worlds = std::min<std::int64_t>(200, worlds_of(GetParam()));
  Simulator simulator(settings_of({.name = "counted", .steps_per_launch = 50}, GetParam(), worlds));
  step_as_often_as_the_reference(simulator, GetParam());
  std::uint64_t destroyed = 0;
  for (std::int64_t world = 0; world < worlds; ++world)
    destroyed += count_destroyed(simulator, world);
  EXPECT_GE(destroyed, 1000U);  // and what is destroyed was spawned
  EXPECT_TRUE(simulator.errors().empty() || GetParam() == "colony");  // colonies fill up
  const std::vector<std::uint64_t> hashes = simulator.world_hashes();
  expect_equal_worlds(hashes, {reference(GetParam()).last.data(), hashes.size()});
}

INSTANTIATE_TEST_SUITE_P(Of, GrowingTables, ::testing::ValuesIn(growing_subjects),
                         [](const auto& test) { return test.param; });

class ManyWorlds : public DeviceTestOf<std::string> {};

TEST_P(ManyWorlds, ShareTheirFirstOnesAndAllRestart) {
  const int steps = steps_of(GetParam());
  const Trace many =
      trace_of(settings_of({.name = "fast"}, GetParam(), many_worlds), steps, some_worlds);
  expect_equal(many, reference(GetParam()));
  expect_restarts_in_every_world(many);

  const Variant odd = {.name = "odd",
                       .tile_worlds = 33,
                       .steps_per_launch = 1,
                       .fused = false,
                       .tile_shuffle = 4,
                       .residency = Residency::Global};
  Settings on_cpu = settings_of(odd, GetParam(), many_worlds);
  on_cpu.device = Device::Cpu;
  expect_equal(trace_of(on_cpu, steps, some_worlds), many);
}

INSTANTIATE_TEST_SUITE_P(Of, ManyWorlds, ::testing::Values("cartpole"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace starling::tests
