/// Where a ray enters each kind of solid, in the solid's own frame: the distance in units of the
/// direction's length, 0 from inside, no_hit or NaN for a miss.
#pragma once

#include "kernels/elementary.hpp"
#include "kernels/vector.hpp"
#include "systems/rays/ray.hpp"

namespace starling::systems::detail {

/// A component of a direction below this counts as this: over any distance in float32 it moves
/// nothing, and its reciprocal is finite.
inline constexpr float least_component = 0x1p-60F;

STARLING_FN float cast_at_sphere(kernels::Vec3 origin_m, kernels::Vec3 direction, float radius_m) {
  const float squared = radius_m * radius_m;
  if (length_squared(origin_m) <= squared) return 0.0F;
  // From the point that is nearest to the centre: b b - c of the textbook loses all digits far
  // away.
  const float along_m = -dot(origin_m, direction);
  const float rest = squared - length_squared(origin_m + along_m * direction);
  if (!(along_m > 0.0F && rest >= 0.0F)) return no_hit;
  return kernels::max(along_m - kernels::sqrt(rest), 0.0F);
}

/// The endless cylinder first; where the ray enters that beyond an end, the cap there decides.
STARLING_FN float cast_at_capsule(kernels::Vec3 origin_m, kernels::Vec3 direction, float radius_m,
                                  float half_length_m) {
  const float squared = radius_m * radius_m;
  const float beyond_m = origin_m.z - kernels::clamp(origin_m.z, -half_length_m, half_length_m);
  const kernels::Vec2 origin{origin_m.x, origin_m.y};
  if (length_squared(kernels::Vec3{origin.x, origin.y, beyond_m}) <= squared) return 0.0F;
  const kernels::Vec2 across{direction.x, direction.y};
  const float speed = kernels::max(length(across), least_component);
  const kernels::Vec2 heading = across / speed;
  const float along_m = -dot(origin, heading);
  const float rest = squared - length_squared(origin + along_m * heading);
  if (!(rest >= 0.0F)) return no_hit;
  const float distance_m = (along_m - kernels::sqrt(rest)) / speed;
  const float entry_z_m = origin_m.z + distance_m * direction.z;
  const bool is_beside = length_squared(origin) > squared;  // and not beyond an end
  if (is_beside && kernels::abs(entry_z_m) <= half_length_m)
    return along_m > 0.0F ? kernels::max(distance_m, 0.0F) : no_hit;
  const float cap_z_m = kernels::copysign(half_length_m, entry_z_m);
  return cast_at_sphere({origin_m.x, origin_m.y, origin_m.z - cap_z_m}, direction, radius_m);
}

/// The part of a ray that is inside something, from `enter_m` to `exit_m`; none if that is before.
struct Passage {
  float enter_m, exit_m;
};

STARLING_FN Passage both(Passage a, Passage b) {
  return {kernels::max(a.enter_m, b.enter_m), kernels::min(a.exit_m, b.exit_m)};
}

STARLING_FN float entry_of(Passage passage) {
  const bool is_hit = passage.enter_m <= passage.exit_m && passage.exit_m >= 0.0F;
  return is_hit ? kernels::max(passage.enter_m, 0.0F) : no_hit;
}

/// Through |x| <= half. A ray along the slab heads for its middle, by nearly nothing, so that one
/// in the plane of either face is inside and none divides by zero.
STARLING_FN Passage through_slab(float x_m, float direction, float half_m) {
  const float heading = kernels::abs(direction) < least_component
                            ? kernels::copysign(least_component, -x_m)
                            : direction;
  const float m_per_m = kernels::fast_reciprocal(kernels::abs(heading));
  const float ahead_m = heading < 0.0F ? -x_m : x_m;
  return {(-half_m - ahead_m) * m_per_m, (half_m - ahead_m) * m_per_m};
}

STARLING_FN Passage through_box(kernels::Vec3 origin_m, kernels::Vec3 direction,
                                kernels::Vec3 half_m) {
  return both(both(through_slab(origin_m.x, direction.x, half_m.x),
                   through_slab(origin_m.y, direction.y, half_m.y)),
              through_slab(origin_m.z, direction.z, half_m.z));
}

/// Below the plane z half.y = y half.z.
STARLING_FN Passage under_slope(kernels::Vec3 origin_m, kernels::Vec3 direction,
                                kernels::Vec3 half_m) {
  const float above = origin_m.z * half_m.y - origin_m.y * half_m.z;
  const float climb = direction.z * half_m.y - direction.y * half_m.z;
  const float speed = kernels::max(kernels::abs(climb), least_component);
  const float distance_m = above * kernels::fast_reciprocal(speed);
  // a ray along the slope counts as falling
  const bool is_leaving = climb >= least_component;
  return {is_leaving ? -kernels::infinity : distance_m,
          is_leaving ? -distance_m : kernels::infinity};
}

/// Into z <= 0.
STARLING_FN float cast_at_plane(float height_m, float climb) {
  if (height_m <= 0.0F) return 0.0F;
  return climb < 0.0F ? height_m / -climb : no_hit;
}

}  // namespace starling::systems::detail
