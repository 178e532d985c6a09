/// Bodies are as deep in each other as the contact says: by trying every axis, in double.
#include <gtest/gtest.h>

#include "tests/unit/systems/rigid/contact.hpp"

namespace starling::systems::testing {
namespace {

constexpr std::uint32_t pairs = 600;

/// The pair, or if it touches with b drawn out until it is up to 2 mm deep.
tests::RigidPair drawn_out(tests::RigidPair pair, std::uint32_t index) {
  const Manifold manifold = touch_pair(pair, 0.125F);
  if (manifold.points == 0) return pair;
  kernels::Random random(kernels::make_key(37, 1), index, 0, 0, 0);
  const auto way_m = static_cast<float>(-deepest(manifold)) - random.uniform(0.0F, 0.002F);
  pair.pose_b.position_m += manifold.normal * way_m;
  return pair;
}

/// Of how many pairs that overlap the depth is right.
int check_depths(ShapeKind kind_a, ShapeKind kind_b, bool is_drawn_out) {
  int deep = 0;
  for (std::uint32_t index = 0; index < pairs; ++index) {
    tests::RigidPair pair = tests::random_pair(index, kind_a, kind_b);
    if (is_drawn_out) pair = drawn_out(pair, index);
    const tests::Solid a(pair.a, pair.pose_a);
    const tests::Solid b(pair.b, pair.pose_b);
    const double least_m = tests::least_overlap(a, b);
    const Manifold manifold = touch_pair(pair, 0.125F);
    if (manifold.points == 0) {
      EXPECT_LE(least_m, rounding_m) << index;
      continue;
    }
    const double depth_m = -deepest(manifold);
    const double along_m = tests::overlap_along(a, b, tests::point_of(manifold.normal));
    // no way out is shorter than the one that was chosen, but for the preference of faces
    EXPECT_LE(along_m, least_m + preference(along_m) + rounding_m) << index;
    EXPECT_LE(depth_m, along_m + rounding_m) << index;
    if (least_m <= 0) continue;
    ++deep;
    EXPECT_GE(depth_m, least_m - detail::depth_margin_m - rounding_m) << index;
  }
  return deep;
}

void expect_depths(ShapeKind kind_a, ShapeKind kind_b) {
  EXPECT_GT(check_depths(kind_a, kind_b, false), static_cast<int>(pairs) / 3);
  EXPECT_GT(check_depths(kind_a, kind_b, true), static_cast<int>(pairs) / 3);
}

TEST(ContactDepth, OfBoxesIsTheLeastOverlap) {
  expect_depths(ShapeKind::Box, ShapeKind::Box);
}
TEST(ContactDepth, OfABoxAndAWedgeIsTheLeastOverlap) {
  expect_depths(ShapeKind::Box, ShapeKind::Wedge);
}
TEST(ContactDepth, OfWedgesIsTheLeastOverlap) {
  expect_depths(ShapeKind::Wedge, ShapeKind::Wedge);
}

/// Any plane between two bodies shows that they are at least so far apart, and any two points that
/// they are at most: where both agree, that is the distance. What separates is the plane normal to
/// the contact's normal, which is known to sqrt(2^-23) of a distance below 2 m, over hulls of up to
/// 4 m.
void expect_distances(ShapeKind round, ShapeKind other) {
  for (std::uint32_t index = 0; index < pairs; ++index) {
    const tests::RigidPair pair = tests::random_pair(index, round, other);
    const Manifold manifold = touch_pair(pair, 0.125F);
    if (manifold.points == 0) continue;
    const tests::Solid a(pair.a, pair.pose_a);
    const tests::Solid b(pair.b, pair.pose_b);
    const double along_m = tests::overlap_along(a, b, tests::point_of(manifold.normal));
    EXPECT_NEAR(-deepest(manifold), along_m, 4 * std::sqrt(0x1p-23)) << index;
  }
}

TEST(ContactDepth, OfASphereIsTheDistance) {
  for (const ShapeKind kind :
       {ShapeKind::Sphere, ShapeKind::Capsule, ShapeKind::Box, ShapeKind::Wedge})
    expect_distances(ShapeKind::Sphere, kind);
}
TEST(ContactDepth, OfCapsulesIsTheDistance) {
  expect_distances(ShapeKind::Capsule, ShapeKind::Capsule);
}

/// Where the core is within a hull the least overlap of the two is that of polyhedra, and outside
/// no less than the depth.
TEST(ContactDepth, OfACapsuleInAHullIsTheLeastOverlap) {
  for (const ShapeKind kind : {ShapeKind::Box, ShapeKind::Wedge}) {
    int within = 0;
    for (std::uint32_t index = 0; index < pairs; ++index) {
      const tests::RigidPair pair = tests::random_pair(index, ShapeKind::Capsule, kind);
      const double least_m = tests::least_overlap(tests::Solid(pair.a, pair.pose_a),
                                                  tests::Solid(pair.b, pair.pose_b));
      const double of_core_m = least_m - pair.a.half_m.x;
      const Manifold manifold = touch_pair(pair, 0.125F);
      if (manifold.points == 0) {
        EXPECT_LE(of_core_m, 0) << index;
        continue;
      }
      const double depth_m = -deepest(manifold);
      EXPECT_LE(depth_m, least_m + preference(std::max(of_core_m, 0.0)) + rounding_m) << index;
      if (of_core_m <= 0) continue;
      ++within;
      EXPECT_GE(depth_m, least_m - rounding_m) << index;
    }
    EXPECT_GT(within, static_cast<int>(pairs) / 8);
  }
}

}  // namespace
}  // namespace starling::systems::testing
