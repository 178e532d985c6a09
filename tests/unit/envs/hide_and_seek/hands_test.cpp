/// What agents hold and lock.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/hide_and_seek_worlds.hpp"

namespace starling::tests::hiding {
namespace {

using kernels::Vec3;
using systems::Pose;

constexpr std::int32_t hiders = 1;
constexpr std::int32_t seekers = 2;

hide::Action grabs() {
  return {5, 5, 5, 1, 0};
}
hide::Action locks() {
  return {5, 5, 5, 0, 1};
}

/// A hider in the middle that looks along y at the first box, which is long and across, half a
/// metre before it; all else is out of the way.
class Hands : public testing::Test {
 protected:
  Hands() {
    arenas.clear_the_middle(0);
    arenas.put(0, "Agent", 0, {{0, 0, 1}, kernels::identity});
    arenas.put(0, "Box", 0, {{0, 2.25F, 1}, kernels::identity});
    arenas.step();  // what is at hand is seen at its end
  }

  /// One step, and then idly so many more.
  void use(std::size_t agent, const hide::Action& action, int idle_steps = 0) {
    arenas.act(agent, action);
    arenas.step();
    arenas.act(agent, {});
    arenas.step(idle_steps);
  }
  void wait_for_seekers() {
    for (int step = 0; step < 100; ++step)
      arenas.step();
  }

  systems::Joint joint(std::size_t agent = 0) {
    return arenas.at(0).all<hide::Agent, systems::Joint>()[agent];
  }
  std::int32_t locked_by(std::size_t thing = 0) { return arenas.at(0).locks()[thing].team; }
  Vec3 box_m(std::size_t box = 0) { return arenas.at(0).all<hide::Box, Pose>()[box].position_m; }

