/// The separating axis of two boxes, whose fifteen axes are a few products each.
///
/// A box is the same seen from behind, so an axis and its reverse are one: the distance of the
/// centres along it less both boxes' reach. Edges are compared by square, not divided by the length
/// of their cross product, so that there is one root and one division for all nine.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rigid/hull.hpp"
#include "systems/rigid/separating_axis.hpp"

namespace starling::systems::detail {

STARLING_FN constexpr kernels::Vec3 magnitudes(kernels::Vec3 v) {
  return {v.x < 0.0F ? -v.x : v.x, v.y < 0.0F ? -v.y : v.y, v.z < 0.0F ? -v.z : v.z};
}

/// The best of three faces by their separations; the axis' sign is that of the distance.
STARLING_FN constexpr FaceSeparation best_of_three(kernels::Vec3 separation_m,
                                                   kernels::Vec3 distance_m) {
  FaceSeparation best{separation_m.x, distance_m.x < 0.0F ? 0U : 1U};
  const bool is_y = separation_m.y > best.separation_m;
  best.separation_m = is_y ? separation_m.y : best.separation_m;
  best.face = is_y ? (distance_m.y < 0.0F ? 2U : 3U) : best.face;
  const bool is_z = separation_m.z > best.separation_m;
  best.separation_m = is_z ? separation_m.z : best.separation_m;
  best.face = is_z ? (distance_m.z < 0.0F ? 4U : 5U) : best.face;
  return best;
}

/// Nine pairs of edges, as a number whose square, with its sign, over a square is what separates.
struct BestEdges {
  float signed_square = -kernels::infinity;
  float sine_squared = 1.0F;
  std::uint32_t along_a = 0;
  std::uint32_t along_b = 0;
  kernels::Vec3 both{};  ///< Their cross product, from a to b.
};

STARLING_FN void consider_edges(std::uint32_t along_a, kernels::Vec3 half_a_m,
                                std::uint32_t along_b, kernels::Vec3 half_b_m,
                                const Relative& placed, BestEdges& best) {
  const kernels::Vec3 b_axis = along_b == 0 ? placed.x : (along_b == 1 ? placed.y : placed.z);
  const kernels::Vec3 both = along_a == 0   ? kernels::Vec3{0.0F, -b_axis.z, b_axis.y}
                             : along_a == 1 ? kernels::Vec3{b_axis.z, 0.0F, -b_axis.x}
                                            : kernels::Vec3{-b_axis.y, b_axis.x, 0.0F};
  const float sine_squared = length_squared(both);
  const float distance_m = dot(both, placed.position_m);
  const float reach_a_m = dot(magnitudes(both), half_a_m);
  const float reach_b_m = dot(magnitudes(turn_back(placed, both)), half_b_m);
  const float separation_m = kernels::abs(distance_m) - (reach_a_m + reach_b_m);
  const float signed_square = separation_m * kernels::abs(separation_m);
  const bool is_better = sine_squared > parallel_sine_squared &&
                         signed_square * best.sine_squared > best.signed_square * sine_squared;
  if (!is_better) return;
  best = {signed_square, sine_squared, along_a, along_b, distance_m < 0.0F ? -both : both};
}

STARLING_FN SeparatingAxis better_edges(SeparatingAxis best, BoxHull, kernels::Vec3 half_a_m,
                                        BoxHull, kernels::Vec3 half_b_m, const Relative& placed) {
  BestEdges edges;
  STARLING_UNROLL
  for (std::uint32_t along_a = 0; along_a < 3; ++along_a) {
    STARLING_UNROLL
    for (std::uint32_t along_b = 0; along_b < 3; ++along_b)
      consider_edges(along_a, half_a_m, along_b, half_b_m, placed, edges);
  }
  const float sine = kernels::sqrt(edges.sine_squared);
  const float size_m = kernels::sqrt(kernels::abs(edges.signed_square)) / sine;
  const float separation_m = edges.signed_square < 0.0F ? -size_m : size_m;
  if (!(separation_m > best.separation_m + preference_m(best.separation_m))) return best;
  return {separation_m, AxisKind::Edges, edges.along_a, edges.along_b, edges.both / sine};
}

STARLING_FN SeparatingAxis separating_axis(BoxHull a, kernels::Vec3 half_a_m, BoxHull b,
                                           kernels::Vec3 half_b_m, const Relative& placed) {
  const kernels::Vec3 distance_m = placed.position_m;
  const kernels::Vec3 distance_from_b_m = turn_back(placed, distance_m);
  const kernels::Vec3 x = magnitudes(placed.x);
  const kernels::Vec3 y = magnitudes(placed.y);
  const kernels::Vec3 z = magnitudes(placed.z);
  const kernels::Vec3 of_a =
      magnitudes(distance_m) - (half_a_m + (x * half_b_m.x + y * half_b_m.y + z * half_b_m.z));
  const kernels::Vec3 of_b =
      magnitudes(distance_from_b_m) -
      (half_b_m + kernels::Vec3{dot(x, half_a_m), dot(y, half_a_m), dot(z, half_a_m)});
  const SeparatingAxis face =
      better_face(best_of_three(of_a, distance_m), best_of_three(of_b, -distance_from_b_m));
  return better_edges(face, a, half_a_m, b, half_b_m, placed);
}

}  // namespace starling::systems::detail
