/// How far a ball can move before it touches a body.
///
/// The ball's centre is a ray at the body grown by the ball's radius. Spheres, capsules and planes
/// grow into their own kind and are cast at exactly. A box grows round edges and a wedge too; there
/// the ball is moved on again and again to the plane that touches the body at its closest point.
/// Since the body lies behind that plane no step goes too far, and as the gap is a convex function
/// of the way, of which each step is one of Newton's, few are needed: one to a face, three or four
/// past edges, and where the ball just grazes each still quarters the gap: 11 at most in two
/// million random and grazing sweeps. (Casting at the box grown by the radius, then at the one edge
/// where it is entered, misses other edges of the same corner.)
#pragma once

#include "kernels/elementary.hpp"
#include "kernels/vector.hpp"
#include "systems/rays/cast.hpp"
#include "systems/rays/closest_point.hpp"
#include "systems/rays/ray.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems {

/// Steps towards a box or wedge at most. After these a ball counts as touching, whose gap was
/// quartered 16 times.
inline constexpr int most_advances = 16;

/// A gap of this part of the first distance and the radius is a touch: four times what rounding may
/// make of none.
inline constexpr float touching_part = 0x1p-21F;

namespace detail {

/// `closest(point)`: the point of a convex body that is nearest to a point.
template <class Closest>
STARLING_FN float advance_to(const BodyRay& ray, float radius_m, float range_m, Closest closest) {
  float travelled_m = 0.0F;
  const float touching_m = touching_part * (length(ray.origin_m) + radius_m);
  STARLING_ROLLED
  for (int turn = 0; turn < most_advances; ++turn) {
    const kernels::Vec3 centre_m = ray.origin_m + travelled_m * ray.direction;
    const kernels::Vec3 apart_m = centre_m - closest(centre_m);
    const float distance_m = length(apart_m);
    const float gap_m = distance_m - radius_m;
    if (gap_m <= touching_m) return travelled_m;
    const float closing = -dot(apart_m, ray.direction);  // times distance_m
    if (!(closing > 0.0F)) return no_hit;
    travelled_m += gap_m * distance_m / closing;
    if (!(travelled_m <= range_m)) return no_hit;
  }
  return travelled_m;
}

}  // namespace detail

/// The distance in metres that a ball of a radius moves along the ray, which its centre starts at
/// the origin of, until it first touches the body: in [0, range], or no_hit. By the rules of
/// ray.hpp: 0 where it touches at the start, no_hit with NaN. At boxes and wedges it stops at a gap
/// of `touching_part`.
STARLING_FN float sweep(const Ray& ray, float radius_m, const Shape& shape, const Pose& pose) {
  const ShapeKind kind = kind_of(shape);
  if (kind == ShapeKind::Plane)
    return within_range(ray, detail::cast_at_half_space(ray, pose, radius_m));
  if (!passes_near(ray, pose.position_m, bounding_radius_m(shape) + radius_m)) return no_hit;
  const kernels::Vec3 half_m = shape.half_m;
  if (kind == ShapeKind::Sphere) {
    const kernels::Vec3 offset_m = ray.origin_m - pose.position_m;
    return within_range(ray, detail::cast_at_sphere(offset_m, ray.direction, half_m.x + radius_m));
  }
  const detail::BodyRay local = detail::in_body(ray, pose);
  if (kind == ShapeKind::Capsule) {
    return within_range(ray, detail::cast_at_capsule(local.origin_m, local.direction,
                                                     half_m.x + radius_m, half_m.z));
  }
  if (kind != ShapeKind::Box && kind != ShapeKind::Wedge) return no_hit;
  const bool is_wedge = kind == ShapeKind::Wedge;
  const auto closest = [&](kernels::Vec3 point_m) {
    return is_wedge ? closest_in_wedge(point_m, half_m) : closest_in_box(point_m, half_m);
  };
  return within_range(ray, detail::advance_to(local, radius_m, ray.range_m, closest));
}

}  // namespace starling::systems
