/// What agents of the escape room do, and what they take hold of.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/escape_rooms.hpp"

namespace starling::tests::escape {
namespace {

using kernels::Vec3;
using systems::Load;
using systems::Pose;

Pose upright(Vec3 position_m, float yaw_rad = 0.0F) {
  return {position_m, kernels::from_axis_angle({0, 0, 1}, yaw_rad)};
}

Load load_of(const room::Action& action, const Pose& pose) {
  Load load;
  room::act(action, pose, load);
  return load;
}

TEST(EscapeRoomAct, ForcesComeInThirdsOfAThousandNewton) {
  for (const int amount : {0, 1, 2, 3}) {
    const Load load = load_of({amount, 0, 2, 0}, upright({}));
    EXPECT_NEAR(load.force_n.y, 1000.0F / 3 * static_cast<float>(amount), 1e-3F);
    EXPECT_EQ(load.force_n.x, 0.0F);
    EXPECT_EQ(load.force_n.z, 0.0F);
  }
}

TEST(EscapeRoomAct, AnglesAreEighthsOfATurnClockwiseFromForward) {
  for (const int angle : {0, 1, 2, 3, 4, 5, 6, 7}) {
    const Load load = load_of({3, angle, 2, 0}, upright({}));
    const double radians = static_cast<double>(kernels::pi) / 4 * angle;
    EXPECT_NEAR(load.force_n.x, 1000 * std::sin(radians), 1e-3);
    EXPECT_NEAR(load.force_n.y, 1000 * std::cos(radians), 1e-3);
  }
}

TEST(EscapeRoomAct, ForwardTurnsWithTheAgent) {
  const Load load = load_of({3, 0, 2, 0}, upright({}, kernels::pi / 2));
  EXPECT_NEAR(load.force_n.x, -1000, 1e-3F);
  EXPECT_NEAR(load.force_n.y, 0, 1e-3F);
}

TEST(EscapeRoomAct, TorqueIsAHundredAndSixtyAStepOfTurn) {
  for (const int turn : {0, 1, 2, 3, 4}) {
    const Load load = load_of({0, 0, turn, 0}, upright({}));
    EXPECT_EQ(load.torque_nm, (Vec3{0, 0, 160.0F * static_cast<float>(turn - 2)}));
  }
}

TEST(EscapeRoomAct, AgentsStopAtTheEndOfAStepButWhereTheyFall) {
  systems::Motion motion{{1, 2, -3}, {1, 1, 1}};
  room::halt({}, motion);
  EXPECT_EQ(motion.velocity_mps, (Vec3{0, 0, -3}));
  EXPECT_EQ(motion.angular_radps, Vec3{});
  motion.velocity_mps.z = 3;
  room::halt({}, motion);
  EXPECT_EQ(motion.velocity_mps, Vec3{});
}

/// From rest by F/m for four substeps of 0.01 s, less friction's half of the weight.
TEST(EscapeRoomAct, AStepTakesAnAgentAsFarAsItsForce) {
  Rooms rooms(1);
  rooms.put(0, "Agent", 0, upright({3, 6, 1}));
  rooms.act({1, 0, 2, 0});
  rooms.step();
  const float acceleration = 1000.0F / 3 - 0.5F * 9.8F;
  const float way_m = acceleration * 0.01F * 0.01F * (1 + 2 + 3 + 4);
  const Vec3 at = rooms.at(0).of<room::Agent, Pose>(0).position_m;
  EXPECT_NEAR(at.y - 6, way_m, 0.02F * way_m);
  EXPECT_NEAR(at.x, 3, 1e-4F);
  EXPECT_EQ((rooms.at(0).of<room::Agent, systems::Motion>(0).velocity_mps.y), 0.0F);
}

class Grab : public testing::Test {
 protected:
  /// The agent stands in the first room, the cube so far before it.
  void stand_before_a_cube(float gap_m) {
    rooms.put(0, "Agent", 0, upright({-6, 3, 1}));
    rooms.put(0, "Agent", 1, upright({8, 3, 1}));
    rooms.put(0, "Cube", 4, upright({-6, 3 + 1 + gap_m + 1.5F, 1.5F}));
  }
  void grab_once() {
    rooms.act({0, 0, 2, 1});
    rooms.step();
    rooms.act({0, 0, 2, 0});
  }
  systems::Joint joint() { return rooms.at(0).of<room::Agent, systems::Joint>(0); }

