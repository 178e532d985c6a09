/// A segment and a hull: where they are nearest, or along which axis they overlap least.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rigid/face.hpp"
#include "systems/rigid/hull_queries.hpp"
#include "systems/rigid/segments.hpp"
#include "systems/rigid/separating_axis.hpp"

namespace starling::systems::detail {

/// Whether a point lies straight above a face, or below.
template <class Hull>
STARLING_FN bool is_over_face(Hull, kernels::Vec3 half_m, std::uint32_t face, kernels::Vec3 normal,
                              kernels::Vec3 point_m) {
  const std::uint32_t ids = Hull::face(face);
  bool is_over = true;
  STARLING_ROLLED
  for (std::uint32_t k = 0; k < 4; ++k) {
    const kernels::Vec3 corner = Hull::vertex(half_m, number_of(ids, k));
    const kernels::Vec3 next = Hull::vertex(half_m, number_of(ids, (k + 1U) & 3U));
    is_over = is_over && dot(cross(normal, next - corner), point_m - corner) >= 0.0F;
  }
  return is_over;
}

/// A hull's point and how much of a segment's way it is nearest to.
struct NearestPair {
  kernels::Vec3 on_hull_m;
  float share;
  float weighed_square_m2;  ///< Of the distance.
  std::uint32_t edge;       ///< Of the hull, or Hull::edges for a face.
};

/// Takes `found` for `best` if it is nearer.
STARLING_FN constexpr void keep_nearer(NearestPair& best, const NearestPair& found) {
  if (found.weighed_square_m2 < best.weighed_square_m2) best = found;
}

/// An edge that a segment lies along counts as nearer than those that meet it where the segment
/// ends, which are as near.
template <class Hull>
STARLING_FN NearestPair nearest_to_edge(Hull hull, kernels::Vec3 half_m, std::uint32_t i,
                                        const Segment& segment) {
  const Segment edge = segment_of(hull, half_m, Hull::edge(i));
  const NearestShares nearest = nearest_shares(edge, segment);
  const kernels::Vec3 on_edge = at(edge, nearest.first);
  const NearestShares part = part_along(segment, edge);
  const float weight = part.first < part.second ? 1.0F - 0x1p-17F : 1.0F;
  return {on_edge, nearest.second, weight * length_squared(at(segment, nearest.second) - on_edge),
          i};
}

/// Where a hull and a segment outside of it are nearest, in the hull's frame: on an edge of the
/// hull, or where an end of the segment lies above a face.
template <class Hull>
STARLING_FN NearestPair nearest_pair(Hull hull, kernels::Vec3 half_m, const Segment& segment) {
  NearestPair best{{0.0F, 0.0F, 0.0F}, 0.0F, kernels::infinity, Hull::edges};
  STARLING_ROLLED
  for (std::uint32_t face = 0; face < Hull::faces; ++face) {
    const kernels::Vec3 normal = Hull::normal(half_m, face);
    const float face_m = level_m(hull, half_m, face, normal);
    STARLING_ROLLED
    for (int end = 0; end < 2; ++end) {
      const auto share = static_cast<float>(end);
      const kernels::Vec3 point = at(segment, share);
      const float above_m = dot(normal, point) - face_m;
      if (above_m > 0.0F && is_over_face(hull, half_m, face, normal, point))
        keep_nearer(best, {point - normal * above_m, share, above_m * above_m, Hull::edges});
    }
  }
  STARLING_ROLLED
  for (std::uint32_t i = 0; i < Hull::edges; ++i)
    keep_nearer(best, nearest_to_edge(hull, half_m, i, segment));
  return best;
}

/// The face that all of a segment is farthest above.
template <class Hull>
STARLING_FN FaceSeparation best_face(Hull hull, kernels::Vec3 half_m, const Segment& segment) {
  FaceSeparation best{-kernels::infinity, 0};
  const kernels::Vec3 end = at(segment, 1.0F);
  STARLING_ROLLED
  for (std::uint32_t face = 0; face < Hull::faces; ++face) {
    const kernels::Vec3 normal = Hull::normal(half_m, face);
    const float lowest_m = kernels::min(dot(normal, segment.start_m), dot(normal, end));
    const float separation_m = lowest_m - level_m(hull, half_m, face, normal);
    const bool is_better = !(separation_m <= best.separation_m);  // a NaN too
    best.separation_m = is_better ? separation_m : best.separation_m;
    best.face = is_better ? face : best.face;
  }
  return best;
}

/// An edge of a hull that a segment crosses, and how far that is above it.
struct EdgeSeparation {
  float separation_m;
  std::uint32_t edge;
  kernels::Vec3 normal;  ///< Out of the hull.
};

template <class Hull>
STARLING_FN EdgeSeparation best_edge(Hull hull, kernels::Vec3 half_m, const Segment& segment) {
  EdgeSeparation best{-kernels::infinity, 0, {0.0F, 0.0F, 1.0F}};
  const kernels::Vec3 along = normalize(segment.along_m);
  STARLING_ROLLED
  for (std::uint32_t i = 0; i < Hull::directions * 2U; ++i) {
    const std::uint32_t direction = i >> 1U;
    const kernels::Vec3 both = cross(Hull::direction(half_m, direction), along);
    if (!(length_squared(both) > parallel_sine_squared)) continue;
    const kernels::Vec3 up = normalize(both);
    const kernels::Vec3 normal = (i & 1U) == 0U ? up : -up;
    const std::uint32_t edge = edge_towards(hull, half_m, direction, normal);
    const float edge_m = edge_level_m(hull, half_m, edge, normal);
    const float separation_m = dot(normal, at(segment, 0.5F)) - edge_m;
    if (!(separation_m > best.separation_m && is_outermost(hull, half_m, edge_m, normal))) continue;
    best = {separation_m, edge, normal};
  }
  return best;
}

}  // namespace starling::systems::detail
