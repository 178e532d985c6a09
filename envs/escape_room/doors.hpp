/// Buttons that open doors.
#pragma once

#include "envs/escape_room/components.hpp"
#include "systems/rigid/bounds.hpp"

namespace starling::envs::escape_room {

inline constexpr float door_step_m = 1.2F;
inline constexpr float sunk_m = -4.5F;  ///< Foot of an open door.

/// A door sinks while it is open, and rises while it is not.
STARLING_FN void move_door(Gate& gate, Pose& pose) {
  constexpr float up_m = 0.5F * wall_height_m;
  const float way_m = gate.is_open != 0 ? -door_step_m : door_step_m;
  const float from_m = pose.position_m.z;
  pose.position_m.z = kernels::clamp(from_m + way_m, sunk_m + up_m, up_m);
  gate.is_moving = pose.position_m.z != from_m ? 1 : 0;
}

/// What may have leant on a door does not sleep on while one moves.
STARLING_FN void wake_by_doors(Rows<const Gate> gates, Rest& rest) {
  for (const Gate gate : gates) {
    if (gate.is_moving != 0) rest.still_s = 0.0F;
  }
}

/// A button is down while the bounds of an agent or a cube meet it.
STARLING_FN void press(const Place& place, Rows<const Shape> shapes, Rows<const Pose> poses,
                       Press& state) {
  const systems::Bounds button{place.centre_m - button_half_m, place.centre_m + button_half_m};
  state.is_down = 0;
  for (std::int32_t body = 0; body < first_door; ++body) {
    if (overlap(button, systems::bounds_of(shapes[body], poses[body]))) state.is_down = 1;
  }
}

/// A door is open while all buttons of its room are down, or once they were.
STARLING_FN void open_door(Self self, Rows<const Press> presses, Gate& gate) {
  bool are_down = true;
  for (RowIndex button = 0; button < buttons_a_room; ++button)
    are_down =
        are_down && presses[static_cast<RowIndex>(self.row) * buttons_a_room + button].is_down != 0;
  const bool stays = gate.is_open != 0 && gate.stays_open != 0;
  gate.is_open = are_down || stays ? 1 : 0;
}

}  // namespace starling::envs::escape_room
