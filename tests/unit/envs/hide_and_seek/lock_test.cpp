/// What agents of hide and seek lock, for whom, and what it takes to open it.
#include <gtest/gtest.h>

#include "tests/support/hide_and_seek_hands.hpp"

namespace starling::tests::hiding {
namespace {

using systems::Mass;
using systems::Motion;
using systems::Pose;

class HideAndSeekLocks : public Hands {
 protected:
  static constexpr game::Action both{5, 5, 5, 1, 1};

  /// Both hiders and the seeker have the first box at hand.
  void surround_a_box() {
    stand_before_a_box(0.5F);
    stand_beside(other_hider);
    stand_beside(first_seeker);
    for (const std::size_t row : {std::size_t{0}, other_hider, first_seeker})
      ASSERT_EQ((worlds.at(0).agent<game::Sight>(row).at_hand), game::first_box) << row;
  }
  /// How far the first hider pushes the box in half a second.
  float pushed_m() {
    const float before_m = box().position_m.y;
    worlds.put(0, "Agent", 0, upright(box().position_m - Vec3{0, 2.1F, 0}));
    worlds.act(still);
    worlds.act(0, {5, 10, 5, 0, 0});
    worlds.step(15);
    worlds.act(still);
    return box().position_m.y - before_m;
  }
};

TEST_F(HideAndSeekLocks, HoldForTheTeam) {
  surround_a_box();
  once(0, locks);
  EXPECT_EQ(locked_by(), hiders);
  EXPECT_EQ(locked_by(1), nobody);
  once(other_hider, locks);
  EXPECT_EQ(locked_by(), nobody);
  once(first_seeker, locks);
  EXPECT_EQ(locked_by(), seekers);
  once(first_seeker, locks);
  EXPECT_EQ(locked_by(), nobody);
}

TEST_F(HideAndSeekLocks, AreNotForTheOtherTeamToOpen) {
  surround_a_box();
  once(0, locks);
  once(first_seeker, locks);
  EXPECT_EQ(locked_by(), hiders);
  once(0, locks);
  once(first_seeker, locks);
  ASSERT_EQ(locked_by(), seekers);
  once(0, locks);
  once(other_hider, locks);
  EXPECT_EQ(locked_by(), seekers);
}

TEST_F(HideAndSeekLocks, ReachAsFarAsHands) {
  stand_before_a_box(1.4F);
  once(0, locks);
  EXPECT_EQ(locked_by(), hiders);
  stand_before_a_box(1.6F);
  once(0, locks);
  EXPECT_EQ(locked_by(), hiders);
}

TEST_F(HideAndSeekLocks, AreForRampsToo) {
  worlds.put(0, "Agent", 0, upright({0, 0, 1}));
  worlds.put(0, "Ramp", 0, upright({0, 3, 1}));
  worlds.look();
  once(0, locks);
  EXPECT_EQ((worlds.at(0).ramp<game::Lock>(0).team), hiders);
  EXPECT_EQ((worlds.at(0).ramp<Mass>(0).mass_kg), 0.0F);
  once(0, locks);
  EXPECT_EQ((worlds.at(0).ramp<game::Lock>(0).team), nobody);
  EXPECT_EQ((worlds.at(0).ramp<Mass>(0).mass_kg), 2.0F);
}

TEST_F(HideAndSeekLocks, KeepABoxFromBeingPushed) {
  stand_before_a_box(0.5F);
  once(0, locks);
  const Pose before = box();
  EXPECT_EQ(pushed_m(), 0.0F);
  EXPECT_EQ(box().position_m, before.position_m);
  EXPECT_EQ(box().rotation, before.rotation);
}

TEST_F(HideAndSeekLocks, LetABoxBePushedOnceTheyAreOpen) {
  stand_before_a_box(0.5F);
  once(0, locks);
  once(0, locks);
  EXPECT_GT(pushed_m(), 0.3F);
}

/// A box half a metre above the floor, asleep by then.
TEST_F(HideAndSeekLocks, HoldWhatWouldFall) {
  stand_before_a_box(0.5F);
  worlds.put(0, "Box", 0, upright({0, 2.5F, 1.3F}));
  worlds.set(0, "Box.Motion.velocity_mps.x", 0, 2.0F);
  once(0, locks);
  const Pose before = box();
  EXPECT_EQ((worlds.at(0).box<Motion>(0).velocity_mps), Vec3{});
  EXPECT_EQ(before.position_m.z, 1.3F);
  worlds.step(60);
  EXPECT_EQ(box().position_m, before.position_m);
  once(0, locks);
  worlds.step(15);
  EXPECT_NEAR(box().position_m.z, 1.0F, 1e-3F);
}

/// It slept when it was locked, and what it lay on has gone since.
TEST_F(HideAndSeekLocks, WakeWhatSleptWhenTheyAreOpened) {
  stand_before_a_box(0.5F);
  worlds.step(30);
  ASSERT_GE((worlds.at(0).box<systems::Rest>(0).still_s), 0.5F);
  once(0, locks);
  worlds.set(0, "Box.Pose.position_m.z", 0, 1.3F);
  worlds.step(10);
  ASSERT_EQ(box().position_m.z, 1.3F);
  once(0, locks);
  worlds.step(15);
  EXPECT_NEAR(box().position_m.z, 1.0F, 1e-3F);
}

TEST_F(HideAndSeekLocks, EndTheOwnHold) {
  stand_before_a_box(0.5F);
  once(0, grabs);
  ASSERT_TRUE(holds());
  once(0, locks);
  EXPECT_FALSE(holds());
  EXPECT_EQ(locked_by(), hiders);
}

TEST_F(HideAndSeekLocks, AreNotForWhatAnotherHolds) {
  surround_a_box();
  once(0, grabs);
  once(other_hider, locks);
  once(first_seeker, locks);
  EXPECT_EQ(locked_by(), nobody);
  EXPECT_TRUE(holds());
  once(0, grabs);
  once(first_seeker, locks);
  EXPECT_EQ(locked_by(), seekers);
}

TEST_F(HideAndSeekLocks, AreNotForWhatAnotherHoldsToo) {
  surround_a_box();
  once(0, grabs);
  once(other_hider, grabs);
  once(0, locks);
  EXPECT_EQ(locked_by(), nobody);
  EXPECT_TRUE(holds(0));
}

TEST_F(HideAndSeekLocks, LeaveTheHoldOnSomethingElse) {
  stand_before_a_box(0.5F);
  once(0, grabs);
  ASSERT_TRUE(holds());
  worlds.put(0, "Box", 1, upright({12, 2.5F, 1}));
  worlds.put(0, "Agent", 1, upright({12, 0, 1}));
  worlds.look();
  once(other_hider, locks);
  EXPECT_EQ(locked_by(1), hiders);
  EXPECT_TRUE(holds(0));
}

TEST_F(HideAndSeekLocks, ComeAfterTheSameAgentsGrab) {
  stand_before_a_box(0.5F);
  once(0, both);
  EXPECT_FALSE(holds());
  EXPECT_EQ(locked_by(), hiders);
}

TEST_F(HideAndSeekLocks, AreOpenedAfterTheSameAgentsGrab) {
  stand_before_a_box(0.5F);
  once(0, locks);
  once(0, both);
  EXPECT_FALSE(holds());
  EXPECT_EQ(locked_by(), nobody);
}

/// Agents take their turns in the order of their rows.
TEST_F(HideAndSeekLocks, ComeTooLateForWhatAFormerAgentTook) {
  surround_a_box();
  worlds.act(0, grabs);
  worlds.act(other_hider, locks);
  worlds.act(first_seeker, locks);
  worlds.step();
  EXPECT_TRUE(holds(0));
  EXPECT_EQ(locked_by(), nobody);
}

TEST_F(HideAndSeekLocks, ComeBeforeTheGrabOfALaterAgent) {
  surround_a_box();
  worlds.act(0, locks);
  worlds.act(other_hider, grabs);
  worlds.act(first_seeker, both);
  worlds.step();
  EXPECT_EQ(locked_by(), hiders);
  EXPECT_FALSE(holds(other_hider));
  EXPECT_FALSE(holds(first_seeker));
}

TEST_F(HideAndSeekLocks, AreOpenedByALaterAgentOfTheTeam) {
  surround_a_box();
  worlds.act(0, locks);
  worlds.act(other_hider, locks);
  worlds.act(first_seeker, locks);
  worlds.step();
  EXPECT_EQ(locked_by(), seekers);
}

TEST_F(HideAndSeekLocks, AreNotForSeekersThatWait) {
  surround_a_box();
  worlds.set_clock(0, 95);
  once(first_seeker, locks);
  EXPECT_EQ(locked_by(), nobody);
  once(first_seeker, locks);
  EXPECT_EQ(locked_by(), seekers);
}

TEST_F(HideAndSeekLocks, AreOpenWhenAnEpisodeBegins) {
  stand_before_a_box(0.5F);
  once(0, locks);
  worlds.simulator().reset();
  EXPECT_EQ(locked_by(), nobody);
  EXPECT_EQ((worlds.at(0).box<Mass>(0).mass_kg), 2.0F);
}

}  // namespace
}  // namespace starling::tests::hiding
