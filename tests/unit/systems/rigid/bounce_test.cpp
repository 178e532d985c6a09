/// What falls bounces to the height that its restitution says, and no higher.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/rigid_scenes.hpp"

namespace starling::tests {
namespace {

constexpr double gravity = 9.8;

/// The height of the first bounce of a ball that is dropped from 1 m.
double bounce_height_m(float restitution, const systems::StepRules& rules) {
  RigidScene scene = dropped(restitution, rules);
  double highest_m = 0;
  bool has_bounced = false;
  for (int step = 0; step < scene.steps_in(1.6); ++step) {
    scene.step();
    has_bounced = has_bounced || scene.velocity(0).z > 0.5F;
    if (has_bounced && scene.velocity(0).z < 0.0F) break;
    if (has_bounced)
      highest_m = std::max(highest_m, static_cast<double>(scene.position(0).z) - 0.1);
  }
  return highest_m;
}

/// How much lower it may be: the speed is that of up to three substeps before the impact, and half
/// a substep's way is lost on the way up.
double lost_m(float restitution, const systems::StepRules& rules) {
  const double substep_s = static_cast<double>(rules.step_s) / rules.substeps;
  const double kept = static_cast<double>(restitution);
  const double impact_mps = std::sqrt(2 * gravity);
  const double slower_mps = kept * (impact_mps - 3 * gravity * substep_s);
  const double lower_m = slower_mps * slower_mps / (2 * gravity) - 0.5 * slower_mps * substep_s;
  const double between_steps_m = 0.125 * gravity * static_cast<double>(rules.step_s * rules.step_s);
  return kept * kept - lower_m + between_steps_m;
}

class BounceOf : public ::testing::TestWithParam<float> {};

TEST_P(BounceOf, ABallReachesItsHeightToWhatStepsLeaveOut) {
  for (const float step_s : {1.0F / 30, 1.0F / 60, 1.0F / 240}) {
    systems::StepRules rules;
    rules.step_s = step_s;
    const auto kept = static_cast<double>(GetParam());
    const double height_m = bounce_height_m(GetParam(), rules);
    EXPECT_LE(height_m, kept * kept * 1.0001) << step_s;
    EXPECT_GE(height_m, kept * kept - lost_m(GetParam(), rules)) << step_s;
  }
}

INSTANTIATE_TEST_SUITE_P(By, BounceOf, ::testing::Values(0.3F, 0.5F, 0.8F, 1.0F));

TEST(Bounce, NothingLeavesTheGroundWithoutRestitution) {
  EXPECT_EQ(bounce_height_m(0.0F, {}), 0.0);
}

TEST(Bounce, BallsOfEqualMassChangeSpeeds) {
  RigidScene scene(weightless());
  const systems::Surface elastic{0.0F, 0.0F, 1.0F};
  scene.add({systems::sphere(0.5F), {{-3, 0, 0}}, {1.0F}, elastic, {{4, 0, 0}, {}}});
  scene.add({systems::sphere(0.5F), {{0, 0, 0}}, {1.0F}, elastic});
  scene.run(2.0);
  EXPECT_NEAR(scene.velocity(0).x, 0.0, 1e-5);
  EXPECT_NEAR(scene.velocity(1).x, 4.0, 1e-5);
}

}  // namespace
}  // namespace starling::tests
