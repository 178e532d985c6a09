/// Towers stand.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/rigid_scenes.hpp"

namespace starling::tests {
namespace {

using kernels::Vec3;

std::vector<Vec3> positions(RigidScene& scene) {
  std::vector<Vec3> result;
  for (std::int32_t body = 0; body < scene.world().moving; ++body)
    result.push_back(scene.position(body));
  return result;
}

TEST(Stack, OfTenBoxesStandsForTwentySeconds) {
  RigidScene scene = ten_boxes();
  scene.run(2.0);
  const std::vector<Vec3> settled = positions(scene);
  scene.run(18.0);
  for (std::int32_t body = 0; body < 10; ++body) {
    const Vec3 drift = scene.position(body) - settled[static_cast<std::size_t>(body)];
    EXPECT_LT(length(drift), 1e-3F) << body;
    EXPECT_LT(std::abs(scene.position(body).x), 1e-3F) << body;
    EXPECT_LT(std::abs(scene.position(body).y), 1e-3F) << body;
  }
}

TEST(Stack, OfTenBoxesSinksByWhatItsSpringsSay) {
  RigidScene scene = ten_boxes();
  scene.run(20.0);
  // a contact carries k boxes on a spring of the mass that both sides are: half a box between
  // two, a whole one on the ground
  const double omega = 2 * 3.14159265358979 * 120;
  const double sunk_m = (2 * 55 - 10) * 9.8 / (omega * omega);
  EXPECT_NEAR(9.5 - static_cast<double>(scene.position(9).z), sunk_m, 0.02 * sunk_m);
}

TEST(Stack, OfALightBoxUnderOneOfAHundredTimesItsMassStands) {
  RigidScene scene = heavy_on_light();
  scene.run(5.0);
  const std::vector<Vec3> settled = positions(scene);
  scene.run(20.0);
  for (std::int32_t body = 0; body < 2; ++body) {
    const Vec3 drift = scene.position(body) - settled[static_cast<std::size_t>(body)];
    EXPECT_LT(length(drift), 1e-3F) << body;
  }
  EXPECT_GT(scene.position(1).z, 1.45F);
}

TEST(Stack, OfNearlyNoFrictionStaysFiniteAndUpright) {
  RigidScene scene = slippery_tower();
  for (int step = 0; step < scene.steps_in(20.0); ++step)
    ASSERT_TRUE(scene.step().is_finite);
  for (std::int32_t body = 0; body < 5; ++body)
    EXPECT_NEAR(scene.position(body).z, 0.5F + static_cast<float>(body), 0.05F) << body;
}

TEST(Stack, ThatIsAPyramidStandsAtTheStepsOfAnEnvironment) {
  RigidScene scene;
  for (int row = 0; row < 4; ++row) {
    for (int place = 0; place < 4 - row; ++place) {
      const float x = static_cast<float>(place) * 1.1F + static_cast<float>(row) * 0.55F;
      scene.add(
          {systems::box({0.5F, 0.5F, 0.5F}), {{x, 0, 0.5F + static_cast<float>(row)}}, {1.0F}});
    }
  }
  scene.add({systems::plane()});
  scene.run(1.0);
  const std::vector<Vec3> settled = positions(scene);
  scene.run(10.0);
  for (std::int32_t body = 0; body < scene.world().moving; ++body) {
    const Vec3 drift = scene.position(body) - settled[static_cast<std::size_t>(body)];
    EXPECT_LT(length(drift), 0.01F) << body;
  }
}

}  // namespace
}  // namespace starling::tests
