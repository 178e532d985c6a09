/// The separating axis of two boxes, whose fifteen axes are a few products each.
///
/// A box is the same seen from behind, so an axis and its reverse are one: the distance of the
/// centres along it less both boxes' reach. Edges are compared by square, not divided by the length
/// of their cross product, so that all nine cost one root and one division.
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

/// Component 0, 1 or 2, and so on round.
STARLING_FN constexpr float component(kernels::Vec3 v, std::uint32_t i) {
  const std::uint32_t axis = i % 3U;
  return axis == 0U ? v.x : (axis == 1U ? v.y : v.z);
}

STARLING_FN constexpr kernels::Vec3 axis_of(const Relative& placed, std::uint32_t i) {
  const std::uint32_t axis = i % 3U;
  return {axis == 0U ? placed.x.x : (axis == 1U ? placed.y.x : placed.z.x),
          axis == 0U ? placed.x.y : (axis == 1U ? placed.y.y : placed.z.y),
          axis == 0U ? placed.x.z : (axis == 1U ? placed.y.z : placed.z.z)};
}

/// The best of nine pairs of edges, by the square of what it separates, with the sign of that, as a
/// fraction.
struct BestEdges {
  float signed_square;
  float sine_squared;
  std::uint32_t along_a, along_b;
};

/// The pair of a's axis and b's. Of their cross product one component is 0, and its products with
/// b's other two axes are components of these along a's axis.
STARLING_FN void consider_edges(std::uint32_t along_a, kernels::Vec3 half_a_m,
                                std::uint32_t along_b, kernels::Vec3 half_b_m,
                                const Relative& placed, const Relative& sizes, BestEdges& best) {
  const kernels::Vec3 axis = axis_of(placed, along_b);
  const float next = component(axis, along_a + 1U);
  const float last = component(axis, along_a + 2U);
  const kernels::Vec3 size = axis_of(sizes, along_b);
  const float sine_squared = next * next + last * last;
  const float distance_m = component(placed.position_m, along_a + 2U) * next -
                           component(placed.position_m, along_a + 1U) * last;
  const float reach_a_m = component(half_a_m, along_a + 1U) * component(size, along_a + 2U) +
                          component(half_a_m, along_a + 2U) * component(size, along_a + 1U);
  const float reach_b_m =
      component(half_b_m, along_b + 1U) * component(axis_of(sizes, along_b + 2U), along_a) +
      component(half_b_m, along_b + 2U) * component(axis_of(sizes, along_b + 1U), along_a);
  const float separation_m = kernels::abs(distance_m) - (reach_a_m + reach_b_m);
  const float signed_square = separation_m * kernels::abs(separation_m);
  const bool is_better = sine_squared > parallel_sine_squared &&
                         signed_square * best.sine_squared > best.signed_square * sine_squared;
  best.signed_square = is_better ? signed_square : best.signed_square;
  best.sine_squared = is_better ? sine_squared : best.sine_squared;
  best.along_a = is_better ? along_a : best.along_a;
  best.along_b = is_better ? along_b : best.along_b;
}

/// sizes: placed, with the magnitude of each number.
STARLING_FN SeparatingAxis better_edges(const SeparatingAxis& face, kernels::Vec3 half_a_m,
                                        kernels::Vec3 half_b_m, const Relative& placed,
                                        const Relative& sizes) {
  BestEdges best{-kernels::infinity, 1.0F, 0, 0};
  STARLING_UNROLL
  for (std::uint32_t along_a = 0; along_a < 3; ++along_a) {
    STARLING_UNROLL
    for (std::uint32_t along_b = 0; along_b < 3; ++along_b)
      consider_edges(along_a, half_a_m, along_b, half_b_m, placed, sizes, best);
  }
  const float size_m = kernels::sqrt(kernels::abs(best.signed_square) / best.sine_squared);
  const float separation_m = best.signed_square < 0.0F ? -size_m : size_m;
  if (!(separation_m > face.separation_m + preference_m(face.separation_m))) return face;
  const kernels::Vec3 both = cross(unit_axis(best.along_a), axis_of(placed, best.along_b));
  const kernels::Vec3 normal = normalize(both);
  return {separation_m, AxisKind::Edges, best.along_a, best.along_b,
          dot(both, placed.position_m) < 0.0F ? -normal : normal};
}

STARLING_FN SeparatingAxis separating_axis(BoxHull, kernels::Vec3 half_a_m, BoxHull,
                                           kernels::Vec3 half_b_m, const Relative& placed,
                                           float reach_m) {
  const kernels::Vec3 distance_m = placed.position_m;
  const kernels::Vec3 distance_from_b_m = turn_back(placed, distance_m);
  const kernels::Vec3 x = magnitudes(placed.x);
  const kernels::Vec3 y = magnitudes(placed.y);
  const kernels::Vec3 z = magnitudes(placed.z);
  const Relative sizes{x, y, z, magnitudes(distance_m)};
  const kernels::Vec3 of_a =
      sizes.position_m - (half_a_m + (x * half_b_m.x + y * half_b_m.y + z * half_b_m.z));
  const kernels::Vec3 of_b =
      magnitudes(distance_from_b_m) -
      (half_b_m + kernels::Vec3{dot(x, half_a_m), dot(y, half_a_m), dot(z, half_a_m)});
  const SeparatingAxis face =
      better_face(best_of_three(of_a, distance_m), best_of_three(of_b, -distance_from_b_m));
  if (!(face.separation_m <= reach_m)) return face;
  return better_edges(face, half_a_m, half_b_m, placed, sizes);
}

}  // namespace starling::systems::detail
