/// World i of a seed is the same world, bit by bit, however and wherever it is run.
//
// failures.md: Same seed, same result: run to run, world count 1 or 65,536, any tile size, CPU or
// CUDA.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/parity/runs.hpp"

namespace starling::tests {
namespace {

const std::vector<std::string> environments = {"cartpole", "herd",  "zoo",
                                               "colony",   "crowd", "murmuration"};

/// The plainest run on the CPU; made once for all tests of a process.
const Trace& reference(const std::string& environment) {
  static std::map<std::string, Trace> traces;
  const auto known = traces.find(environment);
  if (known != traces.end()) return known->second;
  return traces[environment] = trace_of(plainest_settings(environment), steps_of(environment),
                                        worlds_of(environment));
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

using Case = std::pair<std::string, Variant>;

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const std::string& environment : environments) {
    for (const Variant& variant : variants_of(environment))
      cases.emplace_back(environment, variant);
  }
  return cases;
}

class Parity : public DeviceTestOf<Case> {};

TEST_P(Parity, IsBitIdenticalToThePlainestRun) {
  const auto& [environment, variant] = GetParam();
  const std::int64_t worlds = worlds_of(environment);
  const Settings settings = settings_of(variant, environment, worlds);
  expect_equal(trace_of(settings, steps_of(environment), worlds), reference(environment));
}

INSTANTIATE_TEST_SUITE_P(Of, Parity, ::testing::ValuesIn(all_cases()), [](const auto& test) {
  return test.param.first + "_" + test.param.second.name;
});

class Programs : public DeviceTestOf<std::string> {};

/// Hashes of all worlds after as many steps as the reference has.
std::vector<std::uint64_t> last_hashes(const Settings& settings) {
  Simulator simulator(settings);
  const int steps = steps_of(settings.environment);
  for (int done = 0; done < steps;) {
    const int launch = std::min(settings.steps_per_launch, steps - done);
    simulator.step(launch);
    done += launch;
  }
  return simulator.world_hashes();
}

TEST_P(Programs, ForRolloutsEqualThoseThatHashEveryStep) {
  for (const Residency residency : {Residency::Automatic, Residency::Global}) {
    const Variant variant = {.name = "rollout", .residency = residency};
    expect_equal_worlds(last_hashes(settings_of(variant, GetParam(), worlds_of(GetParam()))),
                        reference(GetParam()).last);
  }
}

/// The actions that one run drew, handed to another through its tensors.
TEST_P(Programs, ForGivenActionsEqualThoseThatDrawThem) {
  std::vector<Variant> ways = {{.name = "fused"},
                               {.name = "global", .residency = Residency::Global},
                               {.name = "unfused", .tile_worlds = 7, .fused = false}};
  for (const Variant& way : ways) {
    Settings settings = settings_of({.name = "drawn", .steps_per_launch = 50}, GetParam(), 300);
    settings.device = Device::Cpu;
    Simulator drawn(settings);
    settings = settings_of(way, GetParam(), 300);
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

INSTANTIATE_TEST_SUITE_P(Of, Programs, ::testing::ValuesIn(environments),
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

INSTANTIATE_TEST_SUITE_P(Of, WorldCounts, ::testing::ValuesIn(environments),
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
