/// How an episode begins: walls, doors, buttons and cubes of each room, and where agents stand.
#pragma once

#include "envs/escape_room/components.hpp"

namespace starling::envs::escape_room {

inline constexpr float wall_half_depth_m = 0.5F;
inline constexpr float gap_m = 20.0F / 3.0F;  ///< Between the parts of an end wall.

/// The gap of a room's end wall.
struct Gap {
  float centre_m = 0.0F;  ///< x
};

/// A singleton: where each room is left.
struct Gaps {
  std::array<Gap, static_cast<std::size_t>(rooms)> at{};
};

STARLING_FN void draw_gaps(Random& random, systems::BodiesState& state, Gaps& gaps) {
  state = {};
  STARLING_UNROLL
  for (Gap& gap : gaps.at)
    gap.centre_m = random.uniform(5.0F, 15.0F) - 0.5F * width_m;
}

STARLING_FN Gap gap_of(const Gaps& gaps, std::int32_t room) {
  return room == 0 ? gaps.at[0] : room == 1 ? gaps.at[1] : gaps.at[2];
}

/// y of an end wall's middle.
STARLING_FN constexpr float end_of(std::int32_t room) {
  return room_m * static_cast<float>(room + 1) - wall_half_depth_m;
}

/// Parts 0 to 2 are the borders behind, left and right; then the two parts of each end wall; the
/// last is the ground.
STARLING_FN void build_wall(Self self, const Gaps& gaps, Label& label, Shape& shape, Pose& pose,
                            Surface& surface, Section& section) {
  const auto row = static_cast<std::int32_t>(self.row);
  section.part = row;
  surface = {};
  if (row == walls) {
    label = {};
    shape = systems::plane();
    pose = {};
    return;
  }
  const bool is_border = row < borders;
  const std::int32_t room = is_border ? 0 : (row - borders) / 2;
  label = {static_cast<std::int32_t>(Kind::Wall), room};
  if (is_border) {
    const bool is_behind = row == 0;
    const float x_m = row == 1 ? -10.5F : 10.5F;
    shape = systems::box({is_behind ? 11.0F : 0.5F, is_behind ? 0.5F : 20.0F, 2.5F});
    pose.position_m = {is_behind ? 0.0F : x_m, is_behind ? -0.5F : 20.0F, 2.5F};
    pose.rotation = kernels::identity;
    return;
  }
  const float middle_m = gap_of(gaps, room).centre_m;
  const bool is_left = (row - borders) % 2 == 0;
  const float from_m = is_left ? -0.5F * width_m : middle_m + 0.5F * gap_m;
  const float to_m = is_left ? middle_m - 0.5F * gap_m : 0.5F * width_m;
  shape = systems::box({0.5F * (to_m - from_m), wall_half_depth_m, 0.5F * wall_height_m});
  pose = {Vec3{0.5F * (from_m + to_m), end_of(room), 0.5F * wall_height_m}};
}

/// The door of the last room closes again; that of the others stays open.
STARLING_FN void build_door(Self self, const Gaps& gaps, Label& label, Shape& shape, Pose& pose,
                            Surface& surface, Gate& gate) {
  const auto room = static_cast<std::int32_t>(self.row);
  label = {static_cast<std::int32_t>(Kind::Door), room};
  shape = systems::box({0.5F * door_width_m, wall_half_depth_m, 0.5F * wall_height_m});
  pose = {Vec3{gap_of(gaps, room).centre_m, end_of(room), 0.5F * wall_height_m}};
  surface = {};
  gate = {0, room == rooms - 1 ? 0 : 1, 0};
}

/// Two buttons a room, to the left and to the right; in the second room far to the sides.
STARLING_FN void place_button(Self self, Random& random, Label& label, Place& place, Press& press) {
  const auto row = static_cast<std::int32_t>(self.row);
  const std::int32_t room = row / buttons_a_room;
  const bool is_left = row % buttons_a_room == 0;
  const float start_m = room_m * static_cast<float>(room);
  const float end_m = start_m + room_m;
  const bool is_middle = room == 1;
  const float across_m = random.uniform(is_middle ? 6.3F : 1.3F, 8.7F);
  const float along_m = is_middle ? random.uniform(start_m + 1.3F, end_m - 3.333F)
                                  : random.uniform(start_m + 3.333F, end_m - 1.65F);
  label = {static_cast<std::int32_t>(Kind::Button), room};
  place.centre_m = {is_left ? -across_m : across_m, along_m, button_half_m.z};
  press = {};
}

/// Three cubes block the second room's door; two lie in the third.
STARLING_FN void place_cube(Self self, Random& random, const Gaps& gaps, Label& label, Shape& shape,
                            Pose& pose, Surface& surface, Mass& mass, Motion& motion, Load& load,
                            Rest& rest) {
  const auto row = static_cast<std::int32_t>(self.row);
  const bool blocks = row < 3;
  const float start_m = 2.0F * room_m;
  const float across_m = random.uniform(1.5F, 5.0F);
  const float along_m = random.uniform(start_m + 2.0F, start_m + room_m - 3.0F);
  label = {static_cast<std::int32_t>(Kind::Cube), blocks ? 1 : 2};
  shape = systems::box({cube_half_m, cube_half_m, cube_half_m});
  const Vec3 blocking_m{gap_of(gaps, 1).centre_m + 3.0F * static_cast<float>(row - 1),
                        end_of(1) - 2.0F, cube_half_m};
  const Vec3 lying_m{row == 3 ? -across_m : across_m, along_m, cube_half_m};
  pose.position_m = blocks ? blocking_m : lying_m;
  pose.rotation = kernels::identity;
  surface = {0.5F, 0.75F, 0.0F};
  mass = {13.33F, 0};
  motion = {};
  load = {};
  rest = systems::asleep();
}

/// How far an agent that is turned reaches along x and y.
STARLING_FN float reach_of(float yaw_rad) {
  float sine = 0.0F;
  float cosine = 0.0F;
  kernels::sincos(yaw_rad, sine, cosine);
  return agent_half_m * (kernels::abs(sine) + kernels::abs(cosine));
}

/// Where the task's ranges would put a turned agent into a border, it stands at the border.
STARLING_FN void place_agent(Self self, Random& random, const Action&, Label& label, Shape& shape,
                             Pose& pose, Surface& surface, Mass& mass, Motion& motion, Load& load,
                             Rest& rest, systems::Joint& joint, systems::JointImpulses& impulses,
                             Progress& progress) {
  const float side_m = self.row == 0 ? 5.0F : -5.0F;
  const float drawn_x_m = side_m + random.uniform(-3.75F, 3.75F);
  const float drawn_y_m = random.uniform(1.1F, 2.0F);
  const float yaw_rad = random.uniform(-kernels::pi / 8.0F, kernels::pi / 8.0F);
  const float room_needed_m = reach_of(yaw_rad);
  const float x_m =
      kernels::clamp(drawn_x_m, room_needed_m - 0.5F * width_m, 0.5F * width_m - room_needed_m);
  const float y_m = kernels::max(drawn_y_m, room_needed_m);
  label = {static_cast<std::int32_t>(Kind::Agent), 0};
  shape = systems::box({agent_half_m, agent_half_m, agent_half_m});
  pose = {{x_m, y_m, agent_half_m}, kernels::from_axis_angle({0.0F, 0.0F, 1.0F}, yaw_rad)};
  surface = {};
  mass = {1.0F, systems::AxisLock::TurnX | systems::AxisLock::TurnY};
  motion = {};
  load = {};
  rest = {};
  joint = {};
  impulses = {};
  progress.largest_y_m = y_m;
}

}  // namespace starling::envs::escape_room
