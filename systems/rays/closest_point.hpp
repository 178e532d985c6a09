/// The point of a solid that is nearest to a point, both in the solid's frame.
#pragma once

#include "kernels/elementary.hpp"
#include "kernels/vector.hpp"

namespace starling::systems {

/// The point itself from inside, exactly. NaN stays NaN, in its component.
STARLING_FN constexpr kernels::Vec3 closest_in_box(kernels::Vec3 point_m, kernels::Vec3 half_m) {
  return clamp(point_m, -half_m, half_m);
}

/// Of the wedge that lies under z half.y = y half.z in the box: the box's closest point, or where
/// that lies above the slope, the slope's.
STARLING_FN kernels::Vec3 closest_in_wedge(kernels::Vec3 point_m, kernels::Vec3 half_m) {
  const kernels::Vec3 in_box = closest_in_box(point_m, half_m);
  if (in_box.z * half_m.y <= in_box.y * half_m.z) return in_box;
  // the slope's middle line is s (half.y, half.z) for -1 <= s <= 1
  const float squared = half_m.y * half_m.y + half_m.z * half_m.z;
  const float along = (point_m.y * half_m.y + point_m.z * half_m.z) / squared;
  const float inside = kernels::clamp(along, -1.0F, 1.0F);
  return {in_box.x, inside * half_m.y, inside * half_m.z};
}

}  // namespace starling::systems