  Rooms rooms{1};
};

TEST_F(Grab, ReachesTwoMetresFromTheMiddle) {
  stand_before_a_cube(0.9F);
  grab_once();
  EXPECT_TRUE(systems::is_active(joint()));
  EXPECT_EQ(joint().b, room::first_cube + 4);
  EXPECT_NEAR(joint().anchor_a_m.y, 1.9F, 1e-3F);
}

TEST_F(Grab, ReachesNoFarther) {
  stand_before_a_cube(1.1F);
  grab_once();
  EXPECT_FALSE(systems::is_active(joint()));
}

TEST_F(Grab, LetsGoAgain) {
  stand_before_a_cube(0.5F);
  grab_once();
  ASSERT_TRUE(systems::is_active(joint()));
  rooms.step();
  EXPECT_TRUE(systems::is_active(joint()));
  grab_once();
  EXPECT_FALSE(systems::is_active(joint()));
}

TEST_F(Grab, HoldsNoAgent) {
  stand_before_a_cube(5.0F);
  rooms.put(0, "Agent", 1, upright({-6, 3 + 2.5F, 1}));
  grab_once();
  EXPECT_FALSE(systems::is_active(joint()));
}

TEST_F(Grab, IsStoppedByWhatStandsBefore) {
  stand_before_a_cube(0.9F);
  rooms.set(0, "Wall.Pose.position_m.x", 3, -6.0F);
  rooms.set(0, "Wall.Pose.position_m.y", 3, 3.0F + 1.45F);
  rooms.set(0, "Wall.Shape.half_m.y", 3, 0.1F);
  grab_once();
  EXPECT_FALSE(systems::is_active(joint()));
}

TEST_F(Grab, TheCubeFollows) {
  stand_before_a_cube(0.5F);
  const Vec3 before = rooms.at(0).of<room::Cube, Pose>(4).position_m;
  grab_once();
  rooms.act({3, 4, 2, 0});  // backwards
  rooms.set(0, "Agent.Pose.position_m.y", 0, 3.0F);
  rooms.step(3);
  const Vec3 after = rooms.at(0).of<room::Cube, Pose>(4).position_m;
  EXPECT_LT(after.y, before.y - 0.05F);
  const Vec3 agent = rooms.at(0).of<room::Agent, Pose>(0).position_m;
  EXPECT_NEAR(after.y - agent.y, 1 + 0.5F + 1.5F, 0.1F);
}

/// The angle between two rotations, small.
float angle_between(kernels::Quat a, kernels::Quat b) {
  const kernels::Quat turn = conjugate(a) * b;
  return 2 * std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
}

/// The torque would turn an agent alone (1 kg, 2 m: 2/3 kg m2) by 160 / (2/3) * 0.01 s = 2.4 rad/s
/// in a substep, so by 0.024 rad where a joint held nothing of it. A joint of 50 Hz and twofold
/// damping mends, by softness() of step_rules.hpp, 0.42 of an error in each: were all of what it
/// does in vain, 0.024 / 0.42 = 0.06 rad would be left. Another turn than the one it had would be
/// reached in those 40 substeps, 0.58^40 < 1e-9.
TEST_F(Grab, HoldsTheCubeTurnedAsItWas) {
  const float agent_rad = 0.4F;
  const float cube_rad = -0.1F;
  const float between_m = 1 + 0.2F + 1.5F * (std::sin(0.5F) + std::cos(0.5F));
  const Vec3 forward{-std::sin(agent_rad), std::cos(agent_rad), 0};
  rooms.put(0, "Agent", 0, upright({-3, 6, 1}, agent_rad));
  rooms.put(0, "Agent", 1, upright({8, 3, 1}));
  rooms.put(0, "Cube", 4, upright(Vec3{-3, 6, 1.5F} + forward * between_m, cube_rad));
  const auto turn = [&] {
    const kernels::Quat agent = rooms.at(0).of<room::Agent, Pose>(0).rotation;
    return conjugate(agent) * rooms.at(0).of<room::Cube, Pose>(4).rotation;
  };
  const kernels::Quat before = turn();
  grab_once();
  ASSERT_TRUE(systems::is_active(joint()));
  EXPECT_LT(angle_between(joint().turn, before), 1e-6F);
  for (const int turning : {2, 3}) {
    rooms.act({1, 4, turning, 0});  // backwards
    rooms.step(5);
    EXPECT_LT(angle_between(turn(), before), 0.06F) << "turn " << turning;
  }
}

/// A step from rest: with no friction the pair's middle, of 14.33 kg, would come 1000 / 14.33 *
/// 0.01^2 (1 + 2 + 3 + 4) m. The pull, a metre below the cube's middle, would tip the cube by 1 kN
/// m: did the ground alone hold that, at the edge 1.5 m ahead, it would press by 670 N more, and
/// rub by 0.625 of that and of the weights, half of the force. The joint, of 50 Hz and the two
/// masses' 0.93 kg, gives way to 1 kN by 1000 / 0.93 / (2 pi 50)^2 = 11 mm.
TEST_F(Grab, DragsTheCubeBackwards) {
  rooms.put(0, "Agent", 0, upright({-6, 6, 1}));
  rooms.put(0, "Agent", 1, upright({8, 3, 1}));
  rooms.put(0, "Cube", 4, upright({-6, 6 + 3, 1.5F}));
  const auto agent_m = [&] { return rooms.at(0).of<room::Agent, Pose>(0).position_m.y; };
  const auto cube_m = [&] { return rooms.at(0).of<room::Cube, Pose>(4).position_m.y; };
  const auto middle_m = [&] { return (agent_m() + 13.33F * cube_m()) / 14.33F; };
  grab_once();
  ASSERT_TRUE(systems::is_active(joint()));
  const float middle_before_m = middle_m();
  rooms.act({3, 4, 2, 0});
  rooms.step();
  const float free_m = 1000 / 14.33F * 0.01F * 0.01F * 10;
  EXPECT_LT(middle_before_m - middle_m(), free_m);
  EXPECT_GT(middle_before_m - middle_m(), 0.49F * free_m);
  for (int step = 0; step < 5; ++step) {
    const float cube_before_m = cube_m();
    rooms.step();
    EXPECT_LT(cube_m(), cube_before_m - 0.49F * free_m);
    EXPECT_NEAR(cube_m() - agent_m(), 3, 0.011F);
  }
}

/// It sinks by g / (2 pi 25)^2 = 0.4 mm, and leans by no more.
TEST_F(Grab, NothingFollowsThatIsNotHeld) {
  stand_before_a_cube(0.5F);
  const Vec3 before = rooms.at(0).of<room::Cube, Pose>(4).position_m;
  rooms.act({1, 4, 2, 0});
  rooms.step(3);
  EXPECT_NEAR((rooms.at(0).of<room::Cube, Pose>(4).position_m.y), before.y, 4e-4F);
}

}  // namespace
}  // namespace starling::tests::escape
