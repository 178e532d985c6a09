/// How bodies of the escape room fall, push each other and lie on each other.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/escape_rooms.hpp"

namespace starling::tests::escape {
namespace {

using kernels::Vec3;
using systems::Pose;

class EscapeRoomBodies : public testing::Test {
 protected:
  void SetUp() override { rooms.act({0, 0, 2, 0}); }

  Pose cube(std::size_t row) { return rooms.at(0).of<room::Cube, Pose>(row); }
  Pose agent(std::size_t row) { return rooms.at(0).of<room::Agent, Pose>(row); }

  Rooms rooms{1};
};

/// Four substeps of 0.01 s a step; each adds 9.8 m/s2 to the speed and then the speed to the place,
/// so that k of them are 9.8 0.01^2 (1 + 2 + ... + k) m. 40 roundings of places below 8 m, 2.4e-7 m
/// each, are 1e-5 m; those of speeds below 4 m/s, 1.2e-7 m/s for 0.01 s each, add 40 41 / 2 of
/// 1.2e-9 m, 1e-6 m.
TEST_F(EscapeRoomBodies, FallByNinePointEightMetresASecondSquared) {
  rooms.put(0, "Cube", 4, {{-6, 6, 6}});
  rooms.put(0, "Agent", 0, {{6, 6, 6}});
  for (int step = 1; step <= 10; ++step) {
    rooms.step();
    const auto substeps = static_cast<float>(4 * step);
    const float fallen_m = 9.8F * 0.01F * 0.01F * (substeps * (substeps + 1) / 2);
    for (const Pose& pose : {cube(4), agent(0)}) {
      EXPECT_NEAR(pose.position_m.z, 6 - fallen_m, 1.1e-5F) << "step " << step;
      EXPECT_EQ(std::abs(pose.position_m.x), 6.0F);
      EXPECT_EQ(pose.position_m.y, 6.0F);
    }
    EXPECT_NEAR((rooms.at(0).of<room::Cube, systems::Motion>(4).velocity_mps.z),
                -9.8F * 0.01F * substeps, 40 * 1.2e-7F);
  }
}

/// A step from rest: with no friction the pair of 14.33 kg would come 1000 / 14.33 * 0.01^2 (1 + 2
/// + 3 + 4) m. The face that pushes reaches past the cube's middle, so that nothing tips the cube
/// and weights alone press: they rub by 86.5 N, the cube by the mean of 0.5 and 0.75, less than
/// 0.09 of the force. Twice that is left to a solver that starts from no known impulses. The cube
/// keeps its speed, 1.6 times the mean of that step, and loses 6.1 m/s2 of it by friction: it comes
/// farther in each of four more steps.
TEST_F(EscapeRoomBodies, AgentsPushCubes) {
  rooms.put(0, "Agent", 0, {{-6, 4, 1}});
  rooms.put(0, "Cube", 4, {{-6, 6.5F, 1.5F}});
  rooms.act({3, 0, 2, 0});
  rooms.step();
  const float free_m = 1000 / 14.33F * 0.01F * 0.01F * 10;
  EXPECT_LT(cube(4).position_m.y - 6.5F, free_m);
  EXPECT_GT(cube(4).position_m.y - 6.5F, (1 - 2 * 0.09F) * free_m);
  const float after_one_m = cube(4).position_m.y;
  rooms.step(4);
  EXPECT_GT(cube(4).position_m.y, after_one_m + 4 * (1 - 2 * 0.09F) * free_m);
}

/// Were the cube's sinking by 0.4 mm all at one side, as below, it would push the agent as far.
TEST_F(EscapeRoomBodies, AgentsThatDoNotPushLeaveCubesWhereTheyAre) {
  rooms.put(0, "Agent", 0, {{-6, 4, 1}});
  rooms.put(0, "Cube", 4, {{-6, 6.5F, 1.5F}});
  rooms.step(20);
  EXPECT_NEAR(cube(4).position_m.y, 6.5F, 4e-4F);
  EXPECT_NEAR(agent(0).position_m.y, 4.0F, 4e-4F);
}

/// Contacts of 25 Hz give way to a weight by g / (2 pi 25)^2 = 0.4 mm, by twice that where they
/// bear two weights, or where both bodies move: the upper cube sinks by 1.6 mm at most, and were
/// that uneven over the 3 m of a side, by 2.4 mm aside at 4.5 m. After half a second both sleep,
/// and stay where they are to the last bit.
TEST_F(EscapeRoomBodies, ACubeOnACubeStays) {
  rooms.put(0, "Cube", 3, {{-6, 6, 1.5F}});
  rooms.put(0, "Cube", 4, {{-6, 6, 4.5F}});
  rooms.step(20);
  const Pose lower = cube(3);
  const Pose upper = cube(4);
  EXPECT_NEAR(upper.position_m.z, 4.5F, 1.6e-3F);
  EXPECT_NEAR(lower.position_m.z, 1.5F, 0.8e-3F);
  for (const Pose& pose : {lower, upper}) {
    EXPECT_NEAR(pose.position_m.x, -6, 2.4e-3F);
    EXPECT_NEAR(pose.position_m.y, 6, 2.4e-3F);
  }
  for (const std::size_t row : {3, 4})
    EXPECT_GE((rooms.at(0).of<room::Cube, systems::Rest>(row).still_s), 0.5F);
  rooms.step(50);
  EXPECT_EQ(cube(3).position_m, lower.position_m);
  EXPECT_EQ(cube(4).position_m, upper.position_m);
  EXPECT_EQ(cube(4).rotation, upper.rotation);
}

/// Its middle is half a metre beyond the lower one's side.
TEST_F(EscapeRoomBodies, ACubeOnTheEdgeOfACubeFalls) {
  rooms.put(0, "Cube", 3, {{-6, 5, 1.5F}});
  rooms.put(0, "Cube", 4, {{-6, 7, 4.5F}});
  rooms.step(100);
  EXPECT_LT(cube(4).position_m.z, 3.0F);
}

}  // namespace
}  // namespace starling::tests::escape
