/// Joints hold what they hold, and swing as they must.
#include "systems/rigid/joint.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/rigid_scenes.hpp"

namespace starling::tests {
namespace {

using kernels::Vec3;
using systems::JointKind;

constexpr double pi = 3.14159265358979;
constexpr double gravity = 9.8;

struct Pendulum {
  Pendulum(JointKind kind, double angle_rad) : scene(pendulum(kind, angle_rad)) {}

  /// Mean time between passes of the lowest point from the same side.
  double period_s(double seconds) {
    double first_s = 0;
    double last_s = 0;
    int passes = 0;
    float before = scene.position(0).x;
    const auto step_s = static_cast<double>(scene.world().rules.step_s);
    for (int step = 1; step <= scene.steps_in(seconds); ++step) {
      scene.step();
      const float now = scene.position(0).x;
      if (before > 0 && now <= 0) {
        const double part = static_cast<double>(before / (before - now));
        last_s = (step - 1 + part) * step_s;
        if (passes++ == 0) first_s = last_s;
      }
      before = now;
    }
    return (last_s - first_s) / (passes - 1);
  }

  RigidScene scene;
};

/// Of a pendulum with so much inertia beside that of its mass at the end of the arm.
double exact_period_s(double angle_rad, double extra_inertia) {
  return 2 * pi * std::sqrt((1 + extra_inertia) / gravity) * (1 + angle_rad * angle_rad / 16);
}

TEST(Joint, AHingeSwingsWithItsPeriod) {
  Pendulum swing(JointKind::Hinge, 0.1);
  // what the ball turns by itself: 2/5 r²
  const double exact_s = exact_period_s(0.1, 0.4 * 0.05 * 0.05);
  EXPECT_NEAR(swing.period_s(20.0), exact_s, swing.scene.substep_s());
  EXPECT_NEAR(length(swing.scene.position(0)), 1.0F, 1e-3F);
  EXPECT_NEAR(swing.scene.position(0).y, 0.0F, 1e-4F);
}

TEST(Joint, ARodSwingsWithItsPeriod) {
  Pendulum swing(JointKind::Distance, 0.1);
  EXPECT_NEAR(swing.period_s(20.0), exact_period_s(0.1, 0), swing.scene.substep_s());
  EXPECT_NEAR(length(swing.scene.position(0)), 1.0F, 1e-3F);
}

class SwingOn : public ::testing::TestWithParam<JointKind> {};

TEST_P(SwingOn, GainsNoHeight) {
  Pendulum swing(GetParam(), 1.2);
  const double first_j = swing.scene.energy_j();
  const double fastest_mps = std::sqrt(2 * gravity * (1 - std::cos(1.2)));
  const int steps_a_second = swing.scene.steps_in(1.0);
  double highest_j = first_j + 1;
  for (int second = 0; second < 20; second += 2) {
    double now_j = -100;
    for (int step = 0; step < 2 * steps_a_second; ++step) {
      swing.scene.step();
      now_j = std::max(now_j, swing.scene.energy_j());
    }
    // positions and speeds are of times half a substep apart
    EXPECT_LE(now_j, first_j + 0.5 * gravity * swing.scene.substep_s() * fastest_mps);
    EXPECT_LE(now_j, highest_j);
    highest_j = now_j;
  }
}

INSTANTIATE_TEST_SUITE_P(A, SwingOn, ::testing::Values(JointKind::Hinge, JointKind::Distance));

/// Two boxes that a fixed joint holds 2 m apart.
RigidScene dumbbell() {
  RigidScene scene(weightless());
  scene.add({systems::box({0.5F, 0.5F, 0.5F}), {{-1, 0, 0}}, {1.0F}, {}, {{0, 1, 0}, {}}});
  scene.add({systems::box({0.5F, 0.5F, 0.5F}), {{1, 0, 0}}, {3.0F}, {}, {{0, -1, 0.5F}, {}}});
  systems::Joint joint;
  joint.kind = static_cast<std::int32_t>(JointKind::Fixed);
  joint.b = 1;
  joint.anchor_a_m = {1, 0, 0};
  joint.anchor_b_m = {-1, 0, 0};
  scene.join(joint);
  return scene;
}

TEST(Joint, WhatIsFixedTurnsAsOneBody) {
  RigidScene scene = dumbbell();
  const Vec3 momentum = scene.momentum();
  scene.run(5.0);
  const systems::Pose a = scene.world().pose[0];
  const systems::Pose b = scene.world().pose[1];
  const Vec3 seen = to_body(a, b.position_m);
  EXPECT_NEAR(seen.x, 2.0F, 5e-3F);
  EXPECT_NEAR(seen.y, 0.0F, 5e-3F);
  EXPECT_NEAR(seen.z, 0.0F, 5e-3F);
  const kernels::Quat between = conjugate(a.rotation) * b.rotation;
  EXPECT_GT(std::abs(between.w), 1 - 1e-4F);
  EXPECT_NEAR(length(scene.momentum() - momentum), 0.0F, 1e-5F);
}

TEST(Joint, WhatIsFixedToAWallHangs) {
  RigidScene scene;
  scene.add({systems::box({0.5F, 0.2F, 0.2F}), {{0.5F, 0, 1}}, {2.0F}});
  scene.add({systems::box({0.1F, 1, 1}), {{-0.1F, 0, 1}}});
  systems::Joint joint;
  joint.kind = static_cast<std::int32_t>(JointKind::Fixed);
  joint.b = 1;
  joint.anchor_a_m = {-0.5F, 0, 0};
  joint.anchor_b_m = {0.1F, 0, 0};
  scene.join(joint);
  scene.run(5.0);
  // the spring of the joint, twice as stiff as contacts', carries the weight on an arm
  EXPECT_NEAR(scene.position(0).z, 1.0F, 0.02F);
  EXPECT_LT(length(scene.velocity(0)), 1e-3F);
}

TEST(Joint, AHingeKeepsToItsAxis) {
  Pendulum swing(JointKind::Hinge, 0.5);
  swing.scene.world().motion[0].velocity_mps.y = 0.5F;
  swing.scene.run(5.0);
  EXPECT_NEAR(swing.scene.position(0).y, 0.0F, 2e-2F);
}

}  // namespace
}  // namespace starling::tests
