/// Who is seen: cones by angles known by hand, and rooms with walls.
#include "systems/rays/visibility.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "systems/rays/cast.hpp"

namespace starling::systems {
namespace {

using kernels::Vec3;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Of the half angle 3/8 pi of hide and seek.
ViewCone cone_of_hiders() {
  const auto cosine = static_cast<float>(std::cos(0.375 * std::numbers::pi));
  return {{1.0F, 2.0F, 3.0F}, {0.0F, 1.0F, 0.0F}, cosine};
}

Vec3 at_angle(double degrees, float distance_m) {
  const double angle_rad = degrees * std::numbers::pi / 180.0;
  return {1.0F + distance_m * static_cast<float>(std::sin(angle_rad)),
          2.0F + distance_m * static_cast<float>(std::cos(angle_rad)), 3.0F};
}

TEST(ViewCone, HoldsWhatIsWithinTheHalfAngleToEitherSide) {
  const ViewCone cone = cone_of_hiders();  // 67.5 degrees
  for (const float distance_m : {0.01F, 1.0F, 500.0F}) {
    for (const double degrees : {-67.4, -30.0, 0.0, 30.0, 67.4})
      EXPECT_TRUE(is_in_view(cone, at_angle(degrees, distance_m))) << degrees;
    for (const double degrees : {-67.6, 67.6, 90.0, 180.0})
      EXPECT_FALSE(is_in_view(cone, at_angle(degrees, distance_m))) << degrees;
  }
  EXPECT_TRUE(is_in_view(cone, {1.0F, 2.1F, 3.2F})) << "63 degrees above";
  EXPECT_FALSE(is_in_view(cone, {1.0F, 2.1F, 3.3F})) << "72 degrees above";
}

TEST(ViewCone, HoldsTheEyeAndAllAroundByDefault) {
  EXPECT_TRUE(is_in_view(cone_of_hiders(), {1.0F, 2.0F, 3.0F}));
  const ViewCone all{{}, {0.0F, 1.0F, 0.0F}};
  EXPECT_TRUE(is_in_view(all, {0.0F, -1.0F, 0.0F}));
  EXPECT_TRUE(is_in_view(all, {1.0F, 0.0F, 0.0F}));
}

TEST(ViewCone, HoldsNothingWithNaN) {
  for (int number = 0; number < 10; ++number) {
    std::array<float, 10> all{1.0F, 2.0F, 3.0F, 0.0F, 1.0F, 0.0F, 0.3F, 1.0F, 5.0F, 3.0F};
    const auto is_seen = [&] {
      return is_in_view({{all[0], all[1], all[2]}, {all[3], all[4], all[5]}, all[6]},
                        {all[7], all[8], all[9]});
    };
    EXPECT_TRUE(is_seen());
    all[static_cast<std::size_t>(number)] = nan;
    EXPECT_FALSE(is_seen()) << number;
  }
}

/// An eye in body 0 that looks along y at body 1, 10 m away, and others.
class Room {
 public:
  Room() {
    add(box({1.0F, 1.0F, 1.0F}), {0.0F, 0.0F, 0.0F});
    add(box({1.0F, 1.0F, 1.0F}), {0.0F, 10.0F, 0.0F});
  }
  void add(const Shape& shape, Vec3 position_m) {
    shapes_.push_back(shape);
    poses_.push_back({position_m});
  }
  bool is_target_seen(SightEnds ends = {0, 1}) const {
    const ViewCone cone{{}, {0.0F, 1.0F, 0.0F}, 0.38F};
    const auto bodies = static_cast<std::int32_t>(shapes_.size());
    const auto cast_at = [&](const Ray& ray, std::int32_t body) {
      const auto at = static_cast<std::size_t>(body);
      return cast(ray, shapes_[at], poses_[at]);
    };
    const bool is_seen = sees(cone, poses_[1].position_m, {0, bodies, 1}, ends, cast_at);
    bool is_seen_by_all = true;  // of three lanes
    for (std::int32_t lane = 0; lane < 3; ++lane)
      is_seen_by_all =
          sees(cone, poses_[1].position_m, {lane, bodies, 3}, ends, cast_at) && is_seen_by_all;
    EXPECT_EQ(is_seen, is_seen_by_all);
    return is_seen;
  }
  std::vector<Pose>& poses() { return poses_; }

 private:
  std::vector<Shape> shapes_;
  std::vector<Pose> poses_;
};

TEST(Sees, ThroughItselfAndTheTargetAlone) {
  const Room room;
  EXPECT_TRUE(room.is_target_seen());
  EXPECT_FALSE(room.is_target_seen({no_body, 1})) << "from within a body that is not its own";
  EXPECT_FALSE(room.is_target_seen({0, no_body})) << "into a body that is not the target";
}

TEST(Sees, NothingBehindAWallHoweverThin) {
  for (const float y : {1.5F, 5.0F, 8.5F}) {
    Room room;
    room.add(box({3.0F, 0.001F, 3.0F}), {0.0F, y, 0.0F});
    EXPECT_FALSE(room.is_target_seen());
  }
}

TEST(Sees, PastWhatStandsBesideAboveAndBehind) {
  Room room;
  room.add(box({1.0F, 1.0F, 1.0F}), {1.1F, 5.0F, 0.0F});
  room.add(sphere(1.0F), {0.0F, 5.0F, 1.1F});
  room.add(box({3.0F, 0.1F, 3.0F}), {0.0F, 11.5F, 0.0F});
  room.add(box({3.0F, 0.1F, 3.0F}), {0.0F, -1.5F, 0.0F});
  EXPECT_TRUE(room.is_target_seen());
  room.add(sphere(1.0F), {0.0F, 5.0F, 0.9F});
  EXPECT_FALSE(room.is_target_seen());
}

TEST(Sees, ThePlaceWhereAnotherBodyJustBegins) {
  Room room;
  room.add(box({3.0F, 1.0F, 3.0F}), {0.0F, 11.0F, 0.0F});
  EXPECT_TRUE(room.is_target_seen());
  room.poses()[2].position_m.y = 10.9F;
  EXPECT_FALSE(room.is_target_seen());
}

TEST(Sees, NothingOutsideTheCone) {
  Room room;
  room.poses()[1].position_m = {10.0F, 1.0F, 0.0F};
  EXPECT_FALSE(room.is_target_seen());
}

TEST(Sees, ThePlaceWhereTheEyeIs) {
  Room room;
  room.poses()[1].position_m = {};
  EXPECT_TRUE(room.is_target_seen());
}

TEST(Sees, PastABodyWithNaNButNoTargetWithIt) {
  Room room;
  room.add(box({3.0F, 0.1F, 3.0F}), {nan, 5.0F, 0.0F});
  EXPECT_TRUE(room.is_target_seen());
  room.poses()[1].position_m.z = nan;
  EXPECT_FALSE(room.is_target_seen());
}

}  // namespace
}  // namespace starling::systems
