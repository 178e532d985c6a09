/// Points that say nothing of their own are left out of contacts, and friction knows them all.
#include "systems/rigid/footprint.hpp"

#include <gtest/gtest.h>

namespace starling::systems::testing {
namespace {

using kernels::Vec3;

constexpr Vec3 up{0, 0, 1};

/// Four points of a square of side 2 around a middle, across the given axes.
Manifold square(Vec3 middle, Vec3 across, Vec3 along, Vec3 normal) {
  Manifold manifold{normal, 4, {}};
  const float signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int point = 0; point < 4; ++point) {
    manifold.point[point].position_m = middle + across * signs[point][0] + along * signs[point][1];
    manifold.point[point].separation_m = -0.001F * static_cast<float>(point);
    manifold.point[point].feature = static_cast<std::uint32_t>(point);
  }
  return manifold;
}

const Manifold on_the_ground = square({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, -up);
const Manifold at_a_wall = square({1, 0, 1}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0});
const Pivot turns_about_z{{0, 0, 1}, up};
const Pivot turns{{0, 0, 1}, {1, 1, 1}};
const Pivot fixed{};

TEST(RepeatedPoints, OfABodyThatTurnsAboutZAreAllButOneOnTheGround) {
  const Manifold kept = without_repeated_points(on_the_ground, turns_about_z, fixed);
  EXPECT_EQ(kept.points, 1);
  EXPECT_EQ(kept.point[0].feature, 0u);
}

TEST(RepeatedPoints, LeaveTheDeepestBehind) {
  const Manifold kept = without_repeated_points(on_the_ground, turns_about_z, fixed);
  EXPECT_EQ(kept.point[0].separation_m, -0.003F);
}

TEST(RepeatedPoints, AreHalfOfThoseAtAWall) {
  const Manifold kept = without_repeated_points(at_a_wall, turns_about_z, fixed);
  ASSERT_EQ(kept.points, 2);
  EXPECT_NE(kept.point[0].position_m.y, kept.point[1].position_m.y);
}

TEST(RepeatedPoints, AreNoneWhereABodyTurnsFreely) {
  EXPECT_EQ(without_repeated_points(on_the_ground, turns, fixed).points, 4);
  EXPECT_EQ(without_repeated_points(on_the_ground, turns_about_z, turns).points, 4);
}

TEST(Footprint, IsTheMiddleOfAllPointsAndTheirMeanDistance) {
  const Footprint footprint = footprint_of(on_the_ground);
  EXPECT_EQ(footprint.middle_m, (Vec3{0, 0, 0}));
  EXPECT_NEAR(footprint.lever_m, 1.41421356F, 1e-6F);
}

TEST(Footprint, OfOnePointIsThePoint) {
  Manifold manifold = on_the_ground;
  manifold.points = 1;
  EXPECT_EQ(footprint_of(manifold).middle_m, manifold.point[0].position_m);
  EXPECT_EQ(footprint_of(manifold).lever_m, 0.0F);
}

}  // namespace
}  // namespace starling::systems::testing
