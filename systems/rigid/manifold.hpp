/// Where two bodies touch: one normal, and up to four points that hold them apart.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"

namespace starling::systems {

/// One point of a contact.
struct ContactPoint {
  kernels::Vec3 position_m;  ///< In the world's frame, midway between the two surfaces.
  float separation_m;        ///< Along the normal; negative where the bodies overlap.
  std::uint32_t feature;     ///< Which parts touch, see feature_pair: the same from step to step.
};

/// A contact of a and b. Only the first `points` points mean anything.
struct Manifold {
  kernels::Vec3 normal;  ///< Of length 1, from a to b, in the world's frame.
  std::int32_t points;
  ContactPoint point[4];
};

namespace detail {

/// A part of one body by its kind and the numbers of its vertices (below 16), or of its face.
STARLING_FN constexpr std::uint32_t vertex_feature(std::uint32_t vertex) {
  return 0x100U | vertex;
}
STARLING_FN constexpr std::uint32_t edge_feature(std::uint32_t end, std::uint32_t other_end) {
  return 0x200U | (end < other_end ? end << 4U | other_end : other_end << 4U | end);
}
STARLING_FN constexpr std::uint32_t face_feature(std::uint32_t face) {
  return 0x300U | face;
}

/// All of a body: of a round one, and of what a round one touches, as they touch in one place,
/// whose impulse lasts while the place moves over edges and vertices.
inline constexpr std::uint32_t whole_feature = 0;

/// What a point comes from. A vertex on a face is one pair whichever of the two faces was clipped,
/// and so are two crossing edges.
STARLING_FN constexpr std::uint32_t feature_pair(std::uint32_t of_a, std::uint32_t of_b) {
  return of_b << 16U | of_a;
}

/// The same contact with a and b exchanged.
STARLING_FN constexpr Manifold flipped(Manifold manifold) {
  manifold.normal = -manifold.normal;
  STARLING_UNROLL
  for (ContactPoint& point : manifold.point)
    point.feature = point.feature << 16U | point.feature >> 16U;
  return manifold;
}

}  // namespace detail
}  // namespace starling::systems
