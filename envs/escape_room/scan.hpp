/// The agents' lidars: 30 level rays each, at all that stands.
#pragma once

#include "envs/escape_room/components.hpp"
#include "systems/rays/lidar.hpp"
#include "systems/rays/tilted_view.hpp"

namespace starling::envs::escape_room {

/// What one ray finds, [depth / 40, kind / 6].
STARLING_FN Depth depth_of(const systems::RayHit& hit, Rows<const Label> labels) {
  if (hit.body == systems::no_body) return {};
  return {hit.distance_m * (1.0F / length_m), static_cast<float>(labels[hit.body].kind) / kinds};
}

/// Bodies [first, end) as seen by one agent: each thread of the team looks at every so many-th
/// once, and follows its rays past all of them.
template <std::int32_t rays_a_thread, class ViewOf>
STARLING_FN void look_past(Team team, std::int32_t first, std::int32_t end,
                           const Vec2 (&directions)[rays_a_thread],
                           systems::LevelHit (&best)[rays_a_thread], const ViewOf& view_of) {
  constexpr auto threads = static_cast<std::int32_t>(Team::size());
  for (std::int32_t begin = first; begin < end; begin += threads) {
    const std::int32_t body = begin + static_cast<std::int32_t>(team.rank());
    const auto own_view = view_of(body < end ? body : systems::no_body);
    const std::int32_t last = end - begin < threads ? end - begin : threads;
    STARLING_ROLLED
    for (std::int32_t lane = 0; lane < last; ++lane) {
      const auto view = team.from(own_view, static_cast<std::uint32_t>(lane));
      for (std::int32_t turn = 0; turn < rays_a_thread; ++turn)
        best[turn] = look(best[turn], view, directions[turn], begin + lane);
    }
  }
}

/// Cubes may lie any way; all else stands upright.
STARLING_FN void scan(Team team, Self self, const Pose& pose, Rows<const Shape> shapes,
                      Rows<const Pose> poses, Rows<const Label> labels, Strip<LidarView> view) {
  constexpr auto threads = static_cast<std::int32_t>(Team::size());
  constexpr std::int32_t rays_a_thread = (rays + threads - 1) / threads;
  const auto rank = static_cast<std::int32_t>(team.rank());
  const auto own = static_cast<std::int32_t>(self.row);
  const Vec3 origin_m = to_world(pose, Vec3{0.0F, 0.0F, eye_m});
  const Vec3 ahead = rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F});
  Vec2 directions[rays_a_thread];
  systems::LevelHit best[rays_a_thread];
  for (std::int32_t turn = 0; turn < rays_a_thread; ++turn)
    directions[turn] =
        systems::lidar_direction((turn * threads + rank) % rays, rays, Vec2{ahead.x, ahead.y});
  const auto upright = [&](std::int32_t body) {
    if (body == systems::no_body || body == own) return systems::no_view();
    return systems::level_view(systems::upright_box(shapes[body], poses[body]), origin_m);
  };
  const auto tilted = [&](std::int32_t body) {
    if (body == systems::no_body) return systems::TiltedView{};
    return systems::tilted_view(shapes[body], poses[body], origin_m);
  };
  look_past(team, 0, first_cube, directions, best, upright);
  look_past(team, first_cube, first_door, directions, best, tilted);
  look_past(team, first_door, ground, directions, best, upright);
  for (std::int32_t turn = 0; turn < rays_a_thread; ++turn) {
    const std::int32_t ray = turn * threads + rank;
    const Depth depth = depth_of(to_ray_hit(best[turn], range_m), labels);
    if (ray >= rays) continue;
    view[2 * ray] = depth.distance;
    view[2 * ray + 1] = depth.kind;
  }
}

}  // namespace starling::envs::escape_room
