/// Casts whose answers are known by hand: each rule of ray.hpp on each kind of body.
#include "systems/rays/cast.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "tests/support/exact_casts.hpp"

namespace starling::systems {
namespace {

using kernels::Quat;
using kernels::Vec3;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr Vec3 rightward{1.0F, 0.0F, 0.0F};
constexpr Vec3 forward{0.0F, 1.0F, 0.0F};
constexpr Vec3 upward{0.0F, 0.0F, 1.0F};
const float root_half = std::sqrt(0.5F);
const float root_two = std::sqrt(2.0F);

float cast_from(Vec3 origin_m, Vec3 direction, const Shape& shape, float range_m = 100.0F) {
  return cast({origin_m, direction, range_m}, shape, {});
}

float above(float x) {
  return std::nextafter(x, infinity);
}

const std::array<Shape, 5> one_of_each = {
    sphere(1.0F), capsule(0.5F, 1.0F), box({1.0F, 2.0F, 3.0F}), wedge({1.0F, 2.0F, 3.0F}), plane()};

TEST(Cast, MeetsTheNearSideOfASphere) {
  EXPECT_EQ(cast_from({-5.0F, 0.0F, 0.0F}, rightward, sphere(2.0F)), 3.0F);
  // half a chord of 4 at 3 beside the middle
  EXPECT_EQ(cast_from({-10.0F, 3.0F, 0.0F}, rightward, sphere(5.0F)), 6.0F);
}

TEST(Cast, TouchesASphereAtItsTangentAndNoFurther) {
  EXPECT_EQ(cast_from({-5.0F, 2.0F, 0.0F}, rightward, sphere(2.0F)), 5.0F);
  EXPECT_EQ(cast_from({-5.0F, above(2.0F), 0.0F}, rightward, sphere(2.0F)), no_hit);
}

TEST(Cast, MeetsShaftAndCapsOfACapsule) {
  const Shape body = capsule(0.5F, 1.0F);
  EXPECT_EQ(cast_from({-5.0F, 0.0F, 0.9F}, rightward, body), 4.5F);
  EXPECT_EQ(cast_from({0.0F, 0.0F, 5.0F}, -upward, body), 3.5F);
  EXPECT_EQ(cast_from({0.0F, 0.0F, -5.0F}, upward, body), 3.5F);
  // 0.3 above the cap's centre half a chord of 0.4
  EXPECT_FLOAT_EQ(cast_from({-5.0F, 0.0F, 1.3F}, rightward, body), 4.6F);
  EXPECT_FLOAT_EQ(cast_from({-5.0F, 0.0F, -1.3F}, rightward, body), 4.6F);
  EXPECT_EQ(cast_from({-5.0F, 0.0F, 1.51F}, rightward, body), no_hit);
}

TEST(Cast, TouchesACapsuleAlongItsShaft) {
  const Shape body = capsule(0.5F, 1.0F);
  EXPECT_EQ(cast_from({0.5F, 0.0F, -5.0F}, upward, body), 4.0F);
  EXPECT_EQ(cast_from({0.501F, 0.0F, -5.0F}, upward, body), no_hit);
  EXPECT_EQ(cast_from({0.3F, 0.0F, 5.0F}, upward, body), no_hit);
}

TEST(Cast, MeetsEveryFaceOfABox) {
  const Shape body = box({1.0F, 2.0F, 3.0F});
  EXPECT_EQ(cast_from({-5.0F, 0.5F, 0.5F}, rightward, body), 4.0F);
  EXPECT_EQ(cast_from({5.0F, 0.5F, 0.5F}, -rightward, body), 4.0F);
  EXPECT_EQ(cast_from({0.5F, -5.0F, 0.5F}, forward, body), 3.0F);
  EXPECT_EQ(cast_from({0.5F, 5.0F, 0.5F}, -forward, body), 3.0F);
  EXPECT_EQ(cast_from({0.5F, 0.5F, -5.0F}, upward, body), 2.0F);
  EXPECT_EQ(cast_from({0.5F, 0.5F, 5.0F}, -upward, body), 2.0F);
}

TEST(Cast, HitsABoxInThePlaneOfAFaceAlongAnEdgeAndThroughACorner) {
  const Shape body = box({1.0F, 2.0F, 3.0F});
  for (const float zero : {0.0F, -0.0F}) {
    const Vec3 direction{1.0F, zero, zero};
    for (const float y : {-2.0F, 2.0F}) {
      EXPECT_EQ(cast_from({-5.0F, y, 0.0F}, direction, body), 4.0F);
      EXPECT_EQ(cast_from({-5.0F, y, 3.0F}, direction, body), 4.0F);
      EXPECT_EQ(cast_from({-5.0F, std::nextafter(y, 2.0F * y), 0.0F}, direction, body), no_hit);
    }
  }
  // over the edge at x = -1, y = 2
  const Vec3 slanting{root_half, root_half, 0.0F};
  EXPECT_FLOAT_EQ(cast_from({-4.0F, -1.0F, 0.0F}, slanting, body), 3.0F * root_two);
  EXPECT_EQ(cast_from({-4.0F, -0.99999F, 0.0F}, slanting, body), no_hit);
}

TEST(Cast, MeetsTheSlopeOfAWedge) {
  const Shape ramp = wedge({1.0F, 2.0F, 3.0F});  // z = 1.5 y
  EXPECT_FLOAT_EQ(cast_from({0.0F, 1.0F, 10.0F}, -upward, ramp), 8.5F);
  EXPECT_FLOAT_EQ(cast_from({0.0F, -5.0F, 0.0F}, forward, ramp), 5.0F);
  EXPECT_FLOAT_EQ(cast_from({0.0F, -5.0F, -3.0F}, forward, ramp), 3.0F);
  EXPECT_FLOAT_EQ(cast_from({0.0F, -5.0F, 3.0F}, forward, ramp), 7.0F);
  EXPECT_EQ(cast_from({0.0F, -5.0F, above(3.0F)}, forward, ramp), no_hit);
  EXPECT_EQ(cast_from({0.0F, 5.0F, 0.0F}, -forward, ramp), 3.0F);
  EXPECT_EQ(cast_from({0.0F, 0.0F, -5.0F}, upward, ramp), 2.0F);
  EXPECT_EQ(cast_from({-5.0F, 1.0F, 1.0F}, rightward, ramp), 4.0F);
  EXPECT_EQ(cast_from({-5.0F, 1.0F, 1.6F}, rightward, ramp), no_hit) << "above the slope";
}

TEST(Cast, HitsAWedgeAlongItsSlope) {
  const Shape ramp = wedge({1.0F, 2.0F, 2.0F});
  const Vec3 uphill{0.0F, root_half, root_half};
  EXPECT_FLOAT_EQ(cast_from({0.0F, -5.0F, -5.0F}, uphill, ramp), 3.0F * root_two);
  EXPECT_FLOAT_EQ(cast_from({0.0F, 5.0F, 5.0F}, -uphill, ramp), 3.0F * root_two);
  EXPECT_EQ(cast_from({0.0F, -5.0F, above(-5.0F)}, uphill, ramp), no_hit);
}

TEST(Cast, MeetsAPlaneFromAbove) {
  EXPECT_EQ(cast_from({7.0F, -3.0F, 4.0F}, -upward, plane()), 4.0F);
  EXPECT_FLOAT_EQ(cast_from({7.0F, -3.0F, 4.0F}, {root_half, 0.0F, -root_half}, plane()),
                  4.0F * root_two);
  EXPECT_EQ(cast_from({7.0F, -3.0F, 4.0F}, rightward, plane()), no_hit);
  EXPECT_EQ(cast_from({7.0F, -3.0F, 4.0F}, upward, plane()), no_hit);
  EXPECT_EQ(cast_from({7.0F, -3.0F, 0.0F}, rightward, plane()), 0.0F);
}

TEST(Cast, FollowsTheBodysPose) {
  const Quat quarter = kernels::from_axis_angle(upward, 0.5F * kernels::pi);
  const Pose pose{{10.0F, 1.0F, 0.0F}, quarter};
  const Ray ray{{0.0F, 0.5F, 0.0F}, rightward, 100.0F};
  EXPECT_FLOAT_EQ(cast(ray, box({1.0F, 2.0F, 3.0F}), pose), 8.0F);
  EXPECT_FLOAT_EQ(cast(ray, sphere(0.5F), pose), 10.0F);
  // uphill towards -x: seen from the right at the height of 0 the slope's middle lies at x = 10
  const Ray leftward{{20.0F, 1.0F, 0.0F}, -rightward, 100.0F};
  EXPECT_FLOAT_EQ(cast(leftward, wedge({1.0F, 2.0F, 3.0F}), pose), 10.0F);
  // the shaft along -y
  const Pose lying{{10.0F, 0.0F, 0.0F}, kernels::from_axis_angle(rightward, 0.5F * kernels::pi)};
  EXPECT_FLOAT_EQ(cast({{10.0F, -9.0F, 0.0F}, forward, 100.0F}, capsule(0.5F, 1.0F), lying), 7.5F);
  // a wall that fills x <= 3
  const Pose wall{{3.0F, 0.0F, 0.0F}, kernels::from_axis_angle(forward, 0.5F * kernels::pi)};
  EXPECT_FLOAT_EQ(cast({{9.0F, 5.0F, 5.0F}, -rightward, 100.0F}, plane(), wall), 6.0F);
}

TEST(Cast, StartsAtNothingFromInsideAndFromTheSurface) {
  for (const Shape& shape : one_of_each) {
    for (const Vec3 direction : {rightward, -rightward, forward, upward, -upward})
      EXPECT_EQ(cast_from({0.1F, 0.1F, -0.1F}, direction, shape), 0.0F) << shape.kind;
  }
  EXPECT_EQ(cast_from({1.0F, 0.0F, 0.0F}, rightward, sphere(1.0F)), 0.0F);
  EXPECT_EQ(cast_from({0.5F, 0.0F, 0.5F}, rightward, capsule(0.5F, 1.0F)), 0.0F);
  EXPECT_EQ(cast_from({1.0F, 0.0F, 0.0F}, rightward, box({1.0F, 1.0F, 1.0F})), 0.0F);
  EXPECT_EQ(cast_from({0.0F, 0.0F, 0.0F}, upward, wedge({1.0F, 1.0F, 1.0F})), 0.0F);
  EXPECT_EQ(cast_from({0.0F, 0.0F, 0.0F}, upward, plane()), 0.0F);
}

TEST(Cast, MissesWhatLiesBehind) {
  for (const Shape& shape : one_of_each) {
    EXPECT_EQ(cast_from({0.2F, 0.2F, 3.5F}, upward, shape), no_hit) << shape.kind;
    EXPECT_LT(cast_from({0.2F, 0.2F, 3.5F}, -upward, shape), no_hit) << shape.kind;
  }
}

TEST(Cast, CountsAHitAtJustTheRange) {
  for (const Shape& shape : one_of_each) {
    const Vec3 origin_m{0.2F, 0.2F, 5.0F};
    const float distance_m = cast_from(origin_m, -upward, shape, infinity);
    EXPECT_LT(distance_m, 5.1F);
    EXPECT_EQ(cast_from(origin_m, -upward, shape, distance_m), distance_m);
    EXPECT_EQ(cast_from(origin_m, -upward, shape, std::nextafter(distance_m, 0.0F)), no_hit);
    EXPECT_EQ(cast_from({0.1F, 0.1F, -0.1F}, upward, shape, 0.0F), 0.0F);
    EXPECT_EQ(cast_from({0.1F, 0.1F, -0.1F}, upward, shape, -1.0F), no_hit);
  }
}

TEST(Cast, AlongAnAxisIsExactToTheLastTie) {
  // All lie on a grid of halves, with faces and edges on it, so that nothing is rounded.
  int hits = 0;
  const auto is_as_exact = [&](Vec3 origin_m, Vec3 direction, const Shape& shape) {
    const Ray ray{origin_m, direction, 100.0F};
    const auto want = static_cast<float>(tests::exact_cast(ray, shape, {}, 0.0));
    const float got = cast(ray, shape, {});
    hits += want < no_hit ? 1 : 0;
    // half a chord of a sphere is a root, which rounds
    const bool is_root = kind_of(shape) == ShapeKind::Sphere && want < no_hit;
    return is_root ? std::abs(got - want) <= 0x1p-22F : got == want;
  };
  for (int at = 0; at < 13 * 13 * 13; ++at) {
    const Vec3 origin_m{0.5F * static_cast<float>(at % 13 - 6),
                        0.5F * static_cast<float>(at / 13 % 13 - 6),
                        0.5F * static_cast<float>(at / 169 - 6)};
    for (const Vec3 direction : {rightward, forward, upward, -rightward, -forward, -upward}) {
      EXPECT_TRUE(is_as_exact(origin_m, direction, box({1.0F, 2.0F, 1.5F}))) << at;
      EXPECT_TRUE(is_as_exact(origin_m, direction, box({0.5F, 2.5F, 3.0F}))) << at;
      EXPECT_TRUE(is_as_exact(origin_m, direction, sphere(1.0F))) << at;
      EXPECT_TRUE(is_as_exact(origin_m, direction, plane())) << at;
      // a slope of 1, whose normal's length cancels
      EXPECT_TRUE(is_as_exact(origin_m, direction, wedge({1.0F, 2.0F, 2.0F}))) << at;
    }
  }
  EXPECT_GT(hits, 10000);
}

TEST(Cast, ReachesFar) {
  for (const float far_m : {1e3F, 1e6F, 1e9F, 1e15F}) {
    const Ray ray{{-far_m, 0.0F, 0.0F}, rightward, infinity};
    for (const Shape& shape : {sphere(1.0F), box({1.0F, 1.0F, 1.0F}), capsule(1.0F, 1.0F)})
      EXPECT_FLOAT_EQ(cast(ray, shape, {}), far_m - 1.0F);
  }
}

TEST(Cast, IsTheSameBitsAfterAMoveThatRoundsNothing) {
  const Quat turn = normalize(Quat{0.9F, 0.1F, -0.3F, 0.2F});
  for (const Shape& shape : one_of_each) {
    const Ray ray{{-4.25F, 1.5F, 3.75F}, normalize(Vec3{4.5F, -0.5F, -5.0F}), 50.0F};
    const Ray moved{ray.origin_m + Vec3{64.0F, -32.0F, 16.0F}, ray.direction, 50.0F};
    const Pose pose{{0.25F, 0.5F, -0.5F}, turn};
    const Pose moved_pose{{64.25F, -31.5F, 15.5F}, turn};
    const Pose other_sign{pose.position_m, {-turn.w, -turn.x, -turn.y, -turn.z}};
    EXPECT_LT(cast(ray, shape, pose), no_hit) << shape.kind;
    EXPECT_EQ(cast(ray, shape, pose), cast(moved, shape, moved_pose)) << shape.kind;
    EXPECT_EQ(cast(ray, shape, pose), cast(ray, shape, other_sign)) << shape.kind;
  }
}

TEST(Cast, MissesABodyOfNoKind) {
  for (const std::int32_t kind : {-1, 5, 1000})
    EXPECT_EQ(cast_from({0.0F, 0.0F, 5.0F}, -upward, Shape{{1.0F, 1.0F, 1.0F}, kind}), no_hit);
}

}  // namespace
}  // namespace starling::systems
