/// The face of a hull that another body is clipped against: its plane, as a frame, and its sides in
/// it.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rigid/hull_queries.hpp"
#include "systems/rigid/tolerances.hpp"

namespace starling::systems::detail {

/// A right-handed frame whose x and y lie in the face, in the frame of the body.
struct FaceFrame {
  kernels::Vec3 origin_m;
  kernels::Vec3 x, y;
  kernels::Vec3 normal;  ///< Out of the body.
};

/// The sides of a face, counterclockwise: side k goes from corner k to the next.
template <class Hull>
struct Face {
  FaceFrame frame;
  kernels::Vec2 corner_m[4];
  kernels::Vec2 inward[4];  ///< Of length 1; zero for a side without length.

  STARLING_FN float inside_m(int side, kernels::Vec2 point_m) const {
    return dot(inward[side], point_m - corner_m[side]);
  }
  STARLING_FN kernels::Vec2 corner(int k) const { return corner_m[k]; }
};

/// A box's is a rectangle around the frame's origin, from its lower left corner on.
template <>
struct Face<BoxHull> {
  FaceFrame frame;
  kernels::Vec2 half_m;

  STARLING_FN float inside_m(int side, kernels::Vec2 point_m) const {
    if (side == 0) return half_m.y + point_m.y;
    if (side == 1) return half_m.x - point_m.x;
    if (side == 2) return half_m.y - point_m.y;
    return half_m.x + point_m.x;
  }
  STARLING_FN kernels::Vec2 corner(int k) const {
    return {k == 0 || k == 3 ? -half_m.x : half_m.x, k < 2 ? -half_m.y : half_m.y};
  }
};

STARLING_FN constexpr kernels::Vec2 on_face(const FaceFrame& frame, kernels::Vec3 point_m) {
  const kernels::Vec3 from_origin = point_m - frame.origin_m;
  return {dot(frame.x, from_origin), dot(frame.y, from_origin)};
}

/// A vector of length 1 that is normal to a vector of length 1.
STARLING_FN kernels::Vec3 any_normal_to(kernels::Vec3 unit) {
  const bool is_near_x = kernels::abs(unit.x) > 0.7F;
  return normalize(cross(unit, unit_axis(is_near_x ? 1U : 0U)));
}

template <class Hull>
STARLING_FN Face<Hull> face_of(Hull, kernels::Vec3 half_m, std::uint32_t i) {
  Face<Hull> face;
  const std::uint32_t ids = Hull::face(i);
  const kernels::Vec3 first = Hull::vertex(half_m, number_of(ids, 0));
  const kernels::Vec3 along = Hull::vertex(half_m, number_of(ids, 1)) - first;
  face.frame.origin_m = first;
  face.frame.normal = Hull::normal(half_m, i);
  face.frame.x = normalize(along);
  if (!(length_squared(along) > 0.0F)) face.frame.x = any_normal_to(face.frame.normal);
  face.frame.y = cross(face.frame.normal, face.frame.x);
  STARLING_UNROLL
  for (std::uint32_t k = 0; k < 4; ++k)
    face.corner_m[k] = on_face(face.frame, Hull::vertex(half_m, number_of(ids, k)));
  STARLING_UNROLL
  for (int k = 0; k < 4; ++k) {
    const kernels::Vec2 side = normalize(face.corner_m[(k + 1) % 4] - face.corner_m[k]);
    face.inward[k] = {-side.y, side.x};
  }
  return face;
}
STARLING_FN Face<BoxHull> face_of(BoxHull, kernels::Vec3 half_m, std::uint32_t i) {
  const std::uint32_t axis = i >> 1U;
  const bool is_positive = (i & 1U) != 0U;
  const std::uint32_t next = axis == 2U ? 0U : axis + 1U;
  const std::uint32_t last = axis == 0U ? 2U : axis - 1U;
  const kernels::Vec3 x = unit_axis(is_positive ? next : last);
  const kernels::Vec3 y = unit_axis(is_positive ? last : next);
  const kernels::Vec3 normal = BoxHull::normal(half_m, i);
  const kernels::Vec3 origin_m{normal.x * half_m.x, normal.y * half_m.y, normal.z * half_m.z};
  return {{origin_m, x, y, normal}, {dot(x, half_m), dot(y, half_m)}};
}

}  // namespace starling::systems::detail
