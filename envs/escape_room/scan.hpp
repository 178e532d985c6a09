/// The agents' lidars: 30 level rays each, at all that stands.
#pragma once

#include "envs/escape_room/components.hpp"
#include "systems/rays/lidar.hpp"
#include "systems/rays/tilted_view.hpp"

namespace starling::envs::escape_room {

/// Each thread of the team looks at every so many-th body once, and follows every so many-th ray
/// past all of them.
STARLING_FN void scan(Team team, Self self, const Pose& pose, Rows<const Shape> shapes,
                      Rows<const Pose> poses, Rows<const Label> labels, LidarView& view) {
  constexpr auto threads = static_cast<std::int32_t>(Team::size());
  constexpr std::int32_t rays_a_thread = (rays + threads - 1) / threads;
  const auto rank = static_cast<std::int32_t>(team.rank());
  const auto own = static_cast<std::int32_t>(self.row);
  const Vec3 origin_m = to_world(pose, Vec3{0.0F, 0.0F, 0.5F - agent_half_m});
  const Vec3 ahead = rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F});
  Vec2 directions[rays_a_thread];
  systems::LevelHit best[rays_a_thread];
  for (std::int32_t turn = 0; turn < rays_a_thread; ++turn)
    directions[turn] =
        systems::lidar_direction((turn * threads + rank) % rays, rays, Vec2{ahead.x, ahead.y});
  for (std::int32_t first = 0; first < ground; first += threads) {
    const std::int32_t body = first + rank;
    systems::TiltedView look_at;
    if (body < ground && body != own)
      look_at = systems::tilted_view(shapes[body], poses[body], origin_m);
    const std::int32_t last = ground - first < threads ? ground - first : threads;
    for (std::int32_t lane = 0; lane < last; ++lane) {
      const systems::TiltedView seen = team.from(look_at, static_cast<std::uint32_t>(lane));
      for (std::int32_t turn = 0; turn < rays_a_thread; ++turn)
        best[turn] = look(best[turn], seen, directions[turn], first + lane);
    }
  }
  for (std::int32_t turn = 0; turn < rays_a_thread; ++turn) {
    const systems::RayHit found = to_ray_hit(best[turn], range_m);
    const bool is_hit = found.body != systems::no_body;
    const std::int32_t kind = is_hit ? labels[found.body].kind : 0;
    const Depth own_depth{is_hit ? found.distance_m * (1.0F / length_m) : 0.0F,
                          static_cast<float>(kind) / kinds};
    for (std::int32_t lane = 0; lane < threads && turn * threads + lane < rays; ++lane)
      view.depths[static_cast<std::size_t>(turn * threads + lane)] =
          team.from(own_depth, static_cast<std::uint32_t>(lane));
  }
}

}  // namespace starling::envs::escape_room
