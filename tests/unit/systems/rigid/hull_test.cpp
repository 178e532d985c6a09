/// The hulls' topology closes, and boxes and wedges touch each other where geometry says, by hand.
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "tests/unit/systems/rigid/contact.hpp"

namespace starling::systems::testing {
namespace {

template <class Hull>
class HullTopology : public ::testing::Test {};
using Hulls = ::testing::Types<detail::BoxHull, detail::WedgeHull>;
TYPED_TEST_SUITE(HullTopology, Hulls);

const Vec3 sizes{0.5F, 1.0F, 0.25F};

TYPED_TEST(HullTopology, FacesLookOutAndGoCounterclockwise) {
  for (std::uint32_t face = 0; face < TypeParam::faces; ++face) {
    const Vec3 normal = TypeParam::normal(sizes, face);
    EXPECT_NEAR(kernels::length(normal), 1, 1e-6);
    const auto corner = [&](std::uint32_t i) {
      return TypeParam::vertex(sizes, detail::number_of(TypeParam::face(face), i));
    };
    const Vec3 turned = cross(corner(1) - corner(0), corner(2) - corner(1));
    EXPECT_NEAR(dot(normal, kernels::normalize(turned)), 1, 1e-6) << face;
    for (std::uint32_t i = 0; i < TypeParam::vertices; ++i)
      EXPECT_LE(dot(normal, TypeParam::vertex(sizes, i) - corner(0)), 1e-6) << face << " " << i;
    EXPECT_NEAR(dot(normal, corner(3) - corner(0)), 0, 1e-6) << face;
  }
}

TYPED_TEST(HullTopology, EveryEdgeIsOfTwoFacesInOppositeSenses) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
  for (std::uint32_t face = 0; face < TypeParam::faces; ++face) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t start = detail::number_of(TypeParam::face(face), i);
      const std::uint32_t end = detail::number_of(TypeParam::face(face), (i + 1) % 4);
      if (start != end) ++sides[{start, end}];
    }
  }
  EXPECT_EQ(sides.size(), 2 * TypeParam::edges);
  for (std::uint32_t i = 0; i < TypeParam::edges; ++i) {
    const std::uint32_t start = detail::number_of(TypeParam::edge(i), 0);
    const std::uint32_t end = detail::number_of(TypeParam::edge(i), 1);
    EXPECT_EQ((sides[{start, end}]), 1) << i;
    EXPECT_EQ((sides[{end, start}]), 1) << i;
    const Vec3 along = TypeParam::vertex(sizes, end) - TypeParam::vertex(sizes, start);
    const Vec3 direction = TypeParam::direction(sizes, TypeParam::direction_of(i));
    EXPECT_NEAR(dot(kernels::normalize(along), direction), 1, 1e-6) << i;
  }
}

/// What a box answers from signs is what the loops over all its parts find.
TEST(HullQueries, OfABoxAgreeWithTheLoops) {
  struct OtherBox : detail::BoxHull {};  // for which there are no overloads
  const detail::BoxHull quick;
  for (std::uint32_t index = 0; index < 1000; ++index) {
    kernels::Random random(kernels::make_key(29, 1), index, 0, 0, 0);
    const Vec3 direction = tests::random_vector(random, -1.0F, 1.0F);
    const OtherBox slow;
    EXPECT_NEAR(detail::support_m(quick, sizes, direction),
                detail::support_m<OtherBox>(slow, sizes, direction), 1e-6);
    EXPECT_EQ(detail::face_towards(quick, sizes, direction),
              detail::face_towards<OtherBox>(slow, sizes, direction));
    for (std::uint32_t along = 0; along < 3; ++along) {
      Vec3 across = direction;
      (along == 0 ? across.x : along == 1 ? across.y : across.z) = 0;
      EXPECT_EQ(detail::edge_towards(quick, sizes, along, across),
                detail::edge_towards<OtherBox>(slow, sizes, along, across));
    }
  }
}

const Shape cube = box({0.5F, 0.5F, 0.5F});

