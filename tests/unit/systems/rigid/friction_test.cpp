/// Friction holds up to its limit, and slows by its share.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/rigid_scenes.hpp"

namespace starling::tests {
namespace {

using kernels::Vec3;

constexpr double gravity = 9.8;

/// A box on a slope.
struct Slope {
  Slope(double angle_rad, const systems::Surface& surface)
      : scene(slope(angle_rad, surface)), down(std::cos(angle_rad), std::sin(angle_rad)) {}

  /// Along the slope.
  double way_m() const { return along(scene.position(0)); }
  double speed_mps() const { return along(scene.velocity(0)); }

  RigidScene scene;

 private:
  struct Down {
    Down(double x_, double z_) : x(x_), z(-z_) {}
    double x, z;
  } down;

  double along(Vec3 v) const {
    return down.x * static_cast<double>(v.x) + down.z * static_cast<double>(v.z);
  }
};

class FrictionOn : public ::testing::TestWithParam<float> {
 protected:
  static systems::Surface surface() { return rough(GetParam()); }
};

TEST_P(FrictionOn, ASlopeBelowTheLimitHolds) {
  Slope slope(std::atan(static_cast<double>(GetParam())) - 0.02, surface());
  slope.scene.run(1.0);
  const double settled_m = slope.way_m();
  slope.scene.run(10.0);
  EXPECT_NEAR(slope.way_m(), settled_m, 1e-3);
  EXPECT_NEAR(slope.speed_mps(), 0.0, 1e-3);
}

TEST_P(FrictionOn, ASlopeAboveTheLimitDoesNot) {
  const auto friction = static_cast<double>(GetParam());
  const double angle_rad = std::atan(friction) + 0.05;
  Slope slope(angle_rad, surface());
  slope.scene.run(1.0);
  const double before_mps = slope.speed_mps();
  slope.scene.run(2.0);
  const double expected = gravity * (std::sin(angle_rad) - friction * std::cos(angle_rad));
  // what presses is known to the last substep's springs: a percent of what friction takes away
  EXPECT_NEAR((slope.speed_mps() - before_mps) / 2.0, expected,
              0.01 * friction * gravity * std::cos(angle_rad));
}

TEST_P(FrictionOn, ASlidingBoxStopsWhereItMust) {
  RigidScene scene = sliding(surface());
  scene.run(5.0);
  const double expected_m = 9.0 / (2 * gravity * static_cast<double>(GetParam()));
  // the first substep slides, and what springs settle by in a quarter of a second slows less
  EXPECT_NEAR(static_cast<double>(scene.position(0).x), expected_m,
              3.0 * scene.substep_s() + 0.03 * expected_m);
  EXPECT_NEAR(scene.velocity(0).x, 0.0, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(By, FrictionOn, ::testing::Values(0.2F, 0.5F, 0.8F));

TEST(Friction, SlidingIsSlowedByTheDynamicShare) {
  const systems::Surface surface{0.8F, 0.3F, 0.0F};
  const double angle_rad = std::atan(0.5);
  Slope resting(angle_rad, surface);
  resting.scene.run(3.0);
  EXPECT_NEAR(resting.speed_mps(), 0.0, 1e-3);  // 0.5 < 0.8: held
  Slope pushed(angle_rad, surface);
  pushed.scene.world().motion[0].velocity_mps =
      rotate(pushed.scene.world().pose[0].rotation, Vec3{2.0F, 0, 0});
  pushed.scene.run(2.0);
  const double slides = gravity * (std::sin(angle_rad) - 0.3 * std::cos(angle_rad));
  EXPECT_NEAR(pushed.speed_mps(), 2.0 + 2.0 * slides, 0.05 * 2.0 * slides);
}

TEST(Friction, ASpinningBoxComesToRest) {
  RigidScene scene;
  scene.add({systems::box({0.5F, 0.5F, 0.2F}), {{0, 0, 0.2F}}, {2.0F}, {}, {{}, {0, 0, 4}}});
  scene.add({systems::plane()});
  const double arm_m = std::sqrt(0.5);  // of the four corners, which carry it
  const double moment = 2.0 / 3.0 * 0.5;
  const double slowing = 0.5 * 2.0 * gravity * arm_m / moment;
  scene.run(0.5 * 4.0 / slowing);
  EXPECT_NEAR(static_cast<double>(scene.world().motion[0].angular_radps.z), 2.0,
              slowing * 3 * scene.substep_s() + 0.1);
  scene.run(3.0);
  EXPECT_NEAR(scene.world().motion[0].angular_radps.z, 0.0, 1e-3);
}

TEST(Friction, ABallThatSlidesEndsUpRolling) {
  RigidScene scene;
  scene.add({systems::sphere(0.2F), {{0, 0, 0.2F}}, {1.0F}, {}, {{7, 0, 0}, {}}});
  scene.add({systems::plane()});
  scene.run(3.0);
  // it keeps its angular momentum about the point of contact: 5/7 of its speed
  EXPECT_NEAR(scene.velocity(0).x, 5.0, 0.02);
  EXPECT_NEAR(scene.world().motion[0].angular_radps.y * 0.2F, scene.velocity(0).x, 0.01);
}

}  // namespace
}  // namespace starling::tests
