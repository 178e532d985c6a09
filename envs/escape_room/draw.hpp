/// What an escape room looks like: floor, walls, doors that sink, buttons that light up, cubes,
/// agents, and what their lidars hit.
#pragma once

#include "engine/drawing.hpp"
#include "engine/world_view.hpp"
#include "envs/escape_room/escape_room.hpp"

namespace starling::envs::escape_room {

inline constexpr Color floor_color = rgb(0x1b222d);
inline constexpr Color wall_color = rgb(0x55657c);
inline constexpr Color door_color = rgb(0xd08a4a);
inline constexpr Color cube_color = rgb(0x8f7bd9);
inline constexpr Color button_color = rgb(0x3f6f63);
inline constexpr Color pressed_color = rgb(0x54e0a8);
inline constexpr std::array<Color, 2> agent_colors = {rgb(0x4fb4ff), rgb(0xffb454)};

inline Vec2 flat(Vec3 v) {
  return {v.x, v.y};
}

/// A box from above and in space.
inline void draw_box(Canvas& canvas, const Shape& shape, const Pose& pose, Color color) {
  canvas.box(flat(pose.position_m), flat(shape.half_m), color, yaw_of(pose.rotation), 0.1F);
  canvas.solid_box(pose.position_m, shape.half_m, color, pose.rotation);
}

template <class Kind>
void draw_boxes(Canvas& canvas, const WorldView<EscapeRoom>& world, Color color) {
  const auto shapes = world.rows<Kind, Shape>();
  const auto poses = world.rows<Kind, Pose>();
  for (std::size_t row = 0; row < shapes.size(); ++row) {
    if (systems::kind_of(shapes[row]) != systems::ShapeKind::Box) continue;
    canvas.set_subject(world.subject<Kind>(static_cast<int>(row)));
    draw_box(canvas, shapes[row], poses[row], color);
  }
}

inline void draw_buttons(Canvas& canvas, const WorldView<EscapeRoom>& world) {
  const auto places = world.rows<Button, Place>();
  const auto presses = world.rows<Button, Press>();
  for (std::size_t row = 0; row < places.size(); ++row) {
    const Color color = presses[row].is_down != 0 ? pressed_color : button_color;
    canvas.set_subject(world.subject<Button>(static_cast<int>(row)));
    draw_box(canvas, systems::box(button_half_m), {places[row].centre_m}, color);
  }
}

/// An open door is only a line on the floor.
inline void draw_doors(Canvas& canvas, const WorldView<EscapeRoom>& world) {
  const auto shapes = world.rows<Door, Shape>();
  const auto poses = world.rows<Door, Pose>();
  for (std::size_t row = 0; row < shapes.size(); ++row) {
    const float share = (poses[row].position_m.z + 0.5F * wall_height_m) / wall_height_m;
    canvas.set_subject(world.subject<Door>(static_cast<int>(row)));
    canvas.box(flat(poses[row].position_m), flat(shapes[row].half_m),
               with_alpha(door_color, 0.25F + 0.75F * kernels::clamp(share, 0.0F, 1.0F)));
    canvas.solid_box(poses[row].position_m, shapes[row].half_m, door_color);
  }
}

inline void draw_rays(Canvas& canvas, const Pose& pose, std::span<const float> lidar, Color color) {
  const Vec3 ahead = rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F});
  for (std::int32_t ray = 0; ray < rays; ++ray) {
    const float seen_m = lidar[static_cast<std::size_t>(2 * ray)] * length_m;
    const Vec2 direction = systems::lidar_direction(ray, rays, flat(ahead));
    if (seen_m > 0.0F)
      canvas.line(flat(pose.position_m), flat(pose.position_m) + direction * seen_m, 0.05F,
                  with_alpha(color, 0.25F));
  }
}

inline void draw_agents(Canvas& canvas, const WorldView<EscapeRoom>& world) {
  const auto shapes = world.rows<Agent, Shape>();
  const auto poses = world.rows<Agent, Pose>();
  for (std::size_t row = 0; row < shapes.size(); ++row) {
    const Color color = agent_colors[row % agent_colors.size()];
    const Vec3 ahead = rotate(poses[row].rotation, Vec3{0.0F, 1.0F, 0.0F});
    canvas.set_subject(world.subject<Agent>(static_cast<int>(row)));
    if (!canvas.is_small())
      draw_rays(canvas, poses[row], world.strip<Agent, LidarView>(static_cast<int>(row)), color);
    draw_box(canvas, shapes[row], poses[row], color);
    canvas.disc(flat(poses[row].position_m) + flat(ahead) * 0.6F, 0.25F, rgb(0x10141b));
    canvas.ball(poses[row].position_m + ahead, 0.3F, rgb(0xf4f7fb));
  }
}

inline void draw(Canvas& canvas, const WorldView<EscapeRoom>& world) {
  canvas.set_view({.plane = Plane::Ground,
                   .lowest = {-0.5F * width_m - 2.0F, -2.0F},
                   .highest = {0.5F * width_m + 2.0F, length_m + 2.0F}});
  canvas.set_subject(world.subject<Wall>(walls));
  canvas.box({0.0F, 0.5F * length_m}, {0.5F * width_m, 0.5F * length_m}, floor_color);
  draw_buttons(canvas, world);
  draw_doors(canvas, world);
  draw_boxes<Wall>(canvas, world, wall_color);
  draw_boxes<Cube>(canvas, world, cube_color);
  draw_agents(canvas, world);
}

/// Full force along the arrows as the agent faces, turns by A and D, and takes hold by the space
/// bar.
inline Controls controls(EscapeRoom) {
  return {{0, 0, 2, 0},
          {{Key::Up, 0, 3}, {Key::Left, 2, 3}, {Key::Right, 2, 1}, {Key::Space, 3, 1}}};
}

}  // namespace starling::envs::escape_room
