/// How agents of hide and seek move, and that seekers wait.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/hide_and_seek_worlds.hpp"

namespace starling::tests::hiding {
namespace {

using kernels::Vec3;
using systems::Load;
using systems::Motion;
using systems::Pose;

/// A hider, and a seeker that waits 10 m away.
class HideAndSeekAct : public testing::Test {
 protected:
  HideAndSeekAct() {
    worlds.put(0, "Agent", 0, upright({0, 0, 1}));
    worlds.put(0, "Agent", first_seeker, upright({10, 10, 1}));
  }
  Load load_after(const game::Action& action, float yaw_rad) {
    worlds.put(0, "Agent", 0, upright({0, 0, 1}, yaw_rad));
    worlds.act(0, action);
    worlds.step();
    return worlds.at(0).agent<Load>(0);
  }
  Pose pose(std::size_t agent) { return worlds.at(0).agent<Pose>(agent); }

  Worlds worlds{1, open_arena(1, 1, 1, 0)};
};

TEST_F(HideAndSeekAct, ForcesAreNinetySixNewtonABucketFromFive) {
  for (int bucket = 0; bucket < 11; ++bucket) {
    const float force_n = 96.0F * static_cast<float>(bucket - 5);
    EXPECT_EQ((load_after({bucket, 5, 5, 0, 0}, 0).force_n), (Vec3{force_n, 0, 0}));
    EXPECT_EQ((load_after({5, bucket, 5, 0, 0}, 0).force_n), (Vec3{0, force_n, 0}));
  }
}

TEST_F(HideAndSeekAct, TorqueIsThirtyTwoNewtonMetresABucketFromFive) {
  for (int bucket = 0; bucket < 11; ++bucket) {
    const Load load = load_after({5, 5, bucket, 0, 0}, 0.7F);
    EXPECT_EQ(load.torque_nm, (Vec3{0, 0, 32.0F * static_cast<float>(bucket - 5)}));
    EXPECT_EQ(load.force_n, Vec3{});
  }
}

/// Forces of 480 N are rounded by 3e-5 N at a time.
TEST_F(HideAndSeekAct, RightAndForwardTurnWithTheAgent) {
  const Load load = load_after({8, 10, 5, 0, 0}, kernels::pi / 2);
  EXPECT_NEAR(load.force_n.x, -480, 1e-3F);
  EXPECT_NEAR(load.force_n.y, 288, 1e-3F);
}

/// From rest by F/m in four substeps of 1/120 s: (1 + 2 + 3 + 4) F/m / 120^2. The floor's friction,
/// the mean of 0.01 and 0.1, takes 0.54 m/s2 of 96; twice that is left to a solver that starts from
/// no known impulses.
TEST_F(HideAndSeekAct, AStepTakesAnAgentAsFarAsItsForce) {
  worlds.act(0, {5, 6, 5, 0, 0});
  worlds.step();
  const float free_m = 96.0F * 10 / (120 * 120);
  EXPECT_LE(pose(0).position_m.y, free_m + 1e-6F);
  EXPECT_GT(pose(0).position_m.y, (1 - 2 * 0.54F / 96) * free_m);
  EXPECT_NEAR(pose(0).position_m.x, 0, 1e-6F);
}

/// By M / (2/3 kg m2); friction at the corners, sqrt(2) m out, takes 0.54 sqrt(2) of 32 N m. Turns
/// are summed to a few roundings of 1.
TEST_F(HideAndSeekAct, AStepTurnsAnAgentAsFarAsItsTorque) {
  worlds.act(0, {5, 5, 6, 0, 0});
  worlds.step();
  const float free_rad = 48.0F * 10 / (120 * 120);
  const float turned_rad = 2 * std::atan2(pose(0).rotation.z, pose(0).rotation.w);
  EXPECT_LE(turned_rad, free_rad + 1e-6F);
  EXPECT_GT(turned_rad, (1 - 2 * 0.54F * 1.4143F / 32) * free_rad);
}

TEST_F(HideAndSeekAct, AgentsStopAtTheEndOfAStep) {
  worlds.act(0, {10, 2, 9, 0, 0});
  worlds.step();
  const auto motion = worlds.at(0).agent<Motion>(0);
  EXPECT_EQ(motion.velocity_mps.x, 0.0F);
  EXPECT_EQ(motion.velocity_mps.y, 0.0F);
  EXPECT_EQ(motion.angular_radps, Vec3{});
}

/// Speeds below 1 m/s, summed four times a step.
TEST_F(HideAndSeekAct, ButNotWhereTheyFall) {
  worlds.put(0, "Agent", 0, upright({0, 0, 6}));
  worlds.step(2);
  EXPECT_NEAR((worlds.at(0).agent<Motion>(0).velocity_mps.z), -9.8F * 2 / 30, 8 * 6e-8F);
}

TEST_F(HideAndSeekAct, AgentsAreNotThrownUp) {
  Motion motion{{1, 2, 3}, {4, 5, 6}};
  game::halt({}, motion);
  EXPECT_EQ(motion.velocity_mps, Vec3{});
  EXPECT_EQ(motion.angular_radps, Vec3{});
}

/// They are still for 0.5 s and sleep; a push wakes them.
TEST_F(HideAndSeekAct, AgentsThatSleptMoveAgain) {
  worlds.look();
  worlds.step(60);
  const Vec3 before = pose(0).position_m;
  worlds.act(0, {5, 10, 5, 0, 0});
  worlds.step();
  EXPECT_GT(pose(0).position_m.y, before.y + 0.3F);
}

TEST_F(HideAndSeekAct, SeekersWaitNinetySixSteps) {
  const Pose before = pose(first_seeker);
  worlds.act({5, 0, 9, 1, 1});
  for (int step = 0; step < 96; ++step) {
    worlds.step();
    ASSERT_EQ(pose(first_seeker).position_m, before.position_m) << "step " << step;
    ASSERT_EQ(pose(first_seeker).rotation, before.rotation) << "step " << step;
  }
  worlds.step();
  EXPECT_LT(pose(first_seeker).position_m.y, before.position_m.y - 0.3F);
  EXPECT_FALSE((pose(first_seeker).rotation == before.rotation));
}

/// The hider pushes with 480 N, from 1 m away.
class HideAndSeekPushed : public HideAndSeekAct {
 protected:
  Vec3 pushed_to(std::uint32_t step) {
    worlds.put(0, "Agent", 0, upright({0, 0, 1}));
    worlds.put(0, "Agent", first_seeker, upright({0, 3, 1}));
    worlds.set_clock(0, step);
    worlds.act({});
    worlds.act(0, {5, 10, 5, 0, 0});
    worlds.step(20);
    return pose(first_seeker).position_m;
  }
};

TEST_F(HideAndSeekPushed, SeekersThatWaitStay) {
  EXPECT_EQ(pushed_to(0), (Vec3{0, 3, 1}));
}

TEST_F(HideAndSeekPushed, SeekersThatActGiveWay) {
  EXPECT_GT(pushed_to(96).y, 4.0F);
}

TEST_F(HideAndSeekPushed, SeekersThatWaitStopABoxThatIsPushed) {
  worlds.put(0, "Agent", 0, upright({0, 0, 1}));
  worlds.put(0, "Box", 0, upright({0, 2.5F, 1}));
  worlds.put(0, "Agent", first_seeker, upright({0, 5, 1}));
  worlds.act(0, {5, 10, 5, 0, 0});
  worlds.step(20);
  EXPECT_EQ(pose(first_seeker).position_m, (Vec3{0, 5, 1}));
  EXPECT_GT((worlds.at(0).box<Pose>(0).position_m.y), 2.6F);
}

}  // namespace
}  // namespace starling::tests::hiding
