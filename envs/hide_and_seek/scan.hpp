/// The agents' lidars: 30 level rays each, at all that stands.
#pragma once

#include "envs/hide_and_seek/act.hpp"
#include "systems/rays/lidar.hpp"
#include "systems/rays/tilted_view.hpp"

namespace starling::envs::hide_and_seek {

/// Each thread of the team looks at every so many-th body once, and follows its rays past all of
/// them.
STARLING_FN void scan(Team team, Self self, const Pose& pose, const Role& role,
                      Rows<const Shape> shapes, Rows<const Pose> poses, Shared<const Rules> rules,
                      Strip<view::Self> view) {
  if (!is_in_play(role)) return;
  constexpr auto threads = static_cast<std::int32_t>(Team::size());
  constexpr std::int32_t rays_a_thread = (rays + threads - 1) / threads;
  const auto rank = static_cast<std::int32_t>(team.rank());
  const auto own = static_cast<std::int32_t>(self.row);
  const Vec3 ahead = rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F});
  Vec2 directions[rays_a_thread];
  systems::LevelHit best[rays_a_thread];
  for (std::int32_t turn = 0; turn < rays_a_thread; ++turn)
    directions[turn] =
        systems::lidar_direction((turn * threads + rank) % rays, rays, Vec2{ahead.x, ahead.y});
  for (std::int32_t begin = 0; begin < ground; begin += threads) {
    const std::int32_t body = begin + rank;
    systems::TiltedView own_view;
    if (body < ground && body != own && systems::kind_of(shapes[body]) != systems::ShapeKind::None)
      own_view = systems::tilted_view(shapes[body], poses[body], pose.position_m);
    const std::int32_t last = ground - begin < threads ? ground - begin : threads;
    STARLING_ROLLED
    for (std::int32_t lane = 0; lane < last; ++lane) {
      const auto seen = team.from(own_view, static_cast<std::uint32_t>(lane));
      for (std::int32_t turn = 0; turn < rays_a_thread; ++turn)
        best[turn] = look(best[turn], seen, directions[turn], begin + lane);
    }
  }
  const float range_m = rules->lidar_range_m;
  for (std::int32_t turn = 0; turn < rays_a_thread; ++turn) {
    const std::int32_t ray = turn * threads + rank;
    if (ray < rays) view[own_features + ray] = to_ray_hit(best[turn], range_m).distance_m / range_m;
  }
}

}  // namespace starling::envs::hide_and_seek
