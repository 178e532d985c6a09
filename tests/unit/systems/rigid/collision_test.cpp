/// Momentum is kept, energy is not made, and nothing passes through walls.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/rigid_scenes.hpp"

namespace starling::tests {
namespace {

using kernels::Vec3;

TEST(Collision, KeepsMomentum) {
  RigidScene scene = collision();
  const Vec3 before = scene.momentum();
  const Vec3 turning = scene.angular_momentum();
  const double energy_j = scene.energy_j();
  scene.run(2.0);
  EXPECT_NEAR(length(scene.momentum() - before), 0.0F, 1e-5F);
  EXPECT_LT(scene.velocity(0).x, 4.0F);  // it did hit
  EXPECT_LT(scene.energy_j(), energy_j);
  // impulses act where the bodies were when the step began: a step's way times the impulse
  const float bound = 5.0F * scene.world().rules.step_s * length(before);
  EXPECT_LT(length(scene.angular_momentum() - turning), bound);
}

TEST(Collision, MakesNoEnergyInAPit) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    RigidScene scene = pit(seed);
    const double first_j = scene.energy_j();
    double settled_j = 0;
    for (int step = 0; step < scene.steps_in(10.0); ++step) {
      const systems::BodyStep result = scene.step();
      ASSERT_TRUE(result.has_room && result.is_finite) << seed << ' ' << step;
      EXPECT_LE(scene.energy_j(), first_j * 1.0001) << seed << ' ' << step;
      if (step == scene.steps_in(8.0)) settled_j = scene.energy_j();
    }
    EXPECT_LE(scene.energy_j(), settled_j + 1e-3 * first_j) << seed;
    EXPECT_LT(scene.deepest_m(), 0.03F) << seed;
    for (std::int32_t body = 0; body < scene.world().moving; ++body) {
      EXPECT_LT(std::abs(scene.position(body).x), 2.4F) << seed << ' ' << body;
      EXPECT_LT(std::abs(scene.position(body).y), 1.9F) << seed << ' ' << body;
      EXPECT_GT(scene.centre(body).z, 0.0F) << seed << ' ' << body;
    }
  }
}

class FastAgainstAThinWall : public ::testing::TestWithParam<float> {};

TEST_P(FastAgainstAThinWall, NothingPasses) {
  const systems::Shape shapes[] = {systems::sphere(0.1F), systems::capsule(0.1F, 0.2F),
                                   systems::box({0.1F, 0.1F, 0.1F})};
  for (const systems::Shape& shape : shapes) {
    for (const float start_m : {-2.0F, -1.37F, -0.5F}) {
      RigidScene scene = thin_wall(shape, start_m, GetParam());
      for (int step = 0; step < 30; ++step) {
        scene.step();
        ASSERT_LT(scene.position(0).x, 0.0F) << start_m << ' ' << step;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Slanted, FastAgainstAThinWall, ::testing::Values(0.0F, 0.5F, 2.0F));

TEST(Collision, BodiesThatBeginInEachOtherPartSlowly) {
  RigidScene scene;
  scene.add({systems::box({0.5F, 0.5F, 0.5F}), {{0, 0, 0.5F}}, {1.0F}});
  scene.add({systems::box({0.5F, 0.5F, 0.5F}), {{0.7F, 0, 0.5F}}, {1.0F}});
  scene.add({systems::plane()});
  for (int step = 0; step < scene.steps_in(2.0); ++step) {
    scene.step();
    EXPECT_LT(length(scene.velocity(0)), 3.0F);
  }
  EXPECT_LT(scene.deepest_m(), 0.02F);
}

}  // namespace
}  // namespace starling::tests
