/// What cannot be stepped is said, and nothing is lost silently.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "tests/support/rigid_scene.hpp"

namespace starling::tests {
namespace {

TEST(HostileScene, ANaNIsSaidAndEnds) {
  RigidScene scene;
  scene.add({systems::box({0.5F, 0.5F, 0.5F}), {{0, 0, 0.5F}}, {1.0F}});
  scene.add({systems::plane()});
  scene.run(1.0);
  scene.world().motion[0].velocity_mps.x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(scene.step().is_finite);
}

TEST(HostileScene, AnInfiniteForceIsSaid) {
  RigidScene scene;
  scene.add({systems::sphere(0.5F), {{0, 0, 5}}, {1.0F}});
  scene.world().load[0].force_n.x = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(scene.step().is_finite);
}

TEST(HostileScene, MorePairsThanThereIsRoomForMoveNothing) {
  RigidScene scene;
  for (int body = 0; body < 20; ++body)  // all in one place: 190 pairs
    scene.add({systems::sphere(0.5F), {{0, 0, 1}}, {1.0F}});
  const RigidWorld before = scene.world();
  const systems::BodyStep result = scene.step();
  EXPECT_FALSE(result.has_room);
  EXPECT_EQ(result.near, 190);
  EXPECT_EQ(std::memcmp(before.pose, scene.world().pose, sizeof before.pose), 0);
  EXPECT_EQ(std::memcmp(before.motion, scene.world().motion, sizeof before.motion), 0);
}

TEST(HostileScene, AWorldOfNothingSteps) {
  RigidScene scene;
  EXPECT_EQ(scene.step().contacts, 0);
  scene.add({systems::plane()});
  EXPECT_EQ(scene.step().contacts, 0);
}

}  // namespace
}  // namespace starling::tests
