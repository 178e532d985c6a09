/// Level rays at tilted bodies: what is known by hand. Random ones are in exact_test.cpp.
#include "systems/rays/tilted_view.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "systems/rays/lidar.hpp"

namespace starling::systems {
namespace {

using kernels::Vec2;
using kernels::Vec3;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
const float root_two = std::sqrt(2.0F);

/// A box of half 1 that stands on its edge along y.
const Pose on_edge{{}, kernels::from_axis_angle({0.0F, 1.0F, 0.0F}, 0.25F * kernels::pi)};

float cast_tilted(Vec3 origin_m, Vec2 direction, const Shape& shape, const Pose& pose) {
  const RayHit hit = to_ray_hit(look({}, tilted_view(shape, pose, origin_m), direction, 0), 100.0F);
  return hit.body == 0 ? hit.distance_m : no_hit;
}

TEST(TiltedView, CutsABoxOnItsEdgeAtTheRaysHeight) {
  const Shape cube = box({1.0F, 1.0F, 1.0F});
  for (const float height : {-1.2F, -0.5F, 0.0F, 0.5F, 1.2F}) {
    const float half_m = root_two - std::abs(height);
    // a few roundings of 10 m
    EXPECT_NEAR(cast_tilted({-10.0F, 0.3F, height}, {1.0F, 0.0F}, cube, on_edge), 10.0F - half_m,
                1e-5F);
    EXPECT_NEAR(cast_tilted({half_m - 0.01F, 7.0F, height}, {0.0F, -1.0F}, cube, on_edge), 6.0F,
                1e-5F);
    EXPECT_EQ(cast_tilted({half_m + 0.01F, 7.0F, height}, {0.0F, -1.0F}, cube, on_edge), no_hit);
  }
  EXPECT_EQ(cast_tilted({-10.0F, 0.3F, 1.42F}, {1.0F, 0.0F}, cube, on_edge), no_hit);
}

TEST(TiltedView, OfAnUprightBodyIsThatOfItsUprightView) {
  const Pose pose{{1.0F, 2.0F, 0.5F}, kernels::from_axis_angle({0.0F, 0.0F, 1.0F}, 0.7F)};
  int hits = 0;
  for (const Shape& shape : {box({1.0F, 2.0F, 1.5F}), wedge({1.0F, 2.0F, 1.5F})}) {
    for (int ray = 0; ray < 360; ++ray) {
      const Vec3 origin_m{-4.0F, 1.0F, 0.25F};
      const Vec2 direction = lidar_direction(ray, 360, {1.0F, 0.0F});
      const Ray level{origin_m, {direction.x, direction.y, 0.0F}, 100.0F};
      const float want = cast_level(level, upright_box(shape, pose));
      const float got = cast_tilted(origin_m, direction, shape, pose);
      hits += want < no_hit ? 1 : 0;
      ASSERT_EQ(got < no_hit, want < no_hit) << ray;
      // a few roundings of 7 m, that a slope as here no more than doubles
      if (want < no_hit) {
        EXPECT_NEAR(got, want, 1e-5F);
      }
    }
  }
  EXPECT_GT(hits, 80);
}

TEST(TiltedView, StartsAtNothingFromInside) {
  for (const Shape& shape : {box({1.0F, 1.0F, 1.0F}), wedge({1.0F, 1.0F, 1.0F})}) {
    for (const Vec2 direction : {Vec2{1.0F, 0.0F}, Vec2{-0.6F, 0.8F}})
      EXPECT_EQ(cast_tilted({0.0F, 0.1F, -0.1F}, direction, shape, on_edge), 0.0F);
  }
}

TEST(TiltedView, IsOfNothingWhereThereIsNaN) {
  for (const ShapeKind kind : {ShapeKind::Box, ShapeKind::Wedge}) {
    for (std::size_t number = 0; number < 15; ++number) {
      std::array<float, 15> all{-9.0F, 0.1F, -0.1F, 1.0F, 0.0F, 0.1F, 0.1F, 0.1F,
                                1.0F,  1.0F, 1.0F,  1.0F, 0.0F, 0.0F, 0.0F};
      const auto cast_at_all = [&] {
        const Shape shape{{all[8], all[9], all[10]}, static_cast<std::int32_t>(kind)};
        const Pose pose{{all[5], all[6], all[7]}, {all[11], all[12], all[13], all[14]}};
        return cast_tilted({all[0], all[1], all[2]}, {all[3], all[4]}, shape, pose);
      };
      EXPECT_LT(cast_at_all(), no_hit);
      all[number] = nan;
      EXPECT_EQ(cast_at_all(), no_hit) << number;
    }
  }
}

}  // namespace
}  // namespace starling::systems
