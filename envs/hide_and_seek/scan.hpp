/// The agents' lidars: 30 level rays each, at all that stands.
#pragma once

#include "envs/hide_and_seek/act.hpp"
#include "systems/rays/fan.hpp"
#include "systems/rays/tilted_view.hpp"

namespace starling::envs::hide_and_seek {

/// Boxes and ramps may lie any way; all else stands upright.
STARLING_FN void scan(TeamOf<8> team, Self self, const Pose& pose, const Role& role,
                      Rows<const Shape> shapes, Rows<const Pose> poses, Shared<const Rules> rules,
                      Strip<view::Self> view) {
  if (!is_in_play(role)) return;
  const auto own = static_cast<std::int32_t>(self.row);
  const Vec3 ahead = rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F});
  const auto upright = [&](std::int32_t body) {
    const Shape shape = shapes[body];
    if (body == own || systems::kind_of(shape) == systems::ShapeKind::None)
      return systems::no_view();
    return systems::level_view(systems::upright_box(shape, poses[body]), pose.position_m);
  };
  const auto tilted = [&](std::int32_t body) {
    const Shape shape = shapes[body];
    if (systems::kind_of(shape) == systems::ShapeKind::None) return systems::TiltedView{};
    return systems::tilted_view(shape, poses[body], pose.position_m);
  };
  systems::Fan<TeamOf<8>, rays> fan(team, {ahead.x, ahead.y});
  fan.look_past(0, first_box, upright);
  fan.look_past(first_box, first_wall, tilted);
  fan.look_past(first_wall, ground, upright);
  const float range_m = rules->lidar_range_m;
  fan.for_each_ray(range_m, [&](std::int32_t ray, const systems::RayHit& hit) {
    view[own_features + ray] = hit.distance_m / range_m;
  });
}

}  // namespace starling::envs::hide_and_seek
