/// How agents move, and that seekers wait.
#include <gtest/gtest.h>

#include "tests/support/hide_and_seek_worlds.hpp"

namespace starling::tests::hiding {
namespace {

using kernels::Vec3;
using systems::Pose;

class Moves : public testing::Test {
 protected:
  Moves() {
    arenas.clear_the_middle(0);
    arenas.put(0, "Agent", 0, {{0, 0, 1}, kernels::identity});
    arenas.step();
  }
  Pose agent(std::size_t row = 0) { return arenas.at(0).all<hide::Agent, Pose>()[row]; }

  Arenas arenas{1};
};

/// A step of 1/30 s in four substeps h, in which speed grows before place: of a force F at 1 kg
/// F h^2 (1 + 2 + 3 + 4) = F / 1440; friction holds 0.055 of 9.8 N back.
TEST_F(Moves, AreOfNinetySixNewtonsABucket) {
  arenas.act(0, {10, 5, 5, 0, 0});
  arenas.step();
  const float way_m = (5 * 96.0F - 0.055F * 9.8F) / 1440.0F;
  EXPECT_NEAR(agent().position_m.x, way_m, 2e-3F);
  EXPECT_NEAR(agent().position_m.y, 0.0F, 1e-3F);
}

TEST_F(Moves, AreAsTheAgentIsTurned) {
  arenas.put(0, "Agent", 0, {{0, 0, 1}, kernels::from_axis_angle({0, 0, 1}, 0.5F * kernels::pi)});
  arenas.act(0, {5, 10, 5, 0, 0});  // forward, which is -x
  arenas.step();
  EXPECT_NEAR(agent().position_m.x, -480.0F / 1440.0F, 2e-3F);
}

/// Of a torque T at the cube's 2/3 kg m2: T / (2/3) / 1440, counter-clockwise.
TEST_F(Moves, TurnByThirtyTwoNewtonMetresABucket) {
  arenas.act(0, {5, 5, 6, 0, 0});
  arenas.step();
  const Vec3 ahead = rotate(agent().rotation, Vec3{0, 1, 0});
  EXPECT_NEAR(-ahead.x, 32.0F * 1.5F / 1440.0F, 2e-3F);
}

TEST_F(Moves, EndWithTheStep) {
  arenas.act(0, {10, 10, 10, 0, 0});
  arenas.step();
  const auto motion = arenas.at(0).all<hide::Agent, systems::Motion>()[0];
  EXPECT_EQ(motion.angular_radps, Vec3{});
  EXPECT_EQ(motion.velocity_mps.x, 0.0F);
  EXPECT_EQ(motion.velocity_mps.y, 0.0F);
}

/// Preparation is the first 96 of 240 steps; one was made before.
TEST_F(Moves, OfSeekersBeginAfterPreparation) {
  const Pose before = agent(3);
  arenas.act(3, {5, 10, 10, 0, 0});
  arenas.step(95);
  EXPECT_EQ(agent(3).position_m, before.position_m);
  EXPECT_EQ(agent(3).rotation, before.rotation);
  arenas.step();
  EXPECT_FALSE(agent(3).rotation == before.rotation);
}

TEST_F(Moves, OfHidersDoNotPushSeekersThatWait) {
  arenas.put(0, "Agent", 3, {{0, 2.05F, 1}, kernels::identity});
  arenas.act(0, {5, 10, 5, 0, 0});
  arenas.step(30);
  EXPECT_EQ(agent(3).position_m, (Vec3{0, 2.05F, 1}));
}

}  // namespace
}  // namespace starling::tests::hiding
