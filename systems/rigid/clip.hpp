/// The face of one hull cut to what lies over a face of the other: at most twelve places, some of
/// which there are.
///
/// The polygon is never built, since its corners are not a fixed number: its vertices are the
/// clipped face's own, crossings of two sides, and vertices of the face that clips, and each of
/// the twelve that can be is asked for on its own. So there is no list that grows, and all stays in
/// registers.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rigid/face.hpp"
#include "systems/rigid/four_points.hpp"
#include "systems/rigid/hull.hpp"
#include "systems/rigid/tolerances.hpp"

namespace starling::systems::detail {

/// The face that is clipped, in the frame of the face that clips: a triangle's last vertex is there
/// twice, under one number.
struct ClippedFace {
  kernels::Vec2 on_face_m[4];
  float separation_m[4];
  std::uint32_t vertices;  ///< Four numbers.
};

/// The part of an edge that lies over a face: empty where first > last.
struct ClippedEdge {
  float first, last;                    ///< In [0, 1], from the edge's start to its end.
  std::uint32_t first_side, last_side;  ///< That cut it there, or 4.
};

/// inside_m, inside_end_m: of the edge's start and end, how far inside each side they are.
/// Crossings are compared as fractions, so that only the first and the last cost a division.
STARLING_FN ClippedEdge clip_edge(const float (&inside_m)[4], const float (&inside_end_m)[4]) {
  float first = 0.0F, first_of = 1.0F, last = 1.0F, last_of = 1.0F;
  std::uint32_t first_side = 4;
  std::uint32_t last_side = 4;
  bool is_outside = false;
  STARLING_UNROLL
  for (std::uint32_t side = 0; side < 4; ++side) {
    const float start_m = inside_m[side];
    const float end_m = inside_end_m[side];
    is_outside = is_outside || (start_m < 0.0F && end_m < 0.0F);
    const float way_m = end_m - start_m;
    const bool is_entry = start_m < 0.0F && end_m >= 0.0F && -start_m * first_of > first * way_m;
    first = is_entry ? -start_m : first;
    first_of = is_entry ? way_m : first_of;
    first_side = is_entry ? side : first_side;
    const bool is_exit = start_m >= 0.0F && end_m < 0.0F && -start_m * last_of > last * way_m;
    last = is_exit ? start_m : last;
    last_of = is_exit ? -way_m : last_of;
    last_side = is_exit ? side : last_side;
  }
  return {first / first_of, is_outside ? -1.0F : last / last_of, first_side, last_side};
}

/// What of a clipped face lies over a face: candidates 0..3 are where its edges begin to, 4..7
/// where they end to, 8..11 the vertices of the face that clips.
struct Overlay {
  Candidates<12> candidates;
  std::uint32_t sides;  ///< 4 bits for each of the first eight: the side that cut there, or 4.
};

/// The first eight candidates.
template <class Hull>
STARLING_FN void overlay_edges(const Face<Hull>& face, const ClippedFace& clipped, float reach_m,
                               Overlay& overlay) {
  float inside_m[4][4];  // [vertex, side]
  STARLING_UNROLL
  for (int i = 0; i < 4; ++i) {
    STARLING_UNROLL
    for (int side = 0; side < 4; ++side)
      inside_m[i][side] = face.inside_m(side, clipped.on_face_m[i]) + side_margin_m;
  }
  overlay.sides = 0;
  STARLING_UNROLL
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t next = (i + 1U) % 4U;
    const bool is_edge = number_of(clipped.vertices, i) != number_of(clipped.vertices, next);
    const ClippedEdge edge = clip_edge(inside_m[i], inside_m[next]);
    const kernels::Vec2 start = clipped.on_face_m[i];
    const kernels::Vec2 along = clipped.on_face_m[next] - start;
    const float rise_m = clipped.separation_m[next] - clipped.separation_m[i];
    const float first_m = clipped.separation_m[i] + rise_m * edge.first;
    const float last_m = clipped.separation_m[i] + rise_m * edge.last;
    const bool is_over = is_edge && edge.first <= edge.last;
    const bool is_first = is_over && first_m <= reach_m;
    const bool is_last = is_over && edge.last_side < 4U && last_m <= reach_m;
    overlay.candidates.on_face_m[i] = start + along * edge.first;
    overlay.candidates.separation_m[i] = is_first ? first_m : kernels::infinity;
    overlay.candidates.on_face_m[4 + i] = start + along * edge.last;
    overlay.candidates.separation_m[4 + i] = is_last ? last_m : kernels::infinity;
    overlay.sides |= edge.first_side << 4U * i | edge.last_side << 4U * (4U + i);
  }
}

/// The last four: vertices of the face that are clearly within the clipped one, where that one is.
template <class Hull>
STARLING_FN void overlay_corners(const Face<Hull>& face, const ClippedFace& clipped, float reach_m,
                                 Overlay& overlay) {
  const kernels::Vec2 origin = clipped.on_face_m[0];
  const kernels::Vec2 to_second = clipped.on_face_m[1] - origin;
  const kernels::Vec2 to_third = clipped.on_face_m[2] - origin;
  const float rise_m = clipped.separation_m[1] - clipped.separation_m[0];
  const float rise_to_third_m = clipped.separation_m[2] - clipped.separation_m[0];
  const float area = cross(to_second, to_third);
  const float turned = area < 0.0F ? -1.0F : 1.0F;
  const bool has_area = area * turned > 0.0F;
  STARLING_UNROLL
  for (std::uint32_t k = 0; k < 4; ++k) {
    const kernels::Vec2 corner = face.corner(static_cast<int>(k));
    bool is_within = has_area;
    STARLING_UNROLL
    for (std::uint32_t i = 0; i < 4; ++i) {
      const kernels::Vec2 along = clipped.on_face_m[(i + 1U) % 4U] - clipped.on_face_m[i];
      const float within = turned * cross(along, corner - clipped.on_face_m[i]);
      const float size = kernels::abs(along.x) + kernels::abs(along.y);
      is_within = is_within && within >= side_margin_m * size;
    }
    const kernels::Vec2 from_origin = corner - origin;
    const float separation_m =
        clipped.separation_m[0] +
        (cross(from_origin, to_third) * rise_m + cross(to_second, from_origin) * rise_to_third_m) /
            (has_area ? area : 1.0F);
    const bool is_contact = is_within && separation_m <= reach_m;
    overlay.candidates.on_face_m[8 + k] = corner;
    overlay.candidates.separation_m[8 + k] = is_contact ? separation_m : kernels::infinity;
  }
}

template <class Hull>
STARLING_FN Overlay overlay_of(const Face<Hull>& face, const ClippedFace& clipped, float reach_m) {
  Overlay overlay;
  overlay_edges(face, clipped, reach_m, overlay);
  overlay_corners(face, clipped, reach_m, overlay);
  return overlay;
}

}  // namespace starling::systems::detail
