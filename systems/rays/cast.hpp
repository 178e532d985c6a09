/// Casts of a ray at one body of any kind.
#pragma once

#include "kernels/quaternion.hpp"
#include "kernels/vector.hpp"
#include "systems/rays/ray.hpp"
#include "systems/rays/solid_casts.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems {

/// False only where the ray surely stays outside a ball, and where there is NaN.
STARLING_FN bool passes_near(const Ray& ray, kernels::Vec3 centre_m, float radius_m) {
  const kernels::Vec3 offset_m = centre_m - ray.origin_m;
  const float along_m = dot(offset_m, ray.direction);
  const float squared = length_squared(offset_m - along_m * ray.direction);
  // Rounding displaces the nearest point by less than 8 parts in 2^24 of its distance.
  const float reach_m = radius_m + 0x1p-20F * (radius_m + kernels::abs(along_m));
  return squared <= reach_m * reach_m && along_m >= -reach_m && along_m - reach_m <= ray.range_m;
}

namespace detail {

/// The offset and the direction of a ray in the frame of a body.
struct BodyRay {
  kernels::Vec3 origin_m, direction;
};

STARLING_FN BodyRay in_body(const Ray& ray, const Pose& pose) {
  const kernels::Quat back = conjugate(pose.rotation);
  return {rotate(back, ray.origin_m - pose.position_m), rotate(back, ray.direction)};
}

STARLING_FN float cast_at_half_space(const Ray& ray, const Pose& pose, float surface_m) {
  const kernels::Vec3 up = rotate(pose.rotation, kernels::Vec3{0.0F, 0.0F, 1.0F});
  return cast_at_plane(dot(up, ray.origin_m - pose.position_m) - surface_m, dot(up, ray.direction));
}

}  // namespace detail

/// The distance in metres to the first point of the body on the ray, in [0, range], or no_hit. By
/// the rules of ray.hpp. Exact for a body whose surface lies elsewhere by a few roundings of the
/// way from the ray's origin to the body. A body of no known kind is missed.
STARLING_FN float cast(const Ray& ray, const Shape& shape, const Pose& pose) {
  const ShapeKind kind = kind_of(shape);
  if (kind == ShapeKind::Plane)
    return within_range(ray, detail::cast_at_half_space(ray, pose, 0.0F));
  if (!passes_near(ray, pose.position_m, bounding_radius_m(shape))) return no_hit;
  const kernels::Vec3 half_m = shape.half_m;
  if (kind == ShapeKind::Sphere) {
    const kernels::Vec3 offset_m = ray.origin_m - pose.position_m;
    return within_range(ray, detail::cast_at_sphere(offset_m, ray.direction, half_m.x));
  }
  const detail::BodyRay local = detail::in_body(ray, pose);
  if (kind == ShapeKind::Capsule) {
    return within_range(
        ray, detail::cast_at_capsule(local.origin_m, local.direction, half_m.x, half_m.z));
  }
  if (kind != ShapeKind::Box && kind != ShapeKind::Wedge) return no_hit;
  detail::Passage passage = detail::through_box(local.origin_m, local.direction, half_m);
  if (kind == ShapeKind::Wedge)
    passage = both(passage, detail::under_slope(local.origin_m, local.direction, half_m));
  return within_range(ray, detail::entry_of(passage));
}

}  // namespace starling::systems
