/// Level casts: what is known by hand, ties, edges, heights, and that shared work finds the same.
#include "systems/rays/level.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/random.hpp"
#include "systems/rays/lidar.hpp"
#include "tests/support/drawn_rays.hpp"

namespace starling::systems {
namespace {

using kernels::Vec2;
using kernels::Vec3;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr Vec3 upward{0.0F, 0.0F, 1.0F};

Ray level_ray(Vec3 origin_m, Vec2 direction, float range_m = 100.0F) {
  return {origin_m, {direction.x, direction.y, 0.0F}, range_m};
}

const UprightBox block = upright_box(box({1.0F, 2.0F, 3.0F}), {});

TEST(CastLevel, MeetsEverySideOfABox) {
  EXPECT_FLOAT_EQ(cast_level(level_ray({-5.0F, 0.5F, 0.0F}, {1.0F, 0.0F}), block), 4.0F);
  EXPECT_FLOAT_EQ(cast_level(level_ray({5.0F, 0.5F, 0.0F}, {-1.0F, 0.0F}), block), 4.0F);
  EXPECT_FLOAT_EQ(cast_level(level_ray({0.5F, -5.0F, 0.0F}, {0.0F, 1.0F}), block), 3.0F);
  EXPECT_FLOAT_EQ(cast_level(level_ray({0.5F, 5.0F, 0.0F}, {0.0F, -1.0F}), block), 3.0F);
  // over a corner's quarter: 3 to the left and 2 below, to the side at y = -2 at x = -0.5
  const Vec2 slanting = normalize(Vec2{2.5F, 2.0F});
  EXPECT_FLOAT_EQ(cast_level(level_ray({-3.0F, -4.0F, 0.0F}, slanting), block),
                  std::hypot(2.5F, 2.0F));
}

TEST(CastLevel, MissesBesideAndBehind) {
  for (const float y : {-2.01F, 2.01F})
    EXPECT_EQ(cast_level(level_ray({-5.0F, y, 0.0F}, {1.0F, 0.0F}), block), no_hit);
  for (const Vec3 origin_m : {Vec3{5.0F, 0.0F, 0.0F}, Vec3{5.0F, 5.0F, 0.0F}})
    EXPECT_EQ(cast_level(level_ray(origin_m, {1.0F, 0.0F}), block), no_hit);
  EXPECT_EQ(cast_level(level_ray({-3.0F, -3.0F, 0.0F}, {0.0F, 1.0F}), block), no_hit);
  EXPECT_EQ(cast_level(level_ray({-3.0F, -3.0F, 0.0F}, {1.0F, 0.0F}), block), no_hit);
}

TEST(CastLevel, HitsInThePlanesOfFaces) {
  for (const float zero : {0.0F, -0.0F}) {
    for (const float side : {-1.0F, 1.0F}) {
      EXPECT_FLOAT_EQ(cast_level(level_ray({-5.0F, 2.0F * side, 0.0F}, {1.0F, zero}), block), 4.0F);
      EXPECT_FLOAT_EQ(cast_level(level_ray({side, -5.0F, 0.0F}, {zero, 1.0F}), block), 3.0F);
    }
  }
}

TEST(CastLevel, HitsACornerThatItTouches) {
  // At twice as far along x as along y nothing is rounded but the lengths.
  const UprightBox cube = upright_box(box({1.0F, 1.0F, 1.0F}), {});
  for (const float side : {-1.0F, 1.0F}) {
    const Vec2 direction = normalize(Vec2{2.0F, side});
    EXPECT_FLOAT_EQ(cast_level(level_ray({-3.0F, 0.0F, 0.0F}, direction), cube), std::sqrt(5.0F));
    const Vec2 beside = normalize(Vec2{2.0F, 1.00001F * side});
    EXPECT_EQ(cast_level(level_ray({-3.0F, 0.0F, 0.0F}, beside), cube), no_hit);
  }
}

TEST(CastLevel, LeavesNoCrackBetweenBoxesThatTouch) {
  const UprightBox left = upright_box(box({1.0F, 0.1F, 1.0F}), {{-1.0F, 5.0F, 0.0F}});
  const UprightBox right = upright_box(box({1.0F, 0.1F, 1.0F}), {{1.0F, 5.0F, 0.0F}});
  const Ray ray = level_ray({0.0F, 0.0F, 0.0F}, {0.0F, 1.0F});
  EXPECT_FLOAT_EQ(cast_level(ray, left), 4.9F);
  EXPECT_FLOAT_EQ(cast_level(ray, right), 4.9F);
}

TEST(CastLevel, StartsAtNothingFromInsideAndFromTheSurface) {
  for (const Vec3 origin_m : {Vec3{0.0F, 0.0F, 0.0F}, Vec3{0.9F, -1.9F, 2.9F},
                              Vec3{1.0F, 0.0F, 0.0F}, Vec3{-1.0F, 2.0F, 3.0F}}) {
    for (const Vec2 direction : {Vec2{1.0F, 0.0F}, Vec2{-0.6F, 0.8F}, Vec2{0.0F, -1.0F}})
      EXPECT_EQ(cast_level(level_ray(origin_m, direction), block), 0.0F);
  }
}

TEST(CastLevel, PassesAboveAndBelow) {
  for (const float height : {-3.0F, 3.0F}) {
    const Vec3 beside{-5.0F, 0.0F, height};
    EXPECT_FLOAT_EQ(cast_level(level_ray(beside, {1.0F, 0.0F}), block), 4.0F);
    const Vec3 beyond{-5.0F, 0.0F, std::nextafter(height, 2.0F * height)};
    EXPECT_EQ(cast_level(level_ray(beyond, {1.0F, 0.0F}), block), no_hit);
  }
}

TEST(CastLevel, MeetsTheSlopeOfAWedgeAtTheRaysHeight) {
  const UprightBox ramp = upright_box(wedge({1.0F, 2.0F, 3.0F}), {});  // z = 1.5 y
  for (const float height : {-3.0F, -1.5F, 0.0F, 1.5F, 3.0F}) {
    const float slope_m = 5.0F + height / 1.5F;
    EXPECT_FLOAT_EQ(cast_level(level_ray({0.0F, -5.0F, height}, {0.0F, 1.0F}), ramp), slope_m);
    EXPECT_FLOAT_EQ(cast_level(level_ray({0.0F, 5.0F, height}, {0.0F, -1.0F}), ramp), 3.0F);
  }
  EXPECT_FLOAT_EQ(cast_level(level_ray({-5.0F, 1.0F, 1.4F}, {1.0F, 0.0F}), ramp), 4.0F);
  EXPECT_EQ(cast_level(level_ray({-5.0F, 1.0F, 1.6F}, {1.0F, 0.0F}), ramp), no_hit);
}

TEST(CastLevel, FollowsTheTurn) {
  const Pose pose{{10.0F, 1.0F, 0.0F}, kernels::from_axis_angle(upward, 0.5F * kernels::pi)};
  const Ray ray = level_ray({0.0F, 0.5F, 0.0F}, {1.0F, 0.0F});
  EXPECT_FLOAT_EQ(cast_level(ray, upright_box(box({1.0F, 2.0F, 3.0F}), pose)), 8.0F);
}

TEST(CastLevel, CountsAHitAtJustTheRange) {
  const Vec3 origin_m{-5.0F, 0.5F, 0.0F};
  const float distance_m = cast_level(level_ray(origin_m, {1.0F, 0.0F}), block);
  EXPECT_EQ(cast_level(level_ray(origin_m, {1.0F, 0.0F}, distance_m), block), distance_m);
  const float below_m = std::nextafter(distance_m, 0.0F);
  EXPECT_EQ(cast_level(level_ray(origin_m, {1.0F, 0.0F}, below_m), block), no_hit);
}

TEST(CastLevel, MissesWhereThereIsNaN) {
  const Ray ray = level_ray({-5.0F, 0.5F, 0.0F}, {1.0F, 0.0F});
  for (int number = 0; number < 14; ++number) {
    std::array<float, 14> all{-5.0F, 0.5F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F,
                              0.0F,  1.0F, 2.0F, 3.0F, 1.0F, 0.0F, 0.0F};
    all[static_cast<std::size_t>(number)] = nan;
    const UprightBox broken{
        {all[5], all[6], all[7]}, {all[8], all[9], all[10]}, all[11], all[12], all[13]};
    const Ray looking = level_ray({all[0], all[1], all[2]}, {all[3], all[4]});
    EXPECT_EQ(cast_level(looking, broken), no_hit) << number;
  }
  EXPECT_LT(cast_level(ray, block), no_hit);
}

/// Bodies around an origin, many of them twice, so that there are ties.
std::vector<LevelView> drawn_views(std::uint32_t world, std::size_t bodies) {
  kernels::Random random(kernels::make_key(5, 6), world, 0, 0, 0);
  std::vector<LevelView> views;
  for (std::size_t body = 0; body < bodies; ++body) {
    const Vec3 centre_m{random.uniform(-9.0F, 9.0F), random.uniform(-9.0F, 9.0F), 0.0F};
    const Pose pose{centre_m, tests::drawn_rotation(random, 2)};
    const Vec3 half_m = tests::drawn_between(random, 0.2F, 2.0F);
    views.push_back(random.below(4) == 0 && body > 0
                        ? views[random.below(static_cast<std::uint32_t>(body))]
                        : level_view(upright_box(box(half_m), pose), {0.0F, 0.0F, 0.0F}));
  }
  return views;
}

TEST(NearestLevelHit, DoesNotDependOnHowManyLanesShareTheBodies) {
  int hits = 0;
  for (std::uint32_t world = 0; world < 200; ++world) {
    const std::vector<LevelView> views = drawn_views(world, 28);
    const auto view_of = [&](std::int32_t body) { return views[static_cast<std::size_t>(body)]; };
    for (std::int32_t ray = 0; ray < 30; ++ray) {
      const Vec2 direction = lidar_direction(ray, 30, {0.6F, 0.8F});
      const LevelHit alone = nearest_level_hit(direction, {0, 28, 1}, view_of);
      hits += alone.body != no_body ? 1 : 0;
      for (std::int32_t lanes = 2; lanes <= 8; ++lanes) {
        LevelHit shared;
        for (std::int32_t lane = lanes - 1; lane >= 0; --lane)
          shared = nearer(nearest_level_hit(direction, {lane, 28, lanes}, view_of), shared);
        ASSERT_EQ(shared.body, alone.body);
        ASSERT_EQ(shared.per_m, alone.per_m);
      }
    }
  }
  EXPECT_GT(hits, 2000);
}

TEST(NearestLevelHit, GivesTheFirstOfTwoAsNear) {
  const LevelView view = level_view(block, {-5.0F, 0.0F, 0.0F});
  const auto view_of = [&](std::int32_t body) { return body == 0 ? no_view() : view; };
  const LevelHit hit = nearest_level_hit({1.0F, 0.0F}, {0, 5, 1}, view_of);
  EXPECT_EQ(hit.body, 1);
  EXPECT_FLOAT_EQ(to_ray_hit(hit, 10.0F).distance_m, 4.0F);
}

TEST(NearestLevelHit, IsAMissAtTheRangeWhereNothingIs) {
  const LevelView view = level_view(block, {-5.0F, 0.0F, 0.0F});
  const auto hit_of = [&](Vec2 direction, float range_m) {
    return to_ray_hit(nearest_level_hit(direction, {0, 1, 1}, [&](int) { return view; }), range_m);
  };
  const float distance_m = hit_of({1.0F, 0.0F}, 5.0F).distance_m;
  EXPECT_FLOAT_EQ(distance_m, 4.0F);
  EXPECT_EQ(hit_of({1.0F, 0.0F}, distance_m).body, 0);
  for (const RayHit& miss : {hit_of({1.0F, 0.0F}, 3.0F), hit_of({-1.0F, 0.0F}, 3.0F)}) {
    EXPECT_EQ(miss.body, no_body);
    EXPECT_EQ(miss.distance_m, 3.0F);
  }
}

}  // namespace
}  // namespace starling::systems
