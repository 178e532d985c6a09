/// Spheres and capsules touch each other where geometry says, by hand.
#include <gtest/gtest.h>

#include "tests/unit/systems/rigid/contact.hpp"

namespace starling::systems::testing {
namespace {

const Shape ball = sphere(0.5F);
const Shape pill = capsule(0.25F, 1.0F);
const Quat along_x = turn_about({0, 1, 0}, 90);

TEST(RoundContacts, SpheresTouchBetweenTheirCentres) {
  expect_one_point(contact_of(ball, at({1, 2, 3}), sphere(0.25F), at({1, 2.5F, 3}), 0), {0, 1, 0},
                   {1, 2.375F, 3}, -0.25);
}

TEST(RoundContacts, SpheresApartTouchOnlyWithinReach) {
  expect_one_point(contact_of(ball, at({}), ball, at({1.5F, 0, 0}), 0.5F), {1, 0, 0}, {0.75F, 0, 0},
                   0.5);
  EXPECT_EQ(contact_of(ball, at({}), ball, at({1.5F, 0, 0}), 0.499F).points, 0);
}

TEST(RoundContacts, SpheresOfOneCentreArePushedApartAlongZ) {
  expect_one_point(contact_of(ball, at({1, 2, 3}), ball, at({1, 2, 3}), 0), {0, 0, 1}, {1, 2, 3},
                   -1.0);
}

TEST(RoundContacts, ASphereTouchesTheSideOfACapsule) {
  expect_one_point(contact_of(ball, at({0.7F, 0, 0.5F}), pill, at({}), 0), {-1, 0, 0},
                   {0.225F, 0, 0.5F}, -0.05);
}

TEST(RoundContacts, ASphereTouchesTheCapOfACapsule) {
  expect_one_point(contact_of(ball, at({0, 0, 1.7F}), pill, at({}), 0), {0, 0, -1}, {0, 0, 1.225F},
                   -0.05);
}

TEST(RoundContacts, ASphereOnACapsulesCoreIsPushedOutSideways) {
  const Manifold manifold = contact_of(ball, at({0, 0, 0.5F}), pill, at({}), 0);
  ASSERT_EQ(manifold.points, 1);
  EXPECT_NEAR(manifold.normal.z, 0, rounding_m);
  EXPECT_NEAR(kernels::length(manifold.normal), 1, rounding_m);
  EXPECT_NEAR(manifold.point[0].separation_m, -0.75, rounding_m);
}

TEST(RoundContacts, CrossedCapsulesTouchInOnePoint) {
  expect_one_point(contact_of(pill, at({}), pill, at({0, 0.4F, 0.3F}, along_x), 0), {0, 1, 0},
                   {0, 0.2F, 0.3F}, -0.1);
}

TEST(RoundContacts, ParallelCapsulesTouchAtBothEndsOfWhatTheyShare) {
  const Vec3 ends[] = {{0.225F, 0, -0.5F}, {0.225F, 0, 1}};
  expect_points(contact_of(pill, at({}), pill, at({0.45F, 0, 0.5F}), 0), {1, 0, 0}, ends, -0.05);
  // the other way round, too
  const Quat upside_down = turn_about({1, 0, 0}, 180);
  expect_points(contact_of(pill, at({}), pill, at({0.45F, 0, 0.5F}, upside_down), 0), {1, 0, 0},
                ends, -0.05);
}

TEST(RoundContacts, CapsulesInOneLineTouchWithTheirCaps) {
  expect_one_point(contact_of(pill, at({}), pill, at({0, 0, 2.4F}), 0), {0, 0, 1}, {0, 0, 1.2F},
                   -0.1);
}

TEST(RoundContacts, CapsulesWhoseCoresCrossAreLiftedOffEachOther) {
  const Manifold manifold = contact_of(pill, at({}), pill, at({0, 0, 0}, along_x), 0);
  ASSERT_EQ(manifold.points, 1);
  EXPECT_NEAR(std::abs(manifold.normal.y), 1, rounding_m);
  EXPECT_NEAR(manifold.point[0].separation_m, -0.5, rounding_m);
}

TEST(RoundContacts, ACapsuleWithoutLengthIsASphere) {
  const Shape short_pill = capsule(0.5F, 0);
  expect_one_point(contact_of(short_pill, at({}), short_pill, at({0, 0.75F, 0}), 0), {0, 1, 0},
                   {0, 0.375F, 0}, -0.25);
}

TEST(RoundContacts, ASphereTouchesAPlaneBelowItsCentre) {
  expect_one_point(contact_of(ball, at({1, 2, 3.4F}), plane(), at({7, 8, 3}), 0), {0, 0, -1},
                   {1, 2, 2.95F}, -0.1);
}

TEST(RoundContacts, ACapsuleLiesOnAPlaneWithBothCaps) {
  const Vec3 ends[] = {{-1, 2, 0.05F}, {1, 2, 0.05F}};
  expect_points(contact_of(pill, at({0, 2, 0.35F}, along_x), plane(), at({}), 0.2F), {0, 0, -1},
                ends, 0.1);
}

TEST(RoundContacts, ACapsuleStandsOnAPlaneWithOneCap) {
  expect_one_point(contact_of(pill, at({1, 2, 1.2F}), plane(), at({}), 0), {0, 0, -1},
                   {1, 2, -0.025F}, -0.05);
}

}  // namespace
}  // namespace starling::systems::testing
