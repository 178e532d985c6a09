/// What agents of hide and seek take hold of.
#include <gtest/gtest.h>

#include "tests/support/hide_and_seek_hands.hpp"

namespace starling::tests::hiding {
namespace {

class HideAndSeekGrab : public Hands {};

/// The box sinks by g / (2 pi 30)^2 = 0.3 mm, and leans by no more.
TEST_F(HideAndSeekGrab, ReachesTwoAndAHalfMetresFromTheMiddle) {
  stand_before_a_box(1.4F);
  once(0, grabs);
  ASSERT_TRUE(holds());
  EXPECT_EQ(joint().a, 0);
  EXPECT_EQ(joint().b, game::first_box);
  EXPECT_NEAR(joint().anchor_a_m.y, 2.4F, 3e-4F);
}

TEST_F(HideAndSeekGrab, ReachesNoFarther) {
  stand_before_a_box(1.6F);
  once(0, grabs);
  EXPECT_FALSE(holds());
}

TEST_F(HideAndSeekGrab, ReachesForward) {
  stand_before_a_box(0.5F);
  worlds.put(0, "Agent", 0, upright({0, 0, 1}, kernels::pi / 2));
  worlds.look();
  once(0, grabs);
  EXPECT_FALSE(holds());
}

TEST_F(HideAndSeekGrab, LetsGoAgain) {
  stand_before_a_box(0.5F);
  once(0, grabs);
  ASSERT_TRUE(holds());
  worlds.step();
  EXPECT_TRUE(holds());
  once(0, grabs);
  EXPECT_FALSE(holds());
}

TEST_F(HideAndSeekGrab, LetsGoWhereNothingIsAtHandAnyMore) {
  stand_before_a_box(0.5F);
  once(0, grabs);
  worlds.put(0, "Box", 1, upright({0, -8, 1}));
  worlds.put(0, "Agent", 0, upright({0, 0, 1}, kernels::pi));
  once(0, grabs);
  EXPECT_FALSE(holds());
}

/// The second box is thin and stands before the first.
TEST_F(HideAndSeekGrab, TakesWhatTheRayMeetsFirst) {
  stand_before_a_box(1.0F);
  worlds.set(0, "Box.Shape.half_m.y", 1, 0.2F);
  worlds.put(0, "Box", 1, upright({0, 1.6F, 1}));
  worlds.look();
  once(0, grabs);
  ASSERT_TRUE(holds());
  EXPECT_EQ(joint().b, game::first_box + 1);
}

TEST_F(HideAndSeekGrab, TakesARamp) {
  worlds.put(0, "Agent", 0, upright({0, 0, 1}));
  worlds.put(0, "Ramp", 0, upright({0, 3, 1}));
  worlds.look();
  once(0, grabs);
  ASSERT_TRUE(holds());
  EXPECT_EQ(joint().b, game::first_ramp);
}

TEST_F(HideAndSeekGrab, TakesNoAgent) {
  stand_before_a_box(5.0F);
  worlds.put(0, "Agent", 1, upright({0, 2.5F, 1}));
  worlds.look();
  once(0, grabs);
  EXPECT_FALSE(holds());
}

TEST_F(HideAndSeekGrab, TakesNothingBehindAnAgent) {
  stand_before_a_box(1.4F);
  worlds.set(0, "Agent.Shape.half_m.y", 1, 0.2F);
  worlds.put(0, "Agent", 1, upright({0, 1.7F, 1}));
  worlds.look();
  once(0, grabs);
  EXPECT_FALSE(holds());
}

TEST_F(HideAndSeekGrab, TakesNoWall) {
  worlds.put(0, "Agent", 0, upright({0, 16, 1}));
  worlds.look();
  EXPECT_EQ((worlds.at(0).agent<game::Sight>(0).at_hand), -1);
  once(0, grabs);
  EXPECT_FALSE(holds());
}

TEST_F(HideAndSeekGrab, TakesNothingBehindAWall) {
  stand_before_a_box(1.4F);
  worlds.set(0, "Wall.Shape.half_m.x", 0, 1.0F);
  worlds.put(0, "Wall", 0, upright({0, 1.7F, 1.25F}));
  worlds.look();
  once(0, grabs);
  EXPECT_FALSE(holds());
}

TEST_F(HideAndSeekGrab, TakesNothingThatIsLocked) {
  stand_before_a_box(0.5F);
  once(0, locks);
  ASSERT_EQ(locked_by(), hiders);
  once(0, grabs);
  EXPECT_FALSE(holds());
}

TEST_F(HideAndSeekGrab, IsNotForSeekersThatWait) {
  worlds.put(0, "Agent", first_seeker, upright({0, 0, 1}));
  worlds.put(0, "Box", 0, upright({0, 2.5F, 1}));
  worlds.set_clock(0, 94);
  worlds.look();
  once(first_seeker, {5, 5, 5, 1, 0});
  EXPECT_FALSE(holds(first_seeker));
  EXPECT_EQ((worlds.at(0).singleton<Clock>().step), 96u);
  once(first_seeker, {5, 5, 5, 1, 0});
  EXPECT_TRUE(holds(first_seeker));
}

/// It sinks by g / (2 pi 30)^2 = 0.3 mm, and leans by no more.
TEST_F(HideAndSeekGrab, NothingFollowsThatIsNotHeld) {
  stand_before_a_box(0.5F);
  const float before_m = box().position_m.y;
  worlds.act(0, {5, 0, 5, 0, 0});
  worlds.step(3);
  EXPECT_NEAR(box().position_m.y, before_m, 3e-4F);
}

}  // namespace
}  // namespace starling::tests::hiding
