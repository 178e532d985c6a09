/// Short runs of every way to step on the GPU, for compute-sanitizer: barriers, resets, partial
/// tiles.
#include <gtest/gtest.h>

#include <vector>

#include "engine/registry.hpp"
#include "engine/simulator.hpp"

namespace starling::tests {
namespace {

constexpr std::int64_t worlds = 75;  // no multiple of the tile
constexpr int steps_per_launch = 10;
constexpr int launches = 6;

/// Steps, with a reset by mask in between, and returns the state hash.
std::uint64_t run(Settings settings) {
  settings.worlds = worlds;
  settings.seed = 5;
  settings.steps_per_launch = steps_per_launch;
  settings.actions = Actions::Random;
  settings.hash_steps = true;
  Simulator simulator(settings);
  std::vector<std::uint8_t> mask(worlds, 0);
  for (std::size_t world = 0; world < mask.size(); world += 3)
    mask[world] = 1;
  for (int launch = 0; launch < launches; ++launch) {
    simulator.step(steps_per_launch);
    if (launch == launches / 2) simulator.reset(mask);
  }
  return simulator.state_hash();
}

/// Worlds that teams share are stepped in memory alone.
bool is_compiled(const Settings& settings) {
  const PreparedEnvironment prepared(settings.environment, settings.options);
  return prepared.cuda_kernel(ProgramKind::Verify, settings.fused, settings.residency) != nullptr;
}

struct Case {
  const char* environment;
  int tile_worlds;  ///< As many as shared memory holds, at most.
};

class Sanitized : public ::testing::TestWithParam<Case> {};

TEST_P(Sanitized, EveryResidencyGivesTheStateOfTheCpu) {
  if (cuda_unavailable_reason()) GTEST_SKIP() << "no CUDA device";
  Settings settings;
  settings.environment = GetParam().environment;
  const std::uint64_t expected = run(settings);
  settings.device = Device::Cuda;
  settings.tile_worlds = GetParam().tile_worlds;
  EXPECT_EQ(run(settings), expected) << "automatic";
  for (const bool fused : {true, false}) {
    for (const Residency residency : {Residency::Shared, Residency::Global}) {
      settings.fused = fused;
      settings.residency = residency;
      if (!is_compiled(settings)) continue;
      settings.tile_shuffle = fused ? 0 : 3;
      EXPECT_EQ(run(settings), expected) << name_of(residency) << " fused " << fused;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Environments, Sanitized,
                         ::testing::Values(Case{"cartpole", 16}, Case{"herd", 16},
                                           Case{"colony", 16}, Case{"overcooked", 16},
                                           Case{"crowd", 4}, Case{"escape_room", 16},
                                           Case{"hide_and_seek", 4}),
                         [](const auto& instance) {
                           return std::string(instance.param.environment);
                         });

}  // namespace
}  // namespace starling::tests