  Arenas arenas{1};
};

TEST_F(Hands, TakeTheBoxBeforeThem) {
  EXPECT_FALSE(is_active(joint()));
  use(0, grabs());
  ASSERT_TRUE(is_active(joint()));
  EXPECT_EQ(joint().a, 0);
  EXPECT_EQ(joint().b, hide::first_box);
}

TEST_F(Hands, LetGoTheSecondTime) {
  use(0, grabs());
  use(0, grabs());
  EXPECT_FALSE(is_active(joint()));
}

/// The hand is the agent's middle, and reaches 2.5 m.
TEST_F(Hands, ReachTwoAndAHalfMetres) {
  arenas.put(0, "Box", 0, {{0, 2.49F + 0.75F, 1}, kernels::identity});
  arenas.step();
  use(0, grabs());
  EXPECT_TRUE(is_active(joint()));
  use(0, grabs());
  arenas.put(0, "Box", 0, {{0, 2.51F + 0.75F, 1}, kernels::identity});
  arenas.step();
  use(0, grabs());
  EXPECT_FALSE(is_active(joint()));
}

TEST_F(Hands, TakeNothingBehindAWall) {
  arenas.set(0, "Wall.Shape.kind", 4, static_cast<std::int32_t>(systems::ShapeKind::Box));
  arenas.set(0, "Wall.Shape.half_m.x", 4, 3.0F);
  arenas.set(0, "Wall.Shape.half_m.y", 4, 0.1F);
  arenas.set(0, "Wall.Shape.half_m.z", 4, 1.25F);
  arenas.put(0, "Wall", 4, {{0, 1.25F, 1.25F}, kernels::identity});
  arenas.step();
  use(0, grabs());
  EXPECT_FALSE(is_active(joint()));
}

TEST_F(Hands, MoveWhatTheyHold) {
  use(0, grabs());
  const float before_m = box_m().y;
  arenas.act(0, {5, 0, 5, 0, 0});  // backwards
  arenas.step(20);
  EXPECT_LT(box_m().y, before_m - 0.5F);
}

/// A ramp is held by its centre of mass and its principal axes: it stays turned as it was.
TEST_F(Hands, HoldARampAsItIs) {
  arenas.put(0, "Box", 0, {{8, -8, 1}, kernels::identity});
  arenas.put(0, "Ramp", 0, {{0, 2.8F, 1}, kernels::identity});
  arenas.step();
  use(0, grabs());
  ASSERT_TRUE(is_active(joint()));
  EXPECT_EQ(joint().b, hide::first_ramp);
  arenas.act(0, {5, 0, 5, 0, 0});
  arenas.step(20);
  const Pose ramp = arenas.at(0).all<hide::Ramp, Pose>()[0];
  const Pose agent = arenas.at(0).all<hide::Agent, Pose>()[0];
  EXPECT_LT(ramp.position_m.y, 2.3F);
  // joints of 60 Hz give way to 480 N at 2 kg by F / (m (2 pi 60 Hz)^2) = 1.7 mm, the arm of 2.8 m
  // by some times that
  const Vec3 apart_m = to_body(agent, ramp.position_m);
  EXPECT_NEAR(apart_m.y, 2.8F, 0.01F);
  EXPECT_GT(rotate(ramp.rotation, Vec3{0, 0, 1}).z, 0.99F);
}

TEST_F(Hands, LockForGood) {
  use(0, locks());
  EXPECT_EQ(locked_by(), hiders);
  const Vec3 before_m = box_m();
  arenas.act(0, {5, 10, 5, 0, 0});
  arenas.step(30);
  EXPECT_EQ(box_m(), before_m);
}

TEST_F(Hands, DoNotTakeWhatIsLocked) {
  use(0, locks());
  use(0, grabs());
  EXPECT_FALSE(is_active(joint()));
}

TEST_F(Hands, OpenLocksOfTheirOwnTeam) {
  use(0, locks());
  use(0, locks());
  EXPECT_EQ(locked_by(), 0);
  const float before_m = box_m().y;
  arenas.act(0, {5, 10, 5, 0, 0});
  arenas.step(20);
  EXPECT_GT(box_m().y, before_m + 0.3F);
}

TEST_F(Hands, OpenOnesOfATeamMateToo) {
  use(0, locks());
  arenas.put(0, "Agent", 1, {{2.5F, 0, 1}, kernels::identity});
  arenas.step();
  use(1, locks());
  EXPECT_EQ(locked_by(), 0);
}

TEST_F(Hands, DoNotOpenTheOtherTeams) {
  use(0, locks());
  wait_for_seekers();
  arenas.put(0, "Agent", 3, {{2.5F, 0, 1}, kernels::identity});
  arenas.step();
  use(3, locks());
  EXPECT_EQ(locked_by(), hiders);
}

TEST_F(Hands, OfSeekersLockForSeekers) {
  wait_for_seekers();
  arenas.put(0, "Agent", 3, {{2.5F, 0, 1}, kernels::identity});
  arenas.step();
  use(3, locks());
  EXPECT_EQ(locked_by(), seekers);
}

TEST_F(Hands, DoNotLockWhatAnotherHolds) {
  arenas.put(0, "Agent", 1, {{2.5F, 0, 1}, kernels::identity});
  arenas.step();
  use(1, grabs());
  ASSERT_TRUE(is_active(joint(1)));
  use(0, locks());
  EXPECT_EQ(locked_by(), 0);
}

TEST_F(Hands, LetGoOfWhatTheyLock) {
  use(0, grabs());
  use(0, locks());
  EXPECT_EQ(locked_by(), hiders);
  EXPECT_FALSE(is_active(joint()));
}

TEST_F(Hands, OfSeekersRestInPreparation) {
  arenas.put(0, "Agent", 3, {{2.5F, 0, 1}, kernels::identity});
  arenas.step();
  use(3, {5, 5, 5, 1, 1});
  EXPECT_FALSE(is_active(joint(3)));
  EXPECT_EQ(locked_by(), 0);
}

}  // namespace
}  // namespace starling::tests::hiding
