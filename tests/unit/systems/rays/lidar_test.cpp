/// Fans of rays, and the nearest of many bodies.
#include "systems/rays/lidar.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "kernels/random.hpp"

namespace starling::systems {
namespace {

using kernels::Vec2;

TEST(LidarDirection, OfTheFirstRayIsForward) {
  for (const std::int32_t rays : {1, 2, 3, 30, 1000}) {
    EXPECT_EQ(lidar_direction(0, rays, {0.6F, -0.8F}), (Vec2{0.6F, -0.8F}));
  }
}

TEST(LidarDirection, GoesAroundEvenlyAndCounterClockwise) {
  for (const std::int32_t rays : {1, 2, 3, 4, 7, 30, 32, 360}) {
    for (std::int32_t ray = 0; ray < rays; ++ray) {
      const double angle = std::atan2(0.8, -0.6) + 2.0 * std::numbers::pi * ray / rays;
      const Vec2 got = lidar_direction(ray, rays, {-0.6F, 0.8F});
      // a sine of 2 units of 2^-24, two products and a sum
      EXPECT_NEAR(static_cast<double>(got.x), std::cos(angle), 5 * 0x1p-24) << ray << "/" << rays;
      EXPECT_NEAR(static_cast<double>(got.y), std::sin(angle), 5 * 0x1p-24) << ray << "/" << rays;
    }
  }
}

TEST(LidarDirection, TurnsByQuartersAndHalvesExactly) {
  const Vec2 forward{0.28F, 0.96F};
  for (std::int32_t ray = 0; ray < 24; ++ray) {
    const Vec2 here = lidar_direction(ray, 32, forward);
    EXPECT_EQ(lidar_direction(ray + 8, 32, forward), (Vec2{-here.y, here.x}));
  }
  for (std::int32_t ray = 0; ray < 15; ++ray)
    EXPECT_EQ(lidar_direction(ray + 15, 30, forward), -lidar_direction(ray, 30, forward));
}

/// Distances of whole metres, so that many tie, some out of range and some of none.
std::vector<float> drawn_distances(std::uint32_t world) {
  kernels::Random random(kernels::make_key(8, 9), world, 0, 0, 0);
  std::vector<float> distances;
  for (int body = 0; body < 28; ++body) {
    const std::uint32_t metres = random.below(16);
    distances.push_back(metres < 12 ? static_cast<float>(metres) : no_hit);
  }
  return distances;
}

TEST(NearestHit, IsTheFirstOfTheNearestHoweverTheWorkIsShared) {
  for (std::uint32_t world = 0; world < 500; ++world) {
    const std::vector<float> distances = drawn_distances(world);
    const auto own = static_cast<std::int32_t>(world % 28);
    RayHit want{8.0F, no_body};
    for (std::int32_t body = 27; body >= 0; --body) {
      const float distance_m = distances[static_cast<std::size_t>(body)];
      if (body != own && distance_m <= want.distance_m) want = {distance_m, body};
    }
    const auto cast_at = [&](std::int32_t body) {
      return distances[static_cast<std::size_t>(body)];
    };
    for (std::int32_t lanes = 1; lanes <= 32; ++lanes) {
      RayHit got{8.0F, no_body};
      for (std::int32_t lane = lanes - 1; lane >= 0; --lane)
        got = nearer(got, nearest_hit(8.0F, {lane, 28, lanes}, own, cast_at));
      ASSERT_EQ(got.body, want.body) << world << " " << lanes;
      ASSERT_EQ(got.distance_m, want.distance_m);
    }
  }
}

TEST(NearestHit, LeavesOutTheOwnBody) {
  const auto cast_at = [](std::int32_t body) { return body == 2 ? 0.0F : 5.0F; };
  EXPECT_EQ(nearest_hit(9.0F, {0, 4, 1}, 2, cast_at).body, 0);
  EXPECT_EQ(nearest_hit(9.0F, {0, 4, 1}, no_body, cast_at).body, 2);
}

TEST(NearestHit, IsAMissAtTheRangeWhereNothingIs) {
  const auto cast_at = [](std::int32_t) { return no_hit; };
  for (const float range_m : {0.0F, 6.0F, no_hit}) {
    const RayHit miss = nearest_hit(range_m, {0, 28, 1}, no_body, cast_at);
    EXPECT_EQ(miss.distance_m, range_m);
    EXPECT_EQ(miss.body, no_body);
  }
  EXPECT_EQ(nearest_hit(6.0F, {0, 0, 1}, no_body, cast_at).body, no_body);
}

TEST(NearestHit, AtJustTheRangeIsAHit) {
  const auto cast_at = [](std::int32_t body) { return body == 3 ? 6.0F : no_hit; };
  EXPECT_EQ(nearest_hit(6.0F, {0, 4, 1}, no_body, cast_at).body, 3);
  EXPECT_EQ(nearest_hit(5.9F, {0, 4, 1}, no_body, cast_at).body, no_body);
}

TEST(Nearer, DoesNotDependOnOrderOrGrouping) {
  std::vector<RayHit> hits;
  for (const float distance_m : {0.0F, 1.0F, 6.0F, no_hit})
    for (const std::int32_t body : {no_body, 0, 1, 7})
      hits.push_back({distance_m, body});
  const auto same = [](const RayHit& a, const RayHit& b) {
    return a.distance_m == b.distance_m && a.body == b.body;
  };
  for (const RayHit& a : hits) {
    for (const RayHit& b : hits) {
      EXPECT_TRUE(same(nearer(a, b), nearer(b, a)));
      for (const RayHit& c : hits)
        EXPECT_TRUE(same(nearer(nearer(a, b), c), nearer(a, nearer(b, c))));
    }
  }
}

}  // namespace
}  // namespace starling::systems
