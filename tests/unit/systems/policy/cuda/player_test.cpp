/// Policies play on the GPU what they play on the CPU, in float32 bit for bit.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/passages.hpp"
#include "tests/support/played_run.hpp"
#include "tests/support/settings.hpp"

namespace starling::tests {
namespace {

struct Subject {
  std::string environment;
  OptionTexts options;
  std::int64_t worlds = 1;
  int steps = 1;
};

void PrintTo(const Subject& subject, std::ostream* out) {
  *out << subject.environment;
}

std::string name_of_subject(const ::testing::TestParamInfo<Subject>& info) {
  return info.param.environment;
}

class PlayerOnCuda : public ::testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    if (cuda_unavailable_reason()) GTEST_SKIP() << "no CUDA device";
  }

  static Settings settings_of(const Subject& subject, Device device, int steps_per_launch) {
    Settings settings = make_settings(subject.environment, subject.worlds, steps_per_launch);
    settings.options = subject.options;
    settings.seed = 3;
    settings.device = device;
    return settings;
  }
};

TEST_P(PlayerOnCuda, PlaysWhatTheCpuPlays) {
  const PolicySizes sizes{.d_model = 32, .heads = 4, .layers = 2, .d_ff = 96};
  for (const policy::Play play : {policy::Play::Sample, policy::Play::Greedy}) {
    for (const int steps_per_launch : {1, 2, 7, 64}) {
      SCOPED_TRACE(std::string(policy::name_of(play)) + ", " + std::to_string(steps_per_launch) +
                   " steps a launch");
      const auto run_on = [&](Device device) {
        return play_run(settings_of(GetParam(), device, steps_per_launch), sizes, play,
                        GetParam().steps);
      };
      const PlayedRun expected = run_on(Device::Cpu);
      const PlayedRun run = run_on(Device::Cuda);
      run.expect_equals(expected);
      EXPECT_EQ(run.first_observations, expected.first_observations);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, PlayerOnCuda,
    ::testing::Values(Subject{"cartpole", {}, 300, 150}, Subject{"doors", {}, 50, 200},
                      Subject{"doors_of_a_run", {}, 50, 200},
                      Subject{"overcooked", {{"entities", "on"}}, 20, 100},
                      Subject{"murmuration", {{"birds", "64"}, {"hawks", "2"}}, 10, 100}),
    name_of_subject);

/// Short, for compute-sanitizer.
TEST(SanitizedPlayer, PlaysWhatTheCpuPlays) {
  if (cuda_unavailable_reason()) GTEST_SKIP() << "no CUDA device";
  for (const int steps_per_launch : {1, 4}) {
    Settings settings = make_settings("murmuration", 3, steps_per_launch);
    settings.options = {{"birds", "64"}, {"hawks", "2"}};
    const PlayedRun expected = play_run(settings, {}, policy::Play::Sample, 10);
    settings.device = Device::Cuda;
    play_run(settings, {}, policy::Play::Sample, 10).expect_equals(expected);
  }
}

TEST(PlayerOnCudaAlone, BalancesCartPoleByALinearController) {
  if (cuda_unavailable_reason()) GTEST_SKIP() << "no CUDA device";
  Settings settings = make_settings("cartpole", 20, 64);
  settings.device = Device::Cuda;
  Simulator simulator(settings);
  policy::Player player(simulator, network_of(balancing_policy()), "a.safetensors",
                        policy::Play::Greedy, policy::Precision::Float32);
  for (int done = 0; done < 1000; done += 50)
    player.step(50);
  const EpisodeTally tally = simulator.tally();
  EXPECT_EQ(tally.episodes, 40);
  EXPECT_EQ(tally.length_sum, 40 * 500);
}

TEST(PlayerOnCudaAlone, ObeysTheActionMask) {
  if (cuda_unavailable_reason()) GTEST_SKIP() << "no CUDA device";
  constexpr std::int64_t worlds = 50;
  constexpr int steps = 200;
  for (const policy::Precision precision :
       {policy::Precision::Float32, policy::Precision::Bfloat16}) {
    for (const policy::Play play : {policy::Play::Sample, policy::Play::Greedy}) {
      for (const int steps_per_launch : {1, 2, 7, 64}) {
        SCOPED_TRACE(std::string(policy::name_of(play)) + ", " + std::to_string(steps_per_launch) +
                     " steps a launch");
        Settings settings = make_settings("doors", worlds, steps_per_launch);
        settings.device = Device::Cuda;
        expect_obeyed(play_run(settings, {}, play, steps, precision), worlds, steps);
      }
    }
  }
}

/// A reset and launches without the player in between: what a graph has recorded must not know of
/// steps before.
TEST(PlayerOnCudaAlone, PlaysOnAfterOtherLaunches) {
  if (cuda_unavailable_reason()) GTEST_SKIP() << "no CUDA device";
  const auto run_on = [](Device device) {
    Settings settings = make_settings("cartpole", 100, 8);
    settings.device = device;
    Simulator simulator(settings);
    policy::Player player(simulator, network_for(simulator, {}), "a.safetensors",
                          policy::Play::Sample, policy::Precision::Float32);
    for (const int steps : {8, 3, 8, 3, 1}) {
      player.step(steps);
      simulator.step(2);
      simulator.reset();
      player.step(steps);
    }
    return simulator.world_hashes();
  };
  EXPECT_EQ(run_on(Device::Cuda), run_on(Device::Cpu));
}

}  // namespace
}  // namespace starling::tests
