/// Bodies that are still sleep, and wake when something comes near.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/rigid_scene.hpp"

namespace starling::tests {
namespace {

using kernels::Vec3;

systems::StepRules drowsy() {
  systems::StepRules rules;
  rules.sleep_after_s = 0.5F;
  return rules;
}

RigidBody cube_at(Vec3 position_m) {
  return {systems::box({0.5F, 0.5F, 0.5F}), {position_m}, {1.0F}};
}

class Sleep : public testing::Test {
 protected:
  /// Cubes in a row along x, a centimetre apart, on the ground.
  void lay_row(int cubes) {
    for (int cube = 0; cube < cubes; ++cube)
      scene.add(cube_at({1.01F * static_cast<float>(cube), 0, 0.5F}));
  }
  void lay_ground() { scene.add({systems::plane()}); }
  bool sleeps(std::int32_t body) {
    return scene.world().rest[body].still_s >= scene.world().rules.sleep_after_s;
  }

  RigidScene scene{drowsy()};
};

TEST_F(Sleep, ComesWhenABodyHasBeenStillLongEnough) {
  lay_row(1);
  lay_ground();
  scene.run(0.4);
  EXPECT_FALSE(sleeps(0));
  scene.run(0.5);
  EXPECT_TRUE(sleeps(0));
  EXPECT_EQ(scene.velocity(0), Vec3{});
}

TEST_F(Sleep, ChangesNothing) {
  lay_row(2);
  lay_ground();
  scene.run(2.0);
  const RigidWorld before = scene.world();
  EXPECT_EQ(scene.step().near, 0);
  EXPECT_EQ(std::memcmp(before.pose, scene.world().pose, sizeof before.pose), 0);
  EXPECT_EQ(std::memcmp(before.motion, scene.world().motion, sizeof before.motion), 0);
}

TEST_F(Sleep, DoesNotComeInTheAir) {
  scene.add(cube_at({0, 0, 1000}));
  scene.run(3.0);
  EXPECT_FALSE(sleeps(0));
  EXPECT_LT(scene.position(0).z, 1000 - 0.5F * 9.8F * 3.0F * 2.8F);
}

TEST_F(Sleep, NeverComesUnlessTheRulesSaySo) {
  scene.world().rules.sleep_after_s = systems::StepRules{}.sleep_after_s;
  lay_row(1);
  lay_ground();
  scene.run(10.0);
  EXPECT_EQ(scene.step().near, 1);
}

TEST_F(Sleep, EndsWhenSomethingFallsOnABody) {
  lay_row(1);
  scene.add(cube_at({0, 0, 20}));
  lay_ground();
  bool slept = false;
  for (int step = 0; step < scene.steps_in(1.5); ++step) {
    scene.step();
    slept = slept || sleeps(0);
  }
  EXPECT_TRUE(slept);
  scene.world().pose[1].position_m.z = 3.0F;
  scene.world().motion[1] = {{0, 0, -10}, {}};
  scene.world().rest[1] = {};
  bool woke = false;
  for (int step = 0; step < scene.steps_in(0.5); ++step) {
    scene.step();
    woke = woke || !sleeps(0);
  }
  EXPECT_TRUE(woke);
}

TEST_F(Sleep, OfARowEndsAtOnceForAll) {
  for (int cube = 0; cube < 3; ++cube)
    scene.add(cube_at({1.01F * static_cast<float>(cube), 0, 0.5F}));
  scene.add({systems::sphere(0.25F), {{-5, 0, 0.5F}}, {20.0F}});
  scene.add({systems::plane(), {}, {}, {0.0F, 0.0F, 0.0F}});
  for (int cube = 0; cube < 3; ++cube)
    scene.world().rest[cube] = systems::asleep();
  scene.world().motion[3].velocity_mps = {20, 0, 0};
  const float before = scene.position(2).x;
  scene.run(0.3);
  EXPECT_GT(scene.position(2).x, before + 0.5F);
}

TEST_F(Sleep, EndsUnderAForce) {
  lay_row(1);
  lay_ground();
  scene.run(2.0);
  ASSERT_TRUE(sleeps(0));
  scene.world().load[0].force_n = {50, 0, 0};
  scene.run(0.5);
  EXPECT_GT(scene.position(0).x, 0.1F);
}

TEST_F(Sleep, EndsInAJoint) {
  lay_row(1);
  scene.add(cube_at({3, 0, 4}));
  lay_ground();
  scene.world().rest[0] = systems::asleep();
  scene.join({static_cast<std::int32_t>(systems::JointKind::Distance),
              0,
              1,
              {},
              {},
              {0, 0, 1},
              kernels::identity,
              2.0F});
  scene.run(0.5);
  EXPECT_GT(length(scene.position(0) - Vec3{0, 0, 0.5F}), 0.1F);
}

TEST_F(Sleep, IsNotDisturbedByWhatIsHeldFast) {
  lay_row(2);
  lay_ground();
  scene.world().mass[1].mass_kg = 0.0F;
  scene.world().rest[0] = systems::asleep();
  scene.run(0.2);
  EXPECT_TRUE(sleeps(0));
}

}  // namespace
}  // namespace starling::tests
