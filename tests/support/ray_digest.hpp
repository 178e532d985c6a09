/// All casts of some random cases as one number, which every compiler and machine must find.
#pragma once

#include <cstdint>

#include "kernels/hash.hpp"
#include "systems/rays/cast.hpp"
#include "systems/rays/level.hpp"
#include "systems/rays/lidar.hpp"
#include "systems/rays/sweep.hpp"
#include "systems/rays/tilted_view.hpp"
#include "systems/rays/visibility.hpp"
#include "tests/support/drawn_rays.hpp"

namespace starling::tests {

inline constexpr std::uint32_t ray_digest_cases = 8192;

/// As g++ finds it; to be taken anew where a formula of the casts changes.
inline constexpr std::uint64_t expected_ray_digest = 0x515200a903740c16U;

/// The hash of what one case gives; hash_join of all below ray_digest_cases is the digest.
STARLING_FN std::uint64_t ray_digest(std::uint32_t index) {
  const DrawnCast drawn = drawn_cast(index, index % shape_kinds);
  std::uint64_t hash = kernels::hash_bits(0, index);
  const auto read = [&hash](float x) {
    hash = kernels::hash_bits(hash, kernels::canonical_bits(x));
  };
  read(systems::cast(drawn.ray, drawn.shape, drawn.pose));
  read(systems::sweep(drawn.ray, 0.25F, drawn.shape, drawn.pose));
  const kernels::Quat turn = drawn.pose.rotation;
  const systems::ShapeKind kind = systems::kind_of(drawn.shape);
  if (kind == systems::ShapeKind::Box || kind == systems::ShapeKind::Wedge) {
    const kernels::Vec2 level{drawn.ray.direction.x, drawn.ray.direction.y};
    const systems::TiltedView view =
        systems::tilted_view(drawn.shape, drawn.pose, drawn.ray.origin_m);
    read(systems::look({}, view, level, 0).per_m);
    if (turn.x == 0.0F && turn.y == 0.0F)
      read(systems::cast_level(drawn.ray, systems::upright_box(drawn.shape, drawn.pose)));
  }
  const kernels::Vec2 forward{turn.w, turn.z};
  const kernels::Vec2 beam =
      systems::lidar_direction(static_cast<std::int32_t>(index % 30), 30, forward);
  read(beam.x);
  read(beam.y);
  const systems::ViewCone cone{drawn.ray.origin_m, drawn.ray.direction, beam.x};
  read(systems::is_in_view(cone, drawn.pose.position_m) ? 1.0F : 0.0F);
  return hash;
}

}  // namespace starling::tests
