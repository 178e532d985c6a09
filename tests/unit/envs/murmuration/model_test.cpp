/// The environment gives the bits of the plain model of a flock, in every step of an episode.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "envs/murmuration/components.hpp"
#include "tests/support/flock_model.hpp"
#include "tests/support/flock_run.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests {
namespace {

class FlockLike : public ::testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(FlockLike, TheModelBitForBit) {
  const auto [birds, hawks] = GetParam();
  constexpr std::int64_t worlds = 2;
  Simulator simulator(flock_settings(birds, hawks, worlds));
  std::vector<FlockModel> models = flock_models(simulator);
  const int steps = scaled(620, 40);  // over the end of an episode
  std::int64_t changes = 0;
  for (int step = 0; step < steps; ++step) {
    simulator.step();
    step_models(simulator, models);
    for (std::int64_t world = 0; world < worlds; ++world) {
      SCOPED_TRACE("step " + std::to_string(step) + ", world " + std::to_string(world));
      const FlockModel& model = models[static_cast<std::size_t>(world)];
      expect_birds(simulator, world, model);
      expect_hawks(simulator, world, model);
      if (HasFailure()) return;
    }
  }
  for (const FlockModel& model : models)
    changes += model.births + model.catches;
  EXPECT_GE(changes, scaled(50, 0));
  EXPECT_TRUE(simulator.errors().empty());
}

INSTANTIATE_TEST_SUITE_P(Of, FlockLike,
                         ::testing::Combine(::testing::Values(64, 256), ::testing::Values(1, 2)),
                         [](const auto& test) {
                           return std::to_string(std::get<0>(test.param)) + "Birds" +
                                  std::to_string(std::get<1>(test.param)) + "Hawks";
                         });

}  // namespace
}  // namespace starling::tests
