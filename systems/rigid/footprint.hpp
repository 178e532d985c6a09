/// What all points of a manifold have in common, and which of them say something of their own.
#pragma once

#include "systems/rigid/manifold.hpp"
#include "systems/rigid/solver_body.hpp"

namespace starling::systems {

/// Where two bodies touch, as friction sees it.
struct Footprint {
  kernels::Vec3 middle_m{};  ///< Of the points.
  float lever_m = 0.0F;      ///< Their mean distance from it.
};

/// Of at least one point.
STARLING_FN Footprint footprint_of(const Manifold& manifold) {
  const float per_point = 1.0F / static_cast<float>(manifold.points);
  Footprint footprint;
  STARLING_UNROLL
  for (std::int32_t point = 0; point < 4; ++point) {
    if (point < manifold.points) footprint.middle_m += manifold.point[point].position_m;
  }
  footprint.middle_m = footprint.middle_m * per_point;
  STARLING_UNROLL
  for (std::int32_t point = 0; point < 4; ++point) {
    if (point >= manifold.points) continue;
    const kernels::Vec3 lever = manifold.point[point].position_m - footprint.middle_m;
    footprint.lever_m += kernels::sqrt(kernels::fused_dot(lever, lever));
  }
  footprint.lever_m = footprint.lever_m * per_point;
  return footprint;
}

/// A body about which points push.
struct Pivot {
  kernels::Vec3 centre_m{};
  kernels::Vec3 turns{};  ///< 1 for an axis that it turns about.
};

STARLING_FN Pivot pivot_of(kernels::Vec3 centre_m, const Resistance& resistance) {
  const auto turns = [](float per_inertia) { return per_inertia > 0.0F ? 1.0F : 0.0F; };
  const kernels::SymmetricMatrix& inverse = resistance.per_inertia;
  return {centre_m, {turns(inverse.xx), turns(inverse.yy), turns(inverse.zz)}};
}

STARLING_FN constexpr bool turns_freely(const Pivot& pivot) {
  return pivot.turns.x * pivot.turns.y * pivot.turns.z > 0.0F;
}

/// Points that turn neither body otherwise than an earlier one does are left out: of a body that
/// turns about z alone one is enough on the ground, and two at a wall. The one that stays is as
/// deep as the deepest that it stands for.
STARLING_FN Manifold without_repeated_points(const Manifold& manifold, const Pivot& a,
                                             const Pivot& b) {
  if (turns_freely(a) || turns_freely(b)) return manifold;
  constexpr float alike_m = 1e-3F;
  const auto lever_at = [&](const Pivot& pivot, const ContactPoint& point) {
    return kernels::fused_cross(point.position_m - pivot.centre_m, manifold.normal) * pivot.turns;
  };
  Manifold kept{manifold.normal, 0, {}};
  STARLING_UNROLL
  for (std::int32_t index = 0; index < 4; ++index) {
    const ContactPoint& point = manifold.point[index];
    bool is_repeated = index >= manifold.points;
    STARLING_UNROLL
    for (std::int32_t slot = 0; slot < index; ++slot) {
      ContactPoint& earlier = kept.point[slot];
      const kernels::Vec3 off_a = lever_at(a, point) - lever_at(a, earlier);
      const kernels::Vec3 off_b = lever_at(b, point) - lever_at(b, earlier);
      const float off = kernels::fused_dot(off_a, off_a) + kernels::fused_dot(off_b, off_b);
      if (is_repeated || slot >= kept.points || !(off < alike_m * alike_m)) continue;
      is_repeated = true;
      earlier.separation_m = kernels::min(earlier.separation_m, point.separation_m);
    }
    STARLING_UNROLL
    for (std::int32_t slot = 0; slot <= index; ++slot) {
      if (!is_repeated && slot == kept.points) kept.point[slot] = point;
    }
    kept.points += is_repeated ? 0 : 1;
  }
  return kept;
}

}  // namespace starling::systems
