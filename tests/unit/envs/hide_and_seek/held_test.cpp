/// How what agents of hide and seek hold follows them, and falls when it is let go.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/hide_and_seek_hands.hpp"

namespace starling::tests::hiding {
namespace {

using systems::Joint;
using systems::Pose;
using systems::Shape;

/// The angle between two rotations, small.
float angle_between(kernels::Quat a, kernels::Quat b) {
  const kernels::Quat turn = conjugate(a) * b;
  return 2 * std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
}

/// Something that a hider holds, at an angle to it.
class HideAndSeekHeld : public Hands {
 protected:
  /// Where the thing is in the hider's frame.
  Pose relative(const char* kind) {
    const Pose own = agent();
    const Pose its = kind[0] == 'B' ? box() : worlds.at(0).ramp<Pose>(0);
    return {to_body(own, its.position_m), conjugate(own.rotation) * its.rotation};
  }
  void take(const char* kind) {
    worlds.put(0, "Agent", 0, upright({0, 0, 1}, 0.4F));
    const Vec3 ahead{-std::sin(0.4F), std::cos(0.4F), 0};
    worlds.put(0, kind, 0, upright(Vec3{0, 0, 1} + ahead * 2.9F, 0.1F));
    worlds.look();
    taken_ = relative(kind);
    once(0, grabs);
    ASSERT_TRUE(holds());
  }
  /// How far and by which angle it is now from where it was taken.
  float moved_m(const char* kind) { return length(relative(kind).position_m - taken_.position_m); }
  float turned_rad(const char* kind) {
    return angle_between(relative(kind).rotation, taken_.rotation);
  }

 private:
  Pose taken_;
};

/// Both ends of a joint are one point, where the ray met the thing, and it keeps the thing's turn
/// against the hider: in the frames of their centres of mass and principal axes, which of a ramp
/// are not its own. Points are rounded by 1e-6 m, turns by 1e-7.
TEST_F(HideAndSeekHeld, IsJoinedWhereAndAsItWas) {
  for (const char* kind : {"Box", "Ramp"}) {
    take(kind);
    const Joint made = joint();
    const auto body = static_cast<std::size_t>(made.b);
    worlds.act(still);
    const Arena one = worlds.at(0);
    const Pose its = one.of_movers<Pose>()[body];
    const systems::MassProperties mass =
        systems::mass_properties_of(one.of_movers<Shape>()[body], 2);
    const kernels::Quat frame = its.rotation * mass.frame;
    const Vec3 of_its = to_world(its, mass.centre_m) + rotate(frame, made.anchor_b_m);
    const Vec3 of_own = to_world(agent(), made.anchor_a_m);
    EXPECT_LT(length(of_its - of_own), 1e-3F) << kind;  // a step after, at rest
    EXPECT_LT(angle_between(made.turn, conjugate(agent().rotation) * frame), 1e-3F) << kind;
    EXPECT_NEAR(made.anchor_a_m.x, 0, 1e-6F);
    EXPECT_NEAR(made.anchor_a_m.z, -0.5F, 1e-5F);
    once(0, grabs);
    worlds.put(0, kind, 0, upright({12, 12, 1}));
  }
}

/// A joint of 60 Hz (twice the contacts') and the masses' 2/3 kg gives way to 480 N by
/// 480 / (2/3) / (2 pi 60)^2 = 5.1 mm. The pull is half a metre below the middle: it twists 4/3 kg
/// m2 by 240 N m at most, which gives way by 1.3 mrad, 2.5 mm at the thing's middle, 1.9 m away.
/// And the agent halts after each step, which takes 480 / 3 / 30 = 5.3 m/s from one end: with
/// twofold damping that goes on for 5.3 / (4 * 2 pi 60) = 3.5 mm.
TEST_F(HideAndSeekHeld, FollowsBackwards) {
  for (const char* kind : {"Box", "Ramp"}) {
    take(kind);
    worlds.act(0, {5, 0, 5, 0, 0});
    for (int step = 0; step < 6; ++step) {
      const Vec3 before = to_world(agent(), relative(kind).position_m);
      worlds.step();
      const Vec3 after = to_world(agent(), relative(kind).position_m);
      EXPECT_LT(after.y, before.y - 0.01F) << kind;
      EXPECT_LT(moved_m(kind), 11.1e-3F) << kind;
    }
    once(0, grabs);
    worlds.put(0, kind, 0, upright({12, 12, 1}));
  }
}

/// 160 N m would turn an agent alone (2/3 kg m2) by 2 rad/s in a substep of 1/120 s, so by 17 mrad
/// where a joint held nothing. It mends, by softness() of step_rules.hpp for 60 Hz and twofold
/// damping, 0.44 of an error in each: were all of what it does in vain, 38 mrad would be left.
/// The pair, 2 kg m2 and 2/3 kg 2.9 m apart, turns by 160 / 7.6 * 10 / 120^2 rad in a step from
/// rest, of which the thing's 40 N of friction, 2.9 m away, take three quarters at most.
TEST_F(HideAndSeekHeld, TurnsWithTheAgent) {
  for (const char* kind : {"Box", "Ramp"}) {
    take(kind);
    for (const int turn : {10, 0}) {
      const kernels::Quat before = agent().rotation;
      worlds.act(0, {5, 5, turn, 0, 0});
      worlds.step(6);
      EXPECT_GT(angle_between(agent().rotation, before), 6 * 0.25F * 0.0146F) << kind;
      EXPECT_LT(turned_rad(kind), 0.038F) << kind;
    }
    once(0, grabs);
    worlds.put(0, kind, 0, upright({12, 12, 1}));
  }
}

/// Nothing pulls at it: it stays as it was but for its weight, which sinks 0.3 mm.
TEST_F(HideAndSeekHeld, StaysWhereItIsWithAnAgentAtRest) {
  for (const char* kind : {"Box", "Ramp"}) {
    take(kind);
    worlds.step(10);
    EXPECT_LT(moved_m(kind), 1e-3F) << kind;
    EXPECT_LT(turned_rad(kind), 1e-3F) << kind;
    once(0, grabs);
    worlds.put(0, kind, 0, upright({12, 12, 1}));
  }
}

/// It sleeps above the floor while it is held.
TEST_F(HideAndSeekHeld, FallsWhenItIsLetGo) {
  stand_before_a_box(0.5F);
  worlds.put(0, "Box", 0, upright({0, 2.5F, 1.3F}));
  once(0, grabs);
  worlds.step(60);
  ASSERT_GT(box().position_m.z, 1.29F);
  ASSERT_GE((worlds.at(0).box<systems::Rest>(0).still_s), 0.5F);
  once(0, grabs);
  worlds.step(15);
  EXPECT_NEAR(box().position_m.z, 1.0F, 1e-3F);
}

TEST_F(HideAndSeekHeld, ByTwoIsHeldByBoth) {
  stand_before_a_box(0.5F);
  stand_beside(other_hider);
  once(0, grabs);
  once(other_hider, grabs);
  EXPECT_TRUE(holds(0));
  EXPECT_TRUE(holds(other_hider));
  once(0, grabs);
  EXPECT_FALSE(holds(0));
  EXPECT_TRUE(holds(other_hider));
}

TEST_F(HideAndSeekHeld, IsLetGoWhenAnEpisodeBegins) {
  stand_before_a_box(0.5F);
  once(0, grabs);
  ASSERT_TRUE(holds());
  worlds.simulator().reset();
  EXPECT_FALSE(holds());
}

}  // namespace
}  // namespace starling::tests::hiding
