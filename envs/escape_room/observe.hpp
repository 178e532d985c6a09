/// What agents are told of themselves, their partner, their room, and its door.
#pragma once

#include "envs/escape_room/act.hpp"

namespace starling::envs::escape_room {

/// The room of a place; the first where it is no number.
STARLING_FN std::int32_t room_of(float y_m) {
  const float room = kernels::floor(y_m / room_m);
  return static_cast<std::int32_t>(
      kernels::min(kernels::max(room, 0.0F), static_cast<float>(rooms - 1)));
}

/// A turn about z, in [-pi, pi].
STARLING_FN float yaw_of(kernels::Quat q) {
  return kernels::atan2(2.0F * (q.w * q.z + q.x * q.y), 1.0F - 2.0F * (q.y * q.y + q.z * q.z));
}

STARLING_FN Polar polar_of(const Pose& own, Vec3 place_m) {
  const Vec3 seen = to_body(own, place_m);
  return {kernels::length(Vec2{seen.x, seen.y}) * (1.0F / length_m),
          kernels::atan2(seen.x, seen.y) * (1.0F / kernels::pi)};
}

STARLING_FN SelfView self_view(const Pose& pose, const Progress& progress,
                               const systems::Joint& joint, std::uint32_t steps_left) {
  const Vec3 place_m = pose.position_m;
  const auto room = static_cast<float>(room_of(place_m.y));
  return {place_m.x * (2.0F / width_m),
          place_m.y / room_m - room,
          place_m.x * (1.0F / length_m),
          place_m.y * (1.0F / length_m),
          (place_m.z - agent_half_m) * (1.0F / length_m),
          progress.largest_y_m * (1.0F / length_m),
          yaw_of(pose.rotation) * (1.0F / kernels::pi),
          is_active(joint) ? 1.0F : 0.0F,
          static_cast<float>(steps_left)};
}

/// Buttons, then cubes, of a room; what there is less of stays empty.
STARLING_FN EntitiesView entities_view(const Pose& own, std::int32_t room,
                                       Rows<const Place> button_places, Rows<const Label> labels,
                                       Rows<const Pose> poses, std::int32_t& seen) {
  EntitiesView view;
  seen = 0;
  const auto add = [&](Vec3 place_m, Kind kind) {
    STARLING_UNROLL
    for (std::size_t slot = 0; slot < entities_seen; ++slot) {
      if (static_cast<std::int32_t>(slot) == seen)
        view.entities[slot] = {polar_of(own, place_m), static_cast<float>(kind) / kinds};
    }
    ++seen;
  };
  for (std::int32_t button = 0; button < buttons_a_room; ++button)
    add(button_places[room * buttons_a_room + button].centre_m, Kind::Button);
  for (std::int32_t cube = first_cube; cube < first_cube + cubes; ++cube) {
    if (labels[cube].room == room) add(poses[cube].position_m, Kind::Cube);
  }
  return view;
}

STARLING_FN void observe(Self self, const Pose& pose, const Progress& progress, const Clock& clock,
                         Rows<const systems::Joint> joints, Rows<const Pose> poses,
                         Rows<const Label> labels, Rows<const Place> places, Rows<const Gate> gates,
                         SelfView& own, PartnerView& partner, EntitiesView& entities,
                         DoorView& door, Presence& presence) {
  const auto row = static_cast<RowIndex>(self.row);
  const RowIndex other = row == 0 ? 1 : 0;
  const std::int32_t room = room_of(pose.position_m.y);
  own = self_view(pose, progress, joints[row], horizon_steps - clock.step);
  partner = {polar_of(pose, poses[other].position_m), is_active(joints[other]) ? 1.0F : 0.0F};
  std::int32_t seen = 0;
  entities = entities_view(pose, room, places, labels, poses, seen);
  door = {polar_of(pose, poses[first_door + room].position_m),
          gates[room].is_open != 0 ? 1.0F : 0.0F};
  STARLING_UNROLL
  for (std::size_t token = 0; token < presence.tokens.size(); ++token) {
    const std::int32_t entity = static_cast<std::int32_t>(token) - 3;
    const bool is_entity = entity >= 0 && entity < static_cast<std::int32_t>(entities_seen);
    presence.tokens[token] = !is_entity || entity < seen ? 1 : 0;
  }
}

}  // namespace starling::envs::escape_room
