/// Two upright boxes touch as any two boxes do.
#include <gtest/gtest.h>

#include <algorithm>

#include "systems/rigid/upright.hpp"
#include "tests/unit/systems/rigid/contact.hpp"

namespace starling::systems::testing {
namespace {

constexpr float reach_m = 0.125F;

/// A pair that stands upright, every second turned.
tests::RigidPair upright_pair(std::uint32_t index) {
  return tests::random_pair(2 * index + 1, ShapeKind::Box, ShapeKind::Box);
}

/// How far a point of one contact lies from the nearest of another.
double distance_to_nearest(const ContactPoint& point, const Manifold& manifold) {
  double nearest_m = 1e9;
  for (int i = 0; i < manifold.points; ++i) {
    const Vec3 between = manifold.point[i].position_m - point.position_m;
    nearest_m = std::min<double>(nearest_m, kernels::length(between));
  }
  return nearest_m;
}

/// The same points with the same features; only where the two share a strip so narrow that its
/// points are one may it be another of them.
void expect_alike(const Manifold& got, const Manifold& want) {
  ASSERT_EQ(got.points, want.points);
  if (want.points == 0) return;
  expect_near(got.normal, want.normal, 1e-5, "normal");
  EXPECT_NEAR(deepest(got), deepest(want), detail::depth_margin_m + rounding_m);
  const bool is_narrow = features(got) != features(want);
  EXPECT_LE(got.points, is_narrow ? 2 : 4);
  for (int i = 0; i < got.points; ++i) {
    EXPECT_LE(distance_to_nearest(got.point[i], want),
              is_narrow ? 1.5 * detail::least_spacing_m : rounding_m);
    for (int k = 0; k < want.points; ++k) {
      if (got.point[i].feature != want.point[k].feature) continue;
      EXPECT_NEAR(got.point[i].separation_m, want.point[k].separation_m, rounding_m);
    }
  }
}

TEST(UprightBoxes, TouchAsAnyTwoBoxes) {
  int touching = 0;
  int narrow = 0;
  for (std::uint32_t index = 0; index < 20000; ++index) {
    SCOPED_TRACE(index);
    const tests::RigidPair pair = upright_pair(index);
    const Manifold want =
        touch_boxes(pair.a.half_m, pair.pose_a, pair.b.half_m, pair.pose_b, reach_m);
    const Manifold got =
        touch_upright_boxes(pair.a.half_m, pair.pose_a, pair.b.half_m, pair.pose_b, reach_m);
    expect_alike(got, want);
    if (HasFatalFailure()) return;
    touching += want.points > 0 ? 1 : 0;
    narrow += features(got) != features(want) ? 1 : 0;
  }
  EXPECT_GT(touching, 10000);
  EXPECT_LT(narrow, 20);
}

TEST(UprightBoxes, TouchOnTopOfEachOther) {
  const Vec3 corners[] = {
      {-0.5F, -0.5F, 1.0F}, {0.5F, -0.5F, 1.0F}, {0.5F, 0.5F, 1.0F}, {-0.5F, 0.5F, 1.0F}};
  expect_points(touch_upright_boxes({2, 2, 1}, at({}), {0.5F, 0.5F, 0.5F}, at({0, 0, 1.5F}), 0),
                {0, 0, 1}, corners, 0);
}

TEST(UprightBoxes, TouchSideBySide) {
  const Vec3 corners[] = {
      {0.45F, -0.5F, -0.5F}, {0.45F, 0.5F, -0.5F}, {0.45F, -0.5F, 0.5F}, {0.45F, 0.5F, 0.5F}};
  expect_points(touch_upright_boxes({0.5F, 2, 2}, at({}), {0.5F, 0.5F, 0.5F}, at({0.9F, 0, 0}), 0),
                {1, 0, 0}, corners, -0.1);
}

/// 5 axes of 15, in double: no way out is shorter.
TEST(UprightBoxes, AreAsDeepAsTheLeastOverlap) {
  for (std::uint32_t index = 0; index < 400; ++index) {
    const tests::RigidPair pair = upright_pair(index);
    const Manifold manifold =
        touch_upright_boxes(pair.a.half_m, pair.pose_a, pair.b.half_m, pair.pose_b, 0);
    const double least_m =
        tests::least_overlap(tests::Solid(pair.a, pair.pose_a), tests::Solid(pair.b, pair.pose_b));
    if (manifold.points == 0) {
      EXPECT_LE(least_m, rounding_m) << index;
      continue;
    }
    const double depth_m = -deepest(manifold);
    EXPECT_GE(depth_m, least_m - detail::depth_margin_m - rounding_m) << index;
    EXPECT_LE(depth_m, least_m + preference(depth_m) + rounding_m) << index;
  }
}

TEST(UprightBoxes, WithNaNDoNotTouch) {
  const float nan = kernels::not_a_number;
  EXPECT_EQ(touch_upright_boxes({1, 1, 1}, at({nan, 0, 0}), {1, 1, 1}, at({}), 1).points, 0);
  EXPECT_EQ(touch_upright_boxes({1, 1, 1}, at({}), {1, 1, 1}, at({}, {nan, 0, 0, 0}), 1).points, 0);
}

}  // namespace
}  // namespace starling::systems::testing
