/// What the searches for contacts ask of a hull. A box answers most of it from signs alone.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rigid/hull.hpp"
#include "systems/rigid/segments.hpp"

namespace starling::systems::detail {

/// How far the hull reaches in a direction.
template <class Hull>
STARLING_FN float support_m(Hull, kernels::Vec3 half_m, kernels::Vec3 direction) {
  float farthest_m = dot(direction, Hull::vertex(half_m, 0));
  STARLING_UNROLL
  for (std::uint32_t i = 1; i < Hull::vertices; ++i)
    farthest_m = kernels::max(dot(direction, Hull::vertex(half_m, i)), farthest_m);
  return farthest_m;
}
STARLING_FN float support_m(BoxHull, kernels::Vec3 half_m, kernels::Vec3 direction) {
  return kernels::abs(direction.x) * half_m.x + kernels::abs(direction.y) * half_m.y +
         kernels::abs(direction.z) * half_m.z;
}

/// How far a face lies from the origin.
template <class Hull>
STARLING_FN float level_m(Hull, kernels::Vec3 half_m, std::uint32_t face, kernels::Vec3 normal) {
  return dot(normal, Hull::vertex(half_m, number_of(Hull::face(face), 0)));
}

/// The face that looks most in a direction.
template <class Hull>
STARLING_FN std::uint32_t face_towards(Hull, kernels::Vec3 half_m, kernels::Vec3 direction) {
  std::uint32_t best = 0;
  float most = dot(direction, Hull::normal(half_m, 0));
  STARLING_UNROLL
  for (std::uint32_t face = 1; face < Hull::faces; ++face) {
    const float found = dot(direction, Hull::normal(half_m, face));
    best = found > most ? face : best;
    most = found > most ? found : most;
  }
  return best;
}
STARLING_FN std::uint32_t face_towards(BoxHull, kernels::Vec3 /*half_m*/, kernels::Vec3 direction) {
  const float x = kernels::abs(direction.x);
  const float y = kernels::abs(direction.y);
  const float z = kernels::abs(direction.z);
  const std::uint32_t of_x = direction.x > 0.0F ? 1U : 0U;
  const std::uint32_t of_y = direction.y > 0.0F ? 3U : 2U;
  const std::uint32_t of_z = direction.z > 0.0F ? 5U : 4U;
  const std::uint32_t of_x_or_y = y > x ? of_y : of_x;
  return z > kernels::max(y, x) ? of_z : of_x_or_y;
}

/// The edge that lies farthest in a direction, of those along direction `along`.
template <class Hull>
STARLING_FN std::uint32_t edge_towards(Hull, kernels::Vec3 half_m, std::uint32_t along,
                                       kernels::Vec3 direction) {
  std::uint32_t best = 0;
  float most = -kernels::infinity;
  STARLING_UNROLL
  for (std::uint32_t i = 0; i < Hull::edges; ++i) {
    const std::uint32_t edge = Hull::edge(i);
    const float found = dot(direction, Hull::vertex(half_m, number_of(edge, 0)) +
                                           Hull::vertex(half_m, number_of(edge, 1)));
    const bool is_better = Hull::direction_of(i) == along && found > most;
    best = is_better ? edge : best;
    most = is_better ? found : most;
  }
  return best;
}
STARLING_FN std::uint32_t edge_towards(BoxHull, kernels::Vec3 /*half_m*/, std::uint32_t along,
                                       kernels::Vec3 direction) {
  const std::uint32_t corner = (direction.x > 0.0F ? 1U : 0U) | (direction.y > 0.0F ? 2U : 0U) |
                               (direction.z > 0.0F ? 4U : 0U);
  const std::uint32_t bit = 1U << along;
  return (corner & ~bit) | (corner | bit) << 4U;
}

/// An edge, by its packed ends.
template <class Hull>
STARLING_FN Segment segment_of(Hull, kernels::Vec3 half_m, std::uint32_t edge) {
  const kernels::Vec3 start_m = Hull::vertex(half_m, number_of(edge, 0));
  return {start_m, Hull::vertex(half_m, number_of(edge, 1)) - start_m};
}

/// How far the middle of an edge lies in a direction.
template <class Hull>
STARLING_FN float edge_level_m(Hull, kernels::Vec3 half_m, std::uint32_t edge,
                               kernels::Vec3 direction) {
  return 0.5F * dot(direction, Hull::vertex(half_m, number_of(edge, 0)) +
                                   Hull::vertex(half_m, number_of(edge, 1)));
}

/// Whether a hull lies nowhere farther in a direction than one of its edges, whose middle is at the
/// level. Only such edges can be what touches; with any others the bodies seem less apart than they
/// are. Of a box every edge that lies farthest among its parallels is one.
template <class Hull>
STARLING_FN bool is_outermost(Hull hull, kernels::Vec3 half_m, float level_m,
                              kernels::Vec3 direction) {
  // a few roundings of lengths up to the diagonal
  const float tolerance_m = 0x1p-20F * (half_m.x + half_m.y + half_m.z);
  return level_m >= support_m(hull, half_m, direction) - tolerance_m;
}
STARLING_FN bool is_outermost(BoxHull, kernels::Vec3, float, kernels::Vec3) {
  return true;
}

}  // namespace starling::systems::detail
