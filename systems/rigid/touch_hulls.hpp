/// The contact of two hulls: along the axis that separates them best, a face against what lies over
/// it, or an edge against an edge.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/vector.hpp"
#include "systems/rigid/box_axis.hpp"
#include "systems/rigid/clip.hpp"
#include "systems/rigid/manifold.hpp"
#include "systems/rigid/segments.hpp"
#include "systems/rigid/separating_axis.hpp"
#include "systems/shapes/pose.hpp"

namespace starling::systems::detail {

/// One of two hulls: its half sides and where it is.
struct PlacedHull {
  kernels::Vec3 half_m;
  Pose pose;
};

/// The one or the other; by value, as what has an address lies in memory.
STARLING_FN constexpr PlacedHull chosen(bool is_first, const PlacedHull& a, const PlacedHull& b) {
  return {is_first ? a.half_m : b.half_m,
          {is_first ? a.pose.position_m : b.pose.position_m,
           is_first ? a.pose.rotation : b.pose.rotation}};
}

/// The parts that candidate i of an overlay comes from: of the body whose face clips, and of the
/// other.
struct TouchingParts {
  std::uint32_t of_clipping, of_clipped;
};

STARLING_FN constexpr TouchingParts touching_parts(std::uint32_t candidate, std::uint32_t sides,
                                                   std::uint32_t face, std::uint32_t vertices,
                                                   std::uint32_t clipped_face,
                                                   std::uint32_t clipped_vertices) {
  const std::uint32_t i = candidate & 3U;
  if (candidate >= 8U) return {vertex_feature(number_of(vertices, i)), face_feature(clipped_face)};
  const std::uint32_t side = number_of(sides, candidate);
  if (side > 3U) return {face_feature(face), vertex_feature(number_of(clipped_vertices, i))};
  return {edge_feature(number_of(vertices, side), number_of(vertices, (side + 1U) & 3U)),
          edge_feature(number_of(clipped_vertices, i), number_of(clipped_vertices, (i + 1U) & 3U))};
}

/// The other body's face, seen from a face.
template <class Hull>
STARLING_FN ClippedFace clipped_face(Hull, kernels::Vec3 half_m, std::uint32_t face,
                                     const Relative& placed, const FaceFrame& frame) {
  ClippedFace clipped;
  clipped.vertices = Hull::face(face);
  const kernels::Vec3 x = turn_back(placed, frame.x);
  const kernels::Vec3 y = turn_back(placed, frame.y);
  const kernels::Vec3 up = turn_back(placed, frame.normal);
  const kernels::Vec3 from_origin = placed.position_m - frame.origin_m;
  const kernels::Vec2 origin{dot(frame.x, from_origin), dot(frame.y, from_origin)};
  const float height_m = dot(frame.normal, from_origin);
  STARLING_UNROLL
  for (std::uint32_t i = 0; i < 4; ++i) {
    const kernels::Vec3 vertex = Hull::vertex(half_m, number_of(clipped.vertices, i));
    clipped.on_face_m[i] = {origin.x + dot(x, vertex), origin.y + dot(y, vertex)};
    clipped.separation_m[i] = height_m + dot(up, vertex);
  }
  return clipped;
}

/// The contact on a face of `own`, whose normal the manifold's is: from own to other.
template <class Own, class Other>
STARLING_FN Manifold touch_face(Own own, const PlacedHull& body, std::uint32_t face, Other other,
                                const PlacedHull& other_body, const Relative& placed,
                                float reach_m) {
  const Face<Own> clipping = face_of(own, body.half_m, face);
  const kernels::Vec3 inward = -turn_back(placed, clipping.frame.normal);
  const std::uint32_t other_face = face_towards(other, other_body.half_m, inward);
  const ClippedFace clipped =
      clipped_face(other, other_body.half_m, other_face, placed, clipping.frame);
  const Overlay overlay = overlay_of(clipping, clipped, reach_m);
  const FourPoints kept = four_of(overlay.candidates);
  Manifold manifold{rotate(body.pose.rotation, clipping.frame.normal), kept.points, {}};
  STARLING_UNROLL
  for (int i = 0; i < 4; ++i) {
    const KeptPoint& point = kept.point[i];
    const kernels::Vec3 middle = clipping.frame.origin_m + clipping.frame.x * point.on_face_m.x +
                                 clipping.frame.y * point.on_face_m.y +
                                 clipping.frame.normal * (0.5F * point.separation_m);
    const TouchingParts parts =
        touching_parts(static_cast<std::uint32_t>(point.candidate), overlay.sides, face,
                       Own::face(face), other_face, clipped.vertices);
    const bool is_kept = i < kept.points;
    if (!is_kept) continue;
    manifold.point[i] = {to_world(body.pose, middle), point.separation_m,
                         feature_pair(parts.of_clipping, parts.of_clipped)};
  }
  return manifold;
}

STARLING_FN constexpr std::uint32_t feature_of_edge(std::uint32_t edge) {
  return edge_feature(number_of(edge, 0), number_of(edge, 1));
}

/// The contact of the outermost edges of two directions.
template <class A, class B>
STARLING_FN Manifold touch_edges(A a, const PlacedHull& body_a, B b, const PlacedHull& body_b,
                                 const Relative& placed, const SeparatingAxis& axis,
                                 float reach_m) {
  const std::uint32_t edge_a = edge_towards(a, body_a.half_m, axis.of_a, axis.normal);
  const std::uint32_t edge_b =
      edge_towards(b, body_b.half_m, axis.of_b, -turn_back(placed, axis.normal));
  const Segment of_a = segment_of(a, body_a.half_m, edge_a);
  const Segment in_b = segment_of(b, body_b.half_m, edge_b);
  const Segment of_b{place(placed, in_b.start_m), turn(placed, in_b.along_m)};
  const NearestShares nearest = nearest_shares(of_a, of_b);
  const kernels::Vec3 on_a = at(of_a, nearest.first);
  const kernels::Vec3 on_b = at(of_b, nearest.second);
  const float separation_m = dot(axis.normal, on_b - on_a);
  Manifold manifold{rotate(body_a.pose.rotation, axis.normal), 0, {}};
  if (!(separation_m <= reach_m)) return manifold;
  manifold.points = 1;
  manifold.point[0] = {to_world(body_a.pose, 0.5F * (on_a + on_b)), separation_m,
                       feature_pair(feature_of_edge(edge_a), feature_of_edge(edge_b))};
  return manifold;
}

/// The contact along a face, of whichever body it is.
template <class A, class B>
STARLING_FN Manifold touch_along_face(A a, const PlacedHull& body_a, B b, const PlacedHull& body_b,
                                      const Relative& placed, const SeparatingAxis& axis,
                                      float reach_m) {
  const bool is_of_b = axis.kind == AxisKind::FaceOfB;
  if constexpr (std::is_same_v<A, B>) {  // one piece of code for both
    const PlacedHull own = chosen(is_of_b, body_b, body_a);
    const PlacedHull other = chosen(is_of_b, body_a, body_b);
    const Manifold manifold = touch_face(a, own, is_of_b ? axis.of_b : axis.of_a, b, other,
                                         is_of_b ? inverse(placed) : placed, reach_m);
    return is_of_b ? flipped(manifold) : manifold;
  } else {
    if (!is_of_b) return touch_face(a, body_a, axis.of_a, b, body_b, placed, reach_m);
    return flipped(touch_face(b, body_b, axis.of_b, a, body_a, inverse(placed), reach_m));
  }
}

template <class A, class B>
STARLING_FN Manifold touch_hulls(A a, const PlacedHull& body_a, B b, const PlacedHull& body_b,
                                 float reach_m) {
  const Relative placed = relative(body_a.pose, body_b.pose);
  const SeparatingAxis axis = separating_axis(a, body_a.half_m, b, body_b.half_m, placed, reach_m);
  if (!(axis.separation_m <= reach_m)) return {};
  if (axis.kind == AxisKind::Edges) return touch_edges(a, body_a, b, body_b, placed, axis, reach_m);
  return touch_along_face(a, body_a, b, body_b, placed, axis, reach_m);
}

}  // namespace starling::systems::detail
