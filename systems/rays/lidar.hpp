/// Fans of level rays, and the nearest body of many on a ray.
#pragma once

#include <cstdint>

#include "kernels/elementary.hpp"
#include "kernels/vector.hpp"
#include "systems/rays/level.hpp"
#include "systems/rays/ray.hpp"

namespace starling::systems {

/// The direction of ray `ray` of `rays` (at least 1, at most 2^28), evenly around and
/// counter-clockwise from `forward`, which is ray 0 exactly; 0 <= ray < rays. As long as `forward`
/// to within 3 ulp. Rays a quarter or half a turn apart are so exactly.
STARLING_FN kernels::Vec2 lidar_direction(std::int32_t ray, std::int32_t rays,
                                          kernels::Vec2 forward) {
  // whole quarters of a turn, and the rest of one
  const std::int32_t quarters = 4 * ray / rays;
  const auto rest = static_cast<float>(4 * ray - quarters * rays) / static_cast<float>(rays);
  float sine = 0.0F;
  float cosine = 1.0F;
  kernels::sincos(rest * (0.5F * kernels::pi), sine, cosine);
  const kernels::Vec2 turned{forward.x * cosine - forward.y * sine,
                             forward.x * sine + forward.y * cosine};
  const bool is_odd = (quarters & 1) != 0;
  const kernels::Vec2 quarter = is_odd ? kernels::Vec2{-turned.y, turned.x} : turned;
  return (quarters & 2) != 0 ? -quarter : quarter;
}

/// Which of a list's bodies to look at: first, first + step, ... below end. A lane of several that
/// share the work takes every so many-th; `nearer` joins what they find to the same hit as one lane
/// finds alone.
struct BodyRange {
  std::int32_t first = 0;
  std::int32_t end = 0;
  std::int32_t step = 1;
};

/// The nearest hit of a ray. `cast_at(body)` gives the distance to the body of an index, or no_hit;
/// `own` is left out (no_body leaves out none).
template <class CastAt>
STARLING_FN RayHit nearest_hit(float range_m, BodyRange bodies, std::int32_t own, CastAt cast_at) {
  RayHit best{range_m, no_body};
  for (std::int32_t body = bodies.first; body < bodies.end; body += bodies.step) {
    if (body == own) continue;
    const float distance_m = cast_at(body);
    if (distance_m <= range_m && distance_m < no_hit) best = nearer(best, RayHit{distance_m, body});
  }
  return best;
}

/// The nearest hit of a level ray: `view_of(body)` gives the LevelView of the body of an index,
/// which is no_view() for the body that the ray starts from.
template <class ViewOf>
STARLING_FN LevelHit nearest_level_hit(kernels::Vec2 direction, BodyRange bodies, ViewOf view_of) {
  LevelHit best;
  for (std::int32_t body = bodies.first; body < bodies.end; body += bodies.step)
    best = look(best, view_of(body), direction, body);
  return best;
}

}  // namespace starling::systems
