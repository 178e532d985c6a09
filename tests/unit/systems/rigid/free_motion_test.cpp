/// Bodies that nothing touches fall and tumble as they must.
#include "systems/rigid/free_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/rigid_scenes.hpp"

namespace starling::tests {
namespace {

using kernels::Vec3;

TEST(FreeMotion, FallsByTheSquareOfTime) {
  RigidScene scene = free_fall();
  scene.run(3.0);
  const double fallen_m = 100.0 - static_cast<double>(scene.position(0).z);
  // speed is taken at the end of each substep: half a substep's way too far
  const double late_m = 0.5 * 9.8 * scene.substep_s() * 3.0;
  EXPECT_NEAR(fallen_m, 0.5 * 9.8 * 9.0 + late_m, 1e-4);
  EXPECT_NEAR(static_cast<double>(scene.velocity(0).z), -9.8 * 3.0, 1e-4);
}

TEST(FreeMotion, ForcesAndTorquesActAllThroughAStep) {
  RigidScene scene(weightless());
  scene.add({systems::box({1, 1, 1}), {}, {2.0F}, {}, {}, {{4, 0, 0}, {0, 0, 4.0F / 3.0F}}});
  scene.run(1.0);
  EXPECT_NEAR(scene.velocity(0).x, 2.0, 1e-5);
  EXPECT_NEAR(scene.world().motion[0].angular_radps.z, 1.0, 1e-5);  // 2 kg (1 + 1) m² / 3
}

TEST(FreeMotion, LockedAxesDoNotMove) {
  RigidScene scene;
  scene.add({systems::box({1, 0.5F, 0.2F}),
             {{0, 0, 5}},
             {1.0F, systems::AxisLock::MoveX | systems::AxisLock::TurnX},
             {},
             {{1, 0, 0}, {0, 0, 1}},
             {{10, 1, 0}, {10, 0, 0}}});
  scene.world().motion[0] = {};
  scene.run(1.0);
  EXPECT_EQ(scene.position(0).x, 0.0F);
  EXPECT_EQ(scene.world().pose[0].rotation.w, 1.0F);
  EXPECT_GT(scene.position(0).y, 0.4F);
}

TEST(FreeMotion, TumblingLosesEnergyAndNeverGainsIt) {
  RigidScene scene = thrown();
  const double first_j = scene.energy_j();
  double last_j = first_j;
  for (int step = 0; step < scene.steps_in(5.0); ++step) {
    scene.step();
    const double now_j = scene.energy_j();
    EXPECT_LE(now_j, last_j * (1 + 1e-6));  // a few roundings
    last_j = now_j;
  }
  // of first order: a share of (w h) of the energy for each radian turned, of which 12 were
  EXPECT_GT(last_j, first_j * (1 - 2.3 * scene.substep_s() * 12));
}

TEST(FreeMotion, AngularMomentumWandersByWhatAStepOfFirstOrderLeavesOut) {
  RigidScene scene = thrown();
  const Vec3 first = scene.angular_momentum();
  scene.run(1.0);
  const Vec3 off = scene.angular_momentum() - first;
  // half of (w h)² a substep
  const double turned_rad = 2.3;
  const double bound = 0.5 * turned_rad * turned_rad * scene.substep_s();
  EXPECT_LT(static_cast<double>(length(off)), bound * static_cast<double>(length(first)));
}

TEST(FreeMotion, TumblesOnlyWhereMomentsDiffer) {
  EXPECT_TRUE(systems::tumbles({1, 2, 3}));
  EXPECT_FALSE(systems::tumbles({2, 2, 2}));
  EXPECT_FALSE(systems::tumbles({0, 0, 1}));
}

}  // namespace
}  // namespace starling::tests
