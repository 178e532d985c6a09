/// The four of many points of one plane that say most about a contact: the deepest, and then those
/// that span most area.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rigid/tolerances.hpp"

namespace starling::systems::detail {

/// Points over a face: where they are on it, and how far above. All loops over them are unrolled,
/// so that they stay in registers.
template <int count>
struct Candidates {
  kernels::Vec2 on_face_m[count];
  float separation_m[count];  ///< Infinity: there is no such point.
};

struct KeptPoint {
  kernels::Vec2 on_face_m;
  float separation_m;
  std::int32_t candidate;
};

struct FourPoints {
  KeptPoint point[4];
  std::int32_t points;
};

/// The candidate of most worth, if it is worth more than `least`: of those about as good the first.
template <int count, class Worth>
STARLING_FN KeptPoint best_of(const Candidates<count>& candidates, float least, Worth worth) {
  KeptPoint best{{0.0F, 0.0F}, kernels::infinity, -1};
  float wanted = least;
  STARLING_UNROLL
  for (std::int32_t i = 0; i < count; ++i) {
    const float found = worth(candidates.on_face_m[i]);
    const bool is_better = candidates.separation_m[i] < kernels::infinity && found > wanted;
    wanted = is_better ? found * area_preference : wanted;
    best.on_face_m.x = is_better ? candidates.on_face_m[i].x : best.on_face_m.x;
    best.on_face_m.y = is_better ? candidates.on_face_m[i].y : best.on_face_m.y;
    best.separation_m = is_better ? candidates.separation_m[i] : best.separation_m;
    best.candidate = is_better ? i : best.candidate;
  }
  return best;
}

template <int count>
STARLING_FN KeptPoint deepest_of(const Candidates<count>& candidates) {
  KeptPoint best{{0.0F, 0.0F}, kernels::infinity, -1};
  STARLING_UNROLL
  for (std::int32_t i = 0; i < count; ++i) {
    const bool is_better = candidates.separation_m[i] < best.separation_m - depth_margin_m;
    best.on_face_m.x = is_better ? candidates.on_face_m[i].x : best.on_face_m.x;
    best.on_face_m.y = is_better ? candidates.on_face_m[i].y : best.on_face_m.y;
    best.separation_m = is_better ? candidates.separation_m[i] : best.separation_m;
    best.candidate = is_better ? i : best.candidate;
  }
  return best;
}

/// At most four of the candidates, none of which is NaN; each of those kept adds to what the ones
/// before it span.
template <int count>
STARLING_FN FourPoints four_of(const Candidates<count>& candidates) {
  FourPoints kept{};
  kept.point[0] = deepest_of(candidates);
  if (kept.point[0].candidate < 0) return kept;
  const kernels::Vec2 a = kept.point[0].on_face_m;
  kept.points = 1;

  const auto distance_squared = [&](kernels::Vec2 p) { return length_squared(p - a); };
  kept.point[1] = best_of(candidates, least_spacing_m * least_spacing_m, distance_squared);
  if (kept.point[1].candidate < 0) return kept;
  const kernels::Vec2 b = kept.point[1].on_face_m;
  kept.points = 2;

  const float least_area_m2 = least_spacing_m * length(b - a);
  const auto doubled_area = [&](kernels::Vec2 p) { return kernels::abs(cross(b - a, p - a)); };
  kept.point[2] = best_of(candidates, least_area_m2, doubled_area);
  if (kept.point[2].candidate < 0) return kept;
  const kernels::Vec2 c = kept.point[2].on_face_m;
  kept.points = 3;

  const float side = cross(b - a, c - a) < 0.0F ? 1.0F : -1.0F;
  const auto added_area = [&](kernels::Vec2 p) {
    const float beyond_ab = side * cross(b - a, p - a);
    const float beyond_bc = side * cross(c - b, p - b);
    const float beyond_ca = side * cross(a - c, p - c);
    return kernels::max(beyond_ab, kernels::max(beyond_bc, beyond_ca));
  };
  kept.point[3] = best_of(candidates, least_area_m2, added_area);
  kept.points = kept.point[3].candidate < 0 ? 3 : 4;
  return kept;
}

}  // namespace starling::systems::detail
