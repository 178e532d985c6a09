/// Whom and what agents see: inside the cone, with nothing in between.
#pragma once

#include "envs/hide_and_seek/act.hpp"
#include "systems/rays/cast.hpp"
#include "systems/rays/visibility.hpp"

namespace starling::envs::hide_and_seek {

inline constexpr float half_cone_cosine = 0.38268343F;  ///< Of three eighths of pi.

/// The looks that need a ray: agent in the upper bits, target in the lower five.
struct Looks {
  std::uint32_t look[agents * movers];
  std::uint32_t seen[agents];
};

/// Threads first find out which targets lie in which cones, then share out the rays.
STARLING_FN void see(TeamOf<32> team, Scratch<Looks> looks, Rows<const Shape> shapes,
                     Rows<const Pose> poses, Rows<Sight> sights) {
  const auto size = static_cast<std::int32_t>(team.size());
  const auto rank = static_cast<std::int32_t>(team.rank());
  const auto is_there = [&](std::int32_t body) {
    return systems::kind_of(shapes[body]) != systems::ShapeKind::None;
  };
  std::int32_t count = 0;
  for (std::int32_t first = 0; first < agents * movers; first += size) {
    const std::int32_t pair = first + rank;
    const std::int32_t agent = pair / movers;
    const std::int32_t target = pair % movers;
    bool is_in_cone =
        pair < agents * movers && agent != target && is_there(agent) && is_there(target);
    if (is_in_cone) {
      const Pose eye = poses[agent];
      const Vec3 ahead = rotate(eye.rotation, Vec3{0.0F, 1.0F, 0.0F});
      is_in_cone =
          systems::is_in_view({eye.position_m, ahead, half_cone_cosine}, poses[target].position_m);
    }
    const kernels::Votes votes = team.count(is_in_cone);
    if (is_in_cone)
      looks->look[count + static_cast<std::int32_t>(votes.before)] =
          static_cast<std::uint32_t>(agent << 5 | target);
    count += static_cast<std::int32_t>(votes.all);
  }
  team.sync();
  for (std::int32_t agent = 0; agent < agents; ++agent) {
    std::uint32_t own = 0;
    for (std::int32_t index = rank; index < count; index += size) {
      const std::uint32_t look = looks->look[index];
      if (static_cast<std::int32_t>(look >> 5) != agent) continue;
      const auto target = static_cast<std::int32_t>(look & 31U);
      const systems::Ray ray =
          systems::ray_between(poses[agent].position_m, poses[target].position_m);
      const bool is_seen = systems::is_clear(
          ray.range_m, {0, ground}, {agent, target},
          [&](std::int32_t body) { return cast(ray, shapes[body], poses[body]); });
      if (is_seen) own |= 1U << static_cast<std::uint32_t>(target);
    }
    for (std::int32_t target = 0; target < movers; ++target) {
      const bool any = team.count((own >> static_cast<std::uint32_t>(target) & 1U) != 0).all > 0;
      if (any) own |= 1U << static_cast<std::uint32_t>(target);
    }
    if (rank == 0) sights.set(agent, {own});
  }
  team.sync();
}

}  // namespace starling::envs::hide_and_seek
