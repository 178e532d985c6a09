/// Spheres and capsules touch boxes and wedges where geometry says, by hand.
#include <gtest/gtest.h>

#include "tests/unit/systems/rigid/contact.hpp"

namespace starling::systems::testing {
namespace {

const Shape cube = box({0.5F, 0.5F, 0.5F});
const Shape ball = sphere(0.5F);
const Shape pill = capsule(0.25F, 1.0F);
const Quat along_x = turn_about({0, 1, 0}, 90);
const float half_root = std::sqrt(0.5F);
const float third_root = std::sqrt(1.0F / 3.0F);

TEST(RoundHullContacts, ASphereTouchesAFace) {
  expect_one_point(contact_of(ball, at({0.2F, 0.9F, 0.1F}), cube, at({}), 0), {0, -1, 0},
                   {0.2F, 0.45F, 0.1F}, -0.1);
}

TEST(RoundHullContacts, ASphereTouchesAnEdge) {
  const Vec3 edge{0.5F, 0.1F, 0.5F};
  const Vec3 out{half_root, 0, half_root};
  expect_one_point(contact_of(cube, at({}), ball, at(edge + 0.4F * out), 0), out,
                   edge - 0.05F * out, -0.1);
}

TEST(RoundHullContacts, ASphereTouchesAVertex) {
  const Vec3 vertex{0.5F, 0.5F, 0.5F};
  const Vec3 out{third_root, third_root, third_root};
  expect_one_point(contact_of(cube, at({}), ball, at(vertex + 0.6F * out), 0.2F), out,
                   vertex + 0.05F * out, 0.1);
}

TEST(RoundHullContacts, ASphereWithinABoxLeavesByTheNearestFace) {
  expect_one_point(contact_of(cube, at({}), ball, at({0.1F, -0.3F, 0.2F}), 0), {0, -1, 0},
                   {0.1F, -0.15F, 0.2F}, -0.7);
}

TEST(RoundHullContacts, ASphereInABoxesMiddleLeavesAlongX) {
  expect_one_point(contact_of(cube, at({}), ball, at({}), 0), {1, 0, 0}, {0, 0, 0}, -1.0);
}

TEST(RoundHullContacts, ASphereTouchesASlope) {
  const Vec3 up{0, -half_root, half_root};
  expect_one_point(contact_of(wedge({1, 1, 1}), at({}), ball, at(0.4F * up), 0), up, -0.05F * up,
                   -0.1);
}

TEST(RoundHullContacts, ASphereTouchesTheSharpEdgeOfAWedge) {
  expect_one_point(contact_of(wedge({1, 1, 1}), at({}), ball, at({0.3F, -1.4F, -1}), 0), {0, -1, 0},
                   {0.3F, -0.95F, -1}, -0.1);
}

TEST(RoundHullContacts, ASphereWithinAWedgeLeavesByItsSlope) {
  const Vec3 up{0, -half_root, half_root};
  expect_one_point(contact_of(wedge({1, 1, 1}), at({}), ball, at(-0.1F * up), 0), up, -0.3F * up,
                   -0.6);
}

TEST(RoundHullContacts, ACapsuleLiesOnAFaceWithTwoPoints) {
  // its left cap lies beyond the edge
  const float edge = -0.5F - detail::side_margin_m;
  const Vec3 ends[] = {{edge, 0.1F, 0.45F}, {0.4F, 0.1F, 0.45F}};
  expect_points(contact_of(pill, at({-0.6F, 0.1F, 0.65F}, along_x), cube, at({}), 0), {0, 0, -1},
                ends, -0.1);
}

TEST(RoundHullContacts, ACapsuleAcrossAFaceTouchesAtBothEdges) {
  const float edge = 0.5F + detail::side_margin_m;
  const Vec3 ends[] = {{-edge, 0.1F, 0.525F}, {edge, 0.1F, 0.525F}};
  expect_points(contact_of(cube, at({}), pill, at({0, 0.1F, 0.8F}, along_x), 0.1F), {0, 0, 1}, ends,
                0.05);
}

TEST(RoundHullContacts, ACapsuleStandsOnAFaceWithOneCap) {
  expect_one_point(contact_of(cube, at({}), pill, at({0.1F, 0.2F, 1.7F}), 0), {0, 0, 1},
                   {0.1F, 0.2F, 0.475F}, -0.05);
}

TEST(RoundHullContacts, ACapsuleCrossesAnEdgeInOnePoint) {
  // along x and up, over the cube's upper edge along y
  const Vec3 edge{0.5F, 0.1F, 0.5F};
  const Vec3 out{half_root, 0, half_root};
  const Quat along_edge = turn_about({0, 1, 0}, 135);
  expect_one_point(contact_of(cube, at({}), pill, at(edge + 0.2F * out, along_edge), 0), out,
                   edge - 0.025F * out, -0.05);
}

TEST(RoundHullContacts, AnUprightCapsuleAtAnUprightEdgeHasTwoPoints) {
  const Vec3 out{half_root, half_root, 0};
  const Vec3 edge{0.5F, 0.5F, 0};
  const Vec3 ends[] = {edge - 0.05F * out + Vec3{0, 0, -0.3F},
                       edge - 0.05F * out + Vec3{0, 0, 0.5F}};
  expect_points(contact_of(cube, at({}), pill, at(edge + 0.15F * out + Vec3{0, 0, 0.7F}), 0), out,
                ends, -0.1);
}

TEST(RoundHullContacts, ACapsuleWhoseCoreCutsAnEdgeIsPushedOutAcrossIt) {
  const Vec3 edge{0.5F, 0.1F, 0.5F};
  const Vec3 out{half_root, 0, half_root};
  const Quat along_edge = turn_about({0, 1, 0}, 135);
  expect_one_point(contact_of(cube, at({}), pill, at(edge - 0.01F * out, along_edge), 0), out,
                   edge - 0.13F * out, -0.26);
}

TEST(RoundHullContacts, ACapsuleSunkIntoAFaceStillHasTwoPoints) {
  const Vec3 ends[] = {{-1, 0.1F, 0.35F}, {1, 0.1F, 0.35F}};
  const Manifold manifold =
      contact_of(box({2, 2, 0.5F}), at({}), pill, at({0, 0.1F, 0.45F}, along_x), 0);
  ASSERT_EQ(manifold.points, 2);
  expect_points(manifold, {0, 0, 1}, ends, -0.3);
}

TEST(RoundHullContacts, ACapsuleLiesOnASlope) {
  const Vec3 up{0, -half_root, half_root};
  const Vec3 y{0, half_root, half_root};
  const Quat along_slope = turn_about({1, 0, 0}, -45);
  const Shape short_pill = capsule(0.25F, 0.5F);
  const Vec3 ends[] = {-0.025F * up - 0.5F * y, -0.025F * up + 0.5F * y};
  expect_points(contact_of(wedge({1, 1, 1}), at({}), short_pill, at(0.2F * up, along_slope), 0), up,
                ends, -0.05);
}

}  // namespace
}  // namespace starling::systems::testing
