/// Moving balls whose first touch is known by hand, those that just graze, and closest points.
#include "systems/rays/sweep.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "kernels/random.hpp"
#include "tests/support/drawn_rays.hpp"
#include "tests/support/exact_casts.hpp"

namespace starling::systems {
namespace {

using kernels::Vec3;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr Vec3 rightward{1.0F, 0.0F, 0.0F};
constexpr Vec3 forward{0.0F, 1.0F, 0.0F};
constexpr Vec3 upward{0.0F, 0.0F, 1.0F};
const float root_half = std::sqrt(0.5F);

/// Early by the part of the way and the radius that counts as a touch, and as much by rounding, for
/// a touch at a right angle.
constexpr float early_part = 2.0F * touching_part;

float sweep_from(Vec3 origin_m, Vec3 direction, float radius_m, const Shape& shape,
                 float range_m = 100.0F) {
  return sweep({origin_m, direction, range_m}, radius_m, shape, {});
}

const std::array<Shape, 5> one_of_each = {
    sphere(1.0F), capsule(0.5F, 1.0F), box({1.0F, 2.0F, 3.0F}), wedge({1.0F, 2.0F, 3.0F}), plane()};

TEST(Sweep, TouchesRoundAndEndlessBodiesExactly) {
  EXPECT_EQ(sweep_from({-9.0F, 0.0F, 0.0F}, rightward, 1.0F, sphere(2.0F)), 6.0F);
  EXPECT_EQ(sweep_from({-9.0F, 0.0F, 0.0F}, rightward, 1.0F, capsule(0.5F, 2.0F)), 7.5F);
  EXPECT_EQ(sweep_from({0.0F, 0.0F, 9.0F}, -upward, 1.0F, capsule(0.5F, 2.0F)), 5.5F);
  EXPECT_EQ(sweep_from({3.0F, 4.0F, 9.0F}, -upward, 1.0F, plane()), 8.0F);
}

TEST(Sweep, TouchesFacesEdgesAndCornersOfABox) {
  const Shape body = box({1.0F, 2.0F, 3.0F});
  EXPECT_NEAR(sweep_from({-9.0F, 1.5F, 0.0F}, rightward, 1.0F, body), 7.0F, 10.0F * early_part);
  // over the edge at x = -1, y = 2, level with the centre by 0.6 of the radius
  EXPECT_NEAR(sweep_from({-9.0F, 2.6F, 0.0F}, rightward, 1.0F, body), 7.2F,
              10.0F * early_part / 0.8F);
  // to the corner, along the diagonal from it
  const Vec3 diagonal = normalize(Vec3{1.0F, 1.0F, 1.0F});
  const Vec3 start_m = Vec3{-1.0F, -2.0F, -3.0F} - 5.0F * diagonal;
  EXPECT_NEAR(sweep_from(start_m, diagonal, 1.0F, body), 4.0F, 10.0F * early_part);
}

TEST(Sweep, TouchesTheSlopeOfAWedge) {
  const Shape ramp = wedge({1.0F, 2.0F, 2.0F});
  const Vec3 onto{0.0F, root_half, -root_half};
  EXPECT_NEAR(sweep_from(-5.0F * onto, onto, 1.0F, ramp), 4.0F, 10.0F * early_part);
  EXPECT_NEAR(sweep_from({0.0F, 9.0F, 0.0F}, -forward, 1.0F, ramp), 6.0F, 10.0F * early_part);
  EXPECT_NEAR(sweep_from({0.0F, 0.0F, -9.0F}, upward, 1.0F, ramp), 6.0F, 10.0F * early_part);
}

TEST(Sweep, PassesEveryBodyThatItClears) {
  // 1.01 beside each body's side at x = 1, but 1 for the capsule's at 0.5
  for (const Shape& shape : one_of_each) {
    const float side_m = kind_of(shape) == ShapeKind::Capsule ? 0.5F : 1.0F;
    const bool is_plane = kind_of(shape) == ShapeKind::Plane;
    const Vec3 start_m = is_plane ? Vec3{-9.0F, 0.0F, 1.01F} : Vec3{side_m + 1.01F, 0.0F, 9.0F};
    EXPECT_EQ(sweep_from(start_m, is_plane ? rightward : -upward, 1.0F, shape), no_hit);
    EXPECT_LT(sweep_from(start_m, is_plane ? rightward : -upward, 1.02F, shape), no_hit);
  }
}

TEST(Sweep, StartsAtNothingWhereItTouches) {
  for (const Shape& shape : one_of_each) {
    for (const Vec3 direction : {rightward, -forward, upward})
      EXPECT_EQ(sweep_from({0.2F, 0.1F, 0.4F}, direction, 0.5F, shape), 0.0F);
  }
}

TEST(Sweep, MissesWhatLiesBehindAndOutOfRange) {
  for (const Shape& shape : one_of_each) {
    EXPECT_EQ(sweep_from({0.2F, 1.9F, 9.0F}, upward, 0.5F, shape), no_hit) << shape.kind;
    const Vec3 start_m{0.1F, 0.2F, 9.0F};
    const float distance_m = sweep_from(start_m, -upward, 0.5F, shape);
    EXPECT_EQ(sweep_from(start_m, -upward, 0.5F, shape, distance_m), distance_m);
    EXPECT_EQ(sweep_from(start_m, -upward, 0.5F, shape, 0.99F * distance_m), no_hit);
  }
}

TEST(Sweep, StopsAFastBallBeforeAThinWall) {
  const Shape wall = box({5.0F, 0.001F, 5.0F});
  for (const float radius_m : {0.0F, 0.01F, 0.5F}) {
    const float got = sweep_from({0.3F, -400.0F, 0.7F}, forward, radius_m, wall, 1e4F);
    EXPECT_NEAR(got, 399.999F - radius_m, 400.0F * early_part);
    EXPECT_LE(got, 399.999F - radius_m + 400.0F * 0x1p-23F) << "not late but by rounding";
  }
}

TEST(Sweep, OfABallOfNoSizeIsACast) {
  for (std::uint32_t index = 0; index < 5000; ++index) {
    const tests::DrawnCast at = tests::drawn_cast(index, index % 2);
    EXPECT_EQ(sweep(at.ray, 0.0F, at.shape, at.pose), cast(at.ray, at.shape, at.pose));
  }
}

TEST(Sweep, FindsGrazingTouchesWithinItsBoundOfSteps) {
  // Past an edge by the radius less little: the touch is at nearly the nearest point, where the
  // gap has nearly no slope. Grown by the error it touches before, shrunk by it after or not at
  // all.
  const Shape body = box({1.0F, 2.0F, 3.0F});
  int hits = 0;
  for (int step = -40; step < 400; ++step) {
    const float clearance_m = 1.0F - 1e-6F * static_cast<float>(step * step * step) * 0.01F;
    const Ray ray{{-30.0F, 2.0F + root_half * clearance_m, 3.0F + root_half * clearance_m},
                  rightward,
                  100.0F};
    const double error = (0x1p-21 + 32 * 0x1p-24) * 32.0;
    const float got = sweep(ray, 1.0F, body, {});
    hits += got < no_hit ? 1 : 0;
    EXPECT_GE(static_cast<double>(got),
              tests::exact_sweep(ray, 1.0 + error, body, {}, 100.0) - error);
    EXPECT_LE(static_cast<double>(got),
              tests::exact_sweep(ray, 1.0 - error, body, {}, 100.0) + error);
  }
  EXPECT_GT(hits, 300);
  EXPECT_LT(hits, 440);
}

TEST(Sweep, MissesWhereThereIsNaNAndGivesNone) {
  for (const Shape& shape : one_of_each) {
    for (int number = 0; number < 8; ++number) {
      for (const float odd : {nan, infinity, -infinity, 3e38F}) {
        std::array<float, 8> all{0.1F, 0.2F, 9.0F, 0.0F, 0.0F, -1.0F, 100.0F, 0.5F};
        EXPECT_LT(sweep_from({all[0], all[1], all[2]}, {all[3], all[4], all[5]}, all[7], shape),
                  no_hit);
        all[static_cast<std::size_t>(number)] = odd;
        const float got =
            sweep_from({all[0], all[1], all[2]}, {all[3], all[4], all[5]}, all[7], shape, all[6]);
        EXPECT_GE(got, 0.0F) << shape.kind << " " << number;
        EXPECT_TRUE(got == no_hit || !std::isnan(odd)) << shape.kind << " " << number;
      }
    }
  }
}

TEST(ClosestPoint, IsNoFurtherThanAnyOtherPointOfTheSolid) {
  kernels::Random random(kernels::make_key(3, 1), 0, 0, 0, 0);
  for (int turn = 0; turn < 2000; ++turn) {
    const Vec3 half_m = tests::drawn_between(random, 0.1F, 2.0F);
    const Vec3 point_m = tests::drawn_between(random, -4.0F, 4.0F);
    for (const Shape& shape : {box(half_m), wedge(half_m)}) {
      const bool is_wedge = kind_of(shape) == ShapeKind::Wedge;
      const Vec3 closest =
          is_wedge ? closest_in_wedge(point_m, half_m) : closest_in_box(point_m, half_m);
      // a few roundings of numbers up to 8
      const double rounding = 8.0 * 8.0 * 0x1p-24;
      EXPECT_LE(tests::exact_distance(tests::real(closest), shape), rounding) << "in the solid";
      EXPECT_NEAR(static_cast<double>(length(point_m - closest)),
                  tests::exact_distance(tests::real(point_m), shape), rounding);
    }
  }
}

}  // namespace
}  // namespace starling::systems
