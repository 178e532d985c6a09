/// The axis along which two hulls overlap least, or are farthest apart: of all normals of faces and
/// of pairs of edges (the separating axis theorem; Gottschalk, Lin and Manocha, SIGGRAPH 1996).
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rigid/hull_queries.hpp"
#include "systems/rigid/relative.hpp"
#include "systems/rigid/tolerances.hpp"

namespace starling::systems::detail {

enum class AxisKind : std::uint32_t { FaceOfA, FaceOfB, Edges };

struct SeparatingAxis {
  float separation_m;  ///< Negative: so deep do the hulls overlap along the axis.
  AxisKind kind;
  std::uint32_t of_a, of_b;  ///< The face, or both edges' directions.
  kernels::Vec3 normal;      ///< Of edges: of length 1, from a to b, in the frame of a.
};

/// A face and how far the other hull is above it.
struct FaceSeparation {
  float separation_m;
  std::uint32_t face;
};

/// The better of the best faces of both: b's only where it is clearly better.
STARLING_FN constexpr SeparatingAxis better_face(FaceSeparation of_a, FaceSeparation of_b) {
  const bool is_b = of_b.separation_m > of_a.separation_m + preference_m(of_a.separation_m);
  return {is_b ? of_b.separation_m : of_a.separation_m,
          is_b ? AxisKind::FaceOfB : AxisKind::FaceOfA,
          of_a.face,
          of_b.face,
          {}};
}

/// The face of `own` that the other hull is farthest above.
template <class Own, class Other>
STARLING_FN FaceSeparation best_face(Own own, kernels::Vec3 half_m, Other other,
                                     kernels::Vec3 other_half_m, const Relative& placed) {
  FaceSeparation best{-kernels::infinity, 0};
  STARLING_ROLLED
  for (std::uint32_t face = 0; face < Own::faces; ++face) {
    const kernels::Vec3 normal = Own::normal(half_m, face);
    const float separation_m = dot(normal, placed.position_m) -
                               support_m(other, other_half_m, -turn_back(placed, normal)) -
                               level_m(own, half_m, face, normal);
    const bool is_better = !(separation_m <= best.separation_m);  // a NaN too
    best.separation_m = is_better ? separation_m : best.separation_m;
    best.face = is_better ? face : best.face;
  }
  return best;
}

/// How far two edges hold the hulls apart along a normal, from a to b; minus infinity where these
/// edges are not the outermost there.
template <class A, class B>
STARLING_FN float edge_separation_m(A a, kernels::Vec3 half_a_m, std::uint32_t along_a, B b,
                                    kernels::Vec3 half_b_m, std::uint32_t along_b,
                                    const Relative& placed, kernels::Vec3 normal) {
  const kernels::Vec3 inward = -turn_back(placed, normal);  // of b, where it looks at a
  const float of_a = edge_level_m(a, half_a_m, edge_towards(a, half_a_m, along_a, normal), normal);
  const float of_b = edge_level_m(b, half_b_m, edge_towards(b, half_b_m, along_b, inward), inward);
  const bool is_contact =
      is_outermost(a, half_a_m, of_a, normal) && is_outermost(b, half_b_m, of_b, inward);
  return is_contact ? dot(normal, placed.position_m) - of_a - of_b : -kernels::infinity;
}

/// Takes the place of `best` where a pair of edges is clearly better.
template <class A, class B>
STARLING_FN SeparatingAxis better_edges(SeparatingAxis best, A a, kernels::Vec3 half_a_m, B b,
                                        kernels::Vec3 half_b_m, const Relative& placed) {
  float wanted_m = best.separation_m + preference_m(best.separation_m);
  STARLING_ROLLED
  for (std::uint32_t pair = 0; pair < A::directions * B::directions; ++pair) {
    const std::uint32_t along_a = pair / B::directions;
    const std::uint32_t along_b = pair % B::directions;
    const kernels::Vec3 both =
        cross(A::direction(half_a_m, along_a), turn(placed, B::direction(half_b_m, along_b)));
    if (!(length_squared(both) > parallel_sine_squared)) continue;
    const kernels::Vec3 up = normalize(both);
    STARLING_ROLLED
    for (int sign = 0; sign < 2; ++sign) {
      const kernels::Vec3 normal = sign == 0 ? up : -up;
      const float separation_m =
          edge_separation_m(a, half_a_m, along_a, b, half_b_m, along_b, placed, normal);
      if (!(separation_m > wanted_m)) continue;
      wanted_m = separation_m;
      best = {separation_m, AxisKind::Edges, along_a, along_b, normal};
    }
  }
  return best;
}

/// b is `placed` in the frame of a. Of bodies that faces hold farther apart than reach_m the edges
/// are not looked at.
template <class A, class B>
STARLING_FN SeparatingAxis separating_axis(A a, kernels::Vec3 half_a_m, B b, kernels::Vec3 half_b_m,
                                           const Relative& placed, float reach_m) {
  const FaceSeparation of_a = best_face(a, half_a_m, b, half_b_m, placed);
  const FaceSeparation of_b = best_face(b, half_b_m, a, half_a_m, inverse(placed));
  const SeparatingAxis face = better_face(of_a, of_b);
  if (!(face.separation_m <= reach_m)) return face;
  return better_edges(face, a, half_a_m, b, half_b_m, placed);
}

}  // namespace starling::systems::detail
