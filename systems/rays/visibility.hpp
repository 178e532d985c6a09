/// Who sees whom: inside the cone of view, and with nothing in between.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rays/lidar.hpp"
#include "systems/rays/ray.hpp"

namespace starling::systems {

/// What an eye could see if nothing stood in between: everything that is off `forward` by the half
/// angle at most.
struct ViewCone {
  kernels::Vec3 eye_m{};
  kernels::Vec3 forward{};          ///< Of length 1.
  float half_angle_cosine = -1.0F;  ///< In [-1, 1]; -1 looks all around.
};

/// Whether a point lies in the cone. The eye itself does; with NaN nothing does.
STARLING_FN bool is_in_view(const ViewCone& cone, kernels::Vec3 point_m) {
  const kernels::Vec3 offset_m = point_m - cone.eye_m;
  return dot(offset_m, cone.forward) >= cone.half_angle_cosine * length(offset_m);
}

/// The ray from the one point to the other, just as long. Of no direction where they are one.
STARLING_FN Ray ray_between(kernels::Vec3 from_m, kernels::Vec3 to_m) {
  const kernels::Vec3 offset_m = to_m - from_m;
  return {from_m, normalize(offset_m), length(offset_m)};
}

/// The two bodies that a look does not stop at; no_body leaves out none.
struct SightEnds {
  std::int32_t own = no_body;
  std::int32_t target = no_body;
};

/// Whether no body but the two starts before the ray's end: `cast_at(body)` gives the distance to
/// the body of an index, or no_hit. What starts just at the end hides nothing. Several lanes may
/// share the bodies: it is clear if it is for each.
template <class CastAt>
STARLING_FN bool is_clear(float range_m, BodyRange bodies, SightEnds ends, CastAt cast_at) {
  for (std::int32_t body = bodies.first; body < bodies.end; body += bodies.step) {
    if (body == ends.own || body == ends.target) continue;
    if (cast_at(body) < range_m) return false;
  }
  return true;
}

/// Whether the eye sees the point of the target: inside the cone, and a ray there meets no body but
/// the two on its way. `cast_at(ray, body)` as above. With NaN in the cone or the point, no; a body
/// with NaN hides nothing.
template <class CastAt>
STARLING_FN bool sees(const ViewCone& cone, kernels::Vec3 point_m, BodyRange bodies, SightEnds ends,
                      CastAt cast_at) {
  if (!is_in_view(cone, point_m)) return false;
  const Ray ray = ray_between(cone.eye_m, point_m);
  return is_clear(ray.range_m, bodies, ends, [&](std::int32_t body) { return cast_at(ray, body); });
}

}  // namespace starling::systems
