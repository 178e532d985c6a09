/// Bounds are what lies closest around a body.
#include <gtest/gtest.h>

#include "systems/rigid/bounds.hpp"
#include "tests/unit/systems/rigid/contact.hpp"

namespace starling::systems::testing {
namespace {

TEST(Bounds, ReachAsFarAsTheBody) {
  for (const ShapeKind kind :
       {ShapeKind::Sphere, ShapeKind::Capsule, ShapeKind::Box, ShapeKind::Wedge}) {
    for (std::uint32_t index = 0; index < 1000; ++index) {
      const tests::RigidPair pair = tests::random_pair(index, kind, kind);
      const Bounds bounds = bounds_of(pair.a, pair.pose_a);
      const tests::Solid solid(pair.a, pair.pose_a);
      const Vec3 lowest{static_cast<float>(-solid.reach({-1, 0, 0})),
                        static_cast<float>(-solid.reach({0, -1, 0})),
                        static_cast<float>(-solid.reach({0, 0, -1}))};
      const Vec3 highest{static_cast<float>(solid.reach({1, 0, 0})),
                         static_cast<float>(solid.reach({0, 1, 0})),
                         static_cast<float>(solid.reach({0, 0, 1}))};
      expect_near(bounds.lowest_m, lowest, rounding_m, "lowest");
      expect_near(bounds.highest_m, highest, rounding_m, "highest");
    }
  }
}

TEST(Bounds, OfAPlaneAreAllBelowIt) {
  const Bounds bounds = bounds_of(plane(), at({1, 2, 3}, turn_about({0, 0, 1}, 70)));
  EXPECT_EQ(bounds.highest_m.z, 3);
  EXPECT_EQ(bounds.lowest_m.z, -kernels::infinity);
  EXPECT_TRUE(overlap(bounds, bounds_of(sphere(1), at({1e6F, -1e6F, 3.5F}))));
  EXPECT_FALSE(overlap(bounds, bounds_of(sphere(1), at({0, 0, 4.5F}))));
}

TEST(Bounds, OfNoShapeMeetNothing) {
  const Bounds bounds = bounds_of(no_shape(), at({1, 2, 3}));
  EXPECT_FALSE(overlap(bounds, bounds));
  EXPECT_FALSE(overlap(bounds, bounds_of(plane(), at({}, turn_about({1, 0, 0}, 1)))));
}

TEST(Bounds, OfATiltedPlaneAreEverything) {
  const Bounds bounds = bounds_of(plane(), at({}, turn_about({1, 0, 0}, 1)));
  EXPECT_EQ(bounds.highest_m.z, kernels::infinity);
  EXPECT_EQ(bounds_of(plane(), at({}, turn_about({1, 0, 0}, 180))).highest_m.z, kernels::infinity);
}

TEST(Bounds, OverlapWhereTheyTouchOnEveryAxis) {
  const Bounds unit{{0, 0, 0}, {1, 1, 1}};
  EXPECT_TRUE(overlap(unit, {{1, 1, 1}, {2, 2, 2}}));
  EXPECT_FALSE(overlap(unit, {{1.001F, 0, 0}, {2, 1, 1}}));
  EXPECT_FALSE(overlap(unit, {{0, 1.001F, 0}, {1, 2, 1}}));
  EXPECT_FALSE(overlap(unit, {{0, 0, 1.001F}, {1, 1, 2}}));
  EXPECT_FALSE(overlap({{0, 0, -1}, {1, 1, -0.5F}}, unit));
  EXPECT_FALSE(overlap(unit, {{kernels::not_a_number, 0, 0}, {1, 1, 1}}));
}

/// Bodies that touch have bounds that overlap, once grown by the reach.
TEST(Bounds, OverlapWhereBodiesTouch) {
  for_all_kinds(400, [&](const tests::RigidPair& pair) {
    if (touch_pair(pair, 0).points == 0) return;
    Bounds bounds = bounds_of(pair.a, pair.pose_a);
    const auto margin_m = static_cast<float>(rounding_m);
    bounds = grown(bounds, {margin_m, margin_m, margin_m});
    bounds = grown(bounds, {-margin_m, -margin_m, -margin_m});
    EXPECT_TRUE(overlap(bounds, bounds_of(pair.b, pair.pose_b)));
  });
}

TEST(Bounds, GrowWhereTheBodyMoves) {
  const Bounds grew = grown({{0, 0, 0}, {1, 1, 1}}, {2, -3, 0});
  EXPECT_EQ(grew.lowest_m, (Vec3{0, -3, 0}));
  EXPECT_EQ(grew.highest_m, (Vec3{3, 1, 1}));
}

}  // namespace
}  // namespace starling::systems::testing
