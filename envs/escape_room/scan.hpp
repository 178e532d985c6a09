/// The agents' lidars: 30 level rays each, at all that stands.
#pragma once

#include "envs/escape_room/components.hpp"
#include "systems/rays/fan.hpp"
#include "systems/rays/tilted_view.hpp"

namespace starling::envs::escape_room {

/// What one ray finds, [depth / 40, kind / 6].
STARLING_FN Depth depth_of(const systems::RayHit& hit, Rows<const Label> labels) {
  if (hit.body == systems::no_body) return {};
  return {hit.distance_m * (1.0F / length_m), static_cast<float>(labels[hit.body].kind) / kinds};
}

/// Cubes may lie any way; all else stands upright.
STARLING_FN void scan(TeamOf<8> team, Self self, const Pose& pose, Rows<const Shape> shapes,
                      Rows<const Pose> poses, Rows<const Label> labels, Strip<LidarView> view) {
  const auto own = static_cast<std::int32_t>(self.row);
  const Vec3 origin_m = to_world(pose, Vec3{0.0F, 0.0F, eye_m});
  const Vec3 ahead = rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F});
  const auto upright = [&](std::int32_t body) {
    if (body == own) return systems::no_view();
    return systems::level_view(systems::upright_box(shapes[body], poses[body]), origin_m);
  };
  const auto tilted = [&](std::int32_t body) {
    return systems::tilted_view(shapes[body], poses[body], origin_m);
  };
  systems::Fan<TeamOf<8>, rays> fan(team, {ahead.x, ahead.y});
  fan.look_past(0, first_cube, upright);
  fan.look_past(first_cube, first_door, tilted);
  fan.look_past(first_door, ground, upright);
  fan.for_each_ray(range_m, [&](std::int32_t ray, const systems::RayHit& hit) {
    const Depth depth = depth_of(hit, labels);
    view[2 * ray] = depth.distance;
    view[2 * ray + 1] = depth.kind;
  });
}

}  // namespace starling::envs::escape_room