TEST(HullContacts, ABoxStandsOnAnotherOnItsFourCorners) {
  const Vec3 corners[] = {
      {-0.5F, -0.5F, 1.45F}, {0.5F, -0.5F, 1.45F}, {0.5F, 0.5F, 1.45F}, {-0.5F, 0.5F, 1.45F}};
  expect_points(contact_of(box({2, 2, 1}), at({0, 0, 0.5F}), cube, at({0, 0, 1.9F}), 0), {0, 0, 1},
                corners, -0.1);
  expect_points(contact_of(cube, at({0, 0, 1.9F}), box({2, 2, 1}), at({0, 0, 0.5F}), 0), {0, 0, -1},
                corners, -0.1);
}

TEST(HullContacts, ABoxThatJutsOutTouchesToTheEdgeOfTheOne) {
  const float end = 0.5F + detail::side_margin_m;
  const Vec3 corners[] = {
      {0.2F, -0.3F, 0.5F}, {end, -0.3F, 0.5F}, {end, 0.1F, 0.5F}, {0.2F, 0.1F, 0.5F}};
  expect_points(contact_of(cube, at({}), box({0.5F, 0.2F, 0.5F}), at({0.7F, -0.1F, 1}), 0),
                {0, 0, 1}, corners, 0);
}

TEST(HullContacts, EqualBoxesOneOnTheOtherTouchWithTheUpperOnesCorners) {
  const Manifold manifold = contact_of(cube, at({}), cube, at({0, 0, 0.999F}), 0);
  ASSERT_EQ(manifold.points, 4);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(manifold.point[i].feature & 0xffffU, detail::face_feature(5)) << i;
}

/// Turned by an eighth of a turn, the overlap is a regular octagon, of which every second corner
/// makes a square of 1 / sqrt 2 = 0.707 of its area; no four make more.
TEST(HullContacts, OfAnOctagonFourCornersSpanMostOfIt) {
  const Manifold manifold =
      contact_of(cube, at({}), cube, at({0, 0, 0.95F}, turn_about({0, 0, 1}, 45)), 0);
  ASSERT_EQ(manifold.points, 4);
  double doubled_area = 0;  // of the quadrilateral 0, 2, 1, 3: the first two lie farthest apart
  const int around[] = {0, 2, 1, 3};
  for (int i = 0; i < 4; ++i) {
    const Vec3 from = manifold.point[around[i]].position_m;
    const Vec3 to = manifold.point[around[(i + 1) % 4]].position_m;
    doubled_area += from.x * to.y - from.y * to.x;
  }
  const double octagon = 2.0 * (std::sqrt(2.0) - 1.0);
  EXPECT_GE(std::abs(doubled_area) / 2, 0.7 * octagon);
}

TEST(HullContacts, ATiltedBoxTouchesWithItsLowestEdge) {
  // about x, by a little: two of four corners are within reach
  const Manifold manifold = contact_of(box({2, 2, 1}), at({0, 0, -1}), cube,
                                       at({0, 0, 0.55F}, turn_about({1, 0, 0}, 20)), 0.05F);
  const double sine = std::sin(20 * 3.14159265358979 / 180);
  const double cosine = std::cos(20 * 3.14159265358979 / 180);
  const double lowest = 0.55 - 0.5 * (sine + cosine);
  const auto y = static_cast<float>(-0.5 * cosine + 0.5 * sine);
  const auto z = static_cast<float>(0.5 * lowest);
  const Vec3 ends[] = {{-0.5F, y, z}, {0.5F, y, z}};
  expect_points(manifold, {0, 0, 1}, ends, lowest);
}

TEST(HullContacts, CrossedEdgesTouchInOnePoint) {
  // a's edge along y at its top, b's along x at its bottom, both turned by an eighth
  const float height = std::sqrt(2.0F);
  const Manifold manifold =
      contact_of(cube, at({}, turn_about({0, 1, 0}, 45)), cube,
                 at({0.1F, 0.2F, height - 0.01F}, turn_about({1, 0, 0}, 45)), 0);
  expect_one_point(manifold, {0, 0, 1}, {0, 0.2F, 0.5F * height - 0.005F}, -0.01);
  const std::uint32_t feature = manifold.point[0].feature;
  EXPECT_EQ(feature & 0xf00U, 0x200U);
  EXPECT_EQ(feature >> 16U & 0xf00U, 0x200U);
}

