/// The axis-aligned box around a body, by which most pairs are found not to touch.
#pragma once

#include "kernels/elementary.hpp"
#include "kernels/vector.hpp"
#include "systems/rigid/hull.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems {

/// A component. In the world's frame.
struct Bounds {
  kernels::Vec3 lowest_m, highest_m;
};

namespace detail {

STARLING_FN constexpr Bounds bounds_around(kernels::Vec3 centre_m, kernels::Vec3 half_m) {
  return {centre_m - half_m, centre_m + half_m};
}

/// How far a box reaches along each axis of the world.
STARLING_FN kernels::Vec3 box_reach(kernels::Quat rotation, kernels::Vec3 half_m) {
  const kernels::Vec3 x = rotate(rotation, {half_m.x, 0.0F, 0.0F});
  const kernels::Vec3 y = rotate(rotation, {0.0F, half_m.y, 0.0F});
  const kernels::Vec3 z = rotate(rotation, {0.0F, 0.0F, half_m.z});
  return {kernels::abs(x.x) + kernels::abs(y.x) + kernels::abs(z.x),
          kernels::abs(x.y) + kernels::abs(y.y) + kernels::abs(z.y),
          kernels::abs(x.z) + kernels::abs(y.z) + kernels::abs(z.z)};
}

STARLING_FN Bounds wedge_bounds(kernels::Vec3 half_m, const Pose& pose) {
  const kernels::Vec3 first = to_world(pose, WedgeHull::vertex(half_m, 0));
  Bounds bounds{first, first};
  STARLING_UNROLL
  for (std::uint32_t i = 1; i < WedgeHull::vertices; ++i) {
    const kernels::Vec3 vertex = to_world(pose, WedgeHull::vertex(half_m, i));
    bounds = {min(vertex, bounds.lowest_m), max(vertex, bounds.highest_m)};
  }
  return bounds;
}

STARLING_FN constexpr Bounds plane_bounds(const Pose& pose) {
  const float far = kernels::infinity;
  const bool is_upright = pose.rotation.x == 0.0F && pose.rotation.y == 0.0F;
  return {{-far, -far, -far}, {far, far, is_upright ? pose.position_m.z : far}};
}

/// They overlap nothing, not even everything.
STARLING_FN constexpr Bounds no_bounds() {
  const float nowhere = kernels::not_a_number;
  return {{nowhere, nowhere, nowhere}, {nowhere, nowhere, nowhere}};
}

}  // namespace detail

/// What lies closest around the body, but for rounding; of a plane all below its surface, or where
/// it is not upright everything. An unknown kind has the bounds of a point.
STARLING_FN Bounds bounds_of(const Shape& shape, const Pose& pose) {
  const float radius_m = shape.half_m.x;
  switch (kind_of(shape)) {
    case ShapeKind::Sphere:
      return detail::bounds_around(pose.position_m, {radius_m, radius_m, radius_m});
    case ShapeKind::Capsule: {
      const kernels::Vec3 core = detail::box_reach(pose.rotation, {0.0F, 0.0F, shape.half_m.z});
      return detail::bounds_around(pose.position_m,
                                   core + kernels::Vec3{radius_m, radius_m, radius_m});
    }
    case ShapeKind::Box:
      return detail::bounds_around(pose.position_m, detail::box_reach(pose.rotation, shape.half_m));
    case ShapeKind::Wedge:
      return detail::wedge_bounds(shape.half_m, pose);
    case ShapeKind::Plane:
      return detail::plane_bounds(pose);
    case ShapeKind::None:
      return detail::no_bounds();
  }
  return {pose.position_m, pose.position_m};
}

/// Whether they have a point in common; not where one is NaN.
STARLING_FN constexpr bool overlap(const Bounds& a, const Bounds& b) {
  return a.lowest_m.x <= b.highest_m.x && b.lowest_m.x <= a.highest_m.x &&
         a.lowest_m.y <= b.highest_m.y && b.lowest_m.y <= a.highest_m.y &&
         a.lowest_m.z <= b.highest_m.z && b.lowest_m.z <= a.highest_m.z;
}

/// The bounds of all that the body passes on a straight way.
STARLING_FN constexpr Bounds grown(const Bounds& bounds, kernels::Vec3 motion_m) {
  const kernels::Vec3 none{0.0F, 0.0F, 0.0F};
  return {bounds.lowest_m + min(motion_m, none), bounds.highest_m + max(motion_m, none)};
}

}  // namespace starling::systems
