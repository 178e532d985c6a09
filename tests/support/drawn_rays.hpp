/// Rays, bodies and poses drawn at random, on every machine alike: near hits and near misses, and
/// many of the special ones: level rays, rays along an axis, bodies turned by quarters.
#pragma once

#include <cstdint>

#include "kernels/elementary.hpp"
#include "kernels/quaternion.hpp"
#include "kernels/random.hpp"
#include "kernels/vector.hpp"
#include "systems/rays/ray.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::tests {

struct DrawnCast {
  systems::Ray ray{};
  systems::Shape shape{};
  systems::Pose pose{};
};

inline constexpr std::uint32_t shape_kinds = 5;
inline constexpr float drawn_range_m = 1000.0F;

STARLING_FN kernels::Vec3 drawn_between(kernels::Random& random, float low, float high) {
  const float x = random.uniform(low, high);
  const float y = random.uniform(low, high);
  return {x, y, random.uniform(low, high)};
}

/// One in four turns nothing, one turns by quarters about z, one about z and one any way.
STARLING_FN kernels::Quat drawn_rotation(kernels::Random& random, std::uint32_t which) {
  const float angle_rad = random.uniform(-kernels::pi, kernels::pi);
  const float quarter_rad = 0.5F * kernels::pi * static_cast<float>(random.below(4));
  const kernels::Vec3 up{0.0F, 0.0F, 1.0F};
  const kernels::Vec3 axis = normalize(drawn_between(random, -1.0F, 1.0F));
  if (which == 0) return kernels::identity;
  if (which == 1) return kernels::from_axis_angle(up, quarter_rad);
  return kernels::from_axis_angle(which == 2 ? up : axis, angle_rad);
}

/// Case `index` of a kind: a ray from up to 30 m away to a point around the body, that hits
/// about half of the time.
STARLING_FN DrawnCast drawn_cast(std::uint32_t index, std::uint32_t kind) {
  kernels::Random random(kernels::make_key(31, 7), index, kind, 0, 0);
  DrawnCast drawn;
  drawn.shape.kind = static_cast<std::int32_t>(kind);
  drawn.shape.half_m = drawn_between(random, 0.05F, 2.0F);
  drawn.pose.rotation = drawn_rotation(random, index & 3U);
  drawn.pose.position_m = drawn_between(random, -5.0F, 5.0F);
  const kernels::Vec3 half_m = drawn.shape.half_m;
  const kernels::Vec3 aim_m = drawn_between(random, -1.5F, 1.5F) * half_m;
  const bool is_level = (index & 4U) != 0;
  const bool is_along_axis = (index & 24U) == 8U;
  const float far_m = random.uniform(0.0F, 1.0F);
  kernels::Vec3 way_m = drawn_between(random, -1.0F, 1.0F) * (30.0F * far_m * far_m);
  if (is_level || is_along_axis) way_m.z = 0.0F;
  if (is_along_axis) way_m.y = 0.0F;
  drawn.ray.origin_m = systems::to_world(drawn.pose, aim_m) - way_m;
  drawn.ray.direction = normalize(way_m);
  drawn.ray.range_m = drawn_range_m;
  return drawn;
}

}  // namespace starling::tests