TEST(HullContacts, BoxesOfOneCentreArePushedApartTheShortestWay) {
  const Manifold manifold = contact_of(box({1, 0.5F, 2}), at({}), box({1, 0.5F, 2}), at({}), 0);
  ASSERT_EQ(manifold.points, 4);
  expect_near(manifold.normal, {0, 1, 0}, 0, "normal");
  EXPECT_NEAR(deepest(manifold), -1, rounding_m);
}

TEST(HullContacts, ABoxOnASlopeTouchesAlongItsNormal) {
  // a slope of 45 degrees through the origin; the box lies on it
  const Shape ramp = wedge({1, 1, 1});
  const float side = std::sqrt(0.5F);
  const Quat along_slope = turn_about({1, 0, 0}, 45);
  const Vec3 up{0, -side, side};
  const Vec3 y{0, side, side};
  const Vec3 corners[] = {Vec3{-0.5F, 0, 0} - 0.5F * y, Vec3{0.5F, 0, 0} - 0.5F * y,
                          Vec3{0.5F, 0, 0} + 0.5F * y, Vec3{-0.5F, 0, 0} + 0.5F * y};
  Vec3 middles[4];
  for (int i = 0; i < 4; ++i)
    middles[i] = corners[i] - 0.01F * up;
  expect_points(contact_of(ramp, at({}), cube, at(0.48F * up, along_slope), 0), up, middles, -0.02);
  expect_points(contact_of(cube, at(0.48F * up, along_slope), ramp, at({}), 0), -up, middles,
                -0.02);
}

TEST(HullContacts, NothingIsAboveAWedgesSlope) {
  EXPECT_EQ(
      contact_of(wedge({1, 1, 1}), at({}), box({0.2F, 0.2F, 0.2F}), at({0, -0.5F, 0.5F}), 0).points,
      0);
}

TEST(HullContacts, AWedgeTouchesWithItsTriangle) {
  const Vec3 corners[] = {{1.05F, -1, -1}, {1.05F, 1, -1}, {1.05F, 1, 1}};
  const Manifold manifold =
      contact_of(wedge({1, 1, 1}), at({}), box({1, 3, 3}), at({2.1F, 0, 0}), 0.2F);
  expect_points(manifold, {1, 0, 0}, corners, 0.1);
}

TEST(HullContacts, ABoxStandsOnAPlaneOnItsFourCorners) {
  const Vec3 corners[] = {
      {0.5F, 1.5F, -0.05F}, {1.5F, 1.5F, -0.05F}, {1.5F, 2.5F, -0.05F}, {0.5F, 2.5F, -0.05F}};
  expect_points(contact_of(cube, at({1, 2, 0.4F}), plane(), at({}), 0), {0, 0, -1}, corners, -0.1);
  expect_points(contact_of(plane(), at({}), cube, at({1, 2, 0.4F}), 0), {0, 0, 1}, corners, -0.1);
}

TEST(HullContacts, AWedgeOnItsBackTouchesAPlaneWithFourCornersAndOnItsSideWithThree) {
  const Shape ramp = wedge({1, 1, 0.5F});
  EXPECT_EQ(
      contact_of(ramp, at({0, 0, 0.9F}, turn_about({1, 0, 0}, -90)), plane(), at({}), 0).points, 4);
  EXPECT_EQ(
      contact_of(ramp, at({0, 0, 0.9F}, turn_about({0, 1, 0}, 90)), plane(), at({}), 0).points, 3);
}

TEST(HullContacts, ADeepBoxKeepsItsLowestVertexOnAPlane) {
  const Manifold manifold =
      contact_of(cube, at({0, 0, 0}, turn_about({0.6F, 0.8F, 0}, 30)), plane(), at({}), 2);
  ASSERT_EQ(manifold.points, 4);
  const tests::Solid solid(cube, at({0, 0, 0}, turn_about({0.6F, 0.8F, 0}, 30)));
  EXPECT_NEAR(deepest(manifold), -solid.reach({0, 0, -1}), rounding_m + detail::depth_margin_m);
}

}  // namespace
}  // namespace starling::systems::testing
