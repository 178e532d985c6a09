/// What hide and seek looks like: floor, walls, boxes and ramps in the colour of the team that
/// locked them, agents with what they hold, and what their lidars hit.
#pragma once

#include "engine/drawing.hpp"
#include "engine/world_view.hpp"
#include "envs/hide_and_seek/hide_and_seek.hpp"

namespace starling::envs::hide_and_seek {

inline constexpr Color floor_color = rgb(0x1b222d);
inline constexpr Color wall_color = rgb(0x55657c);
inline constexpr Color box_color = rgb(0xb9a184);
inline constexpr Color ramp_color = rgb(0xe2bd58);
inline constexpr Color hider_color = rgb(0x4fb4ff);
inline constexpr Color seeker_color = rgb(0xff6f61);
inline constexpr Color eye_color = rgb(0xf4f7fb);
inline constexpr Color pupil_color = rgb(0x10141b);

inline Color color_of_team(std::int32_t team) {
  return team == static_cast<std::int32_t>(Party::Seekers) ? seeker_color : hider_color;
}

inline Vec2 flat(Vec3 v) {
  return {v.x, v.y};
}
inline Vec3 ahead_of(const Pose& pose) {
  return rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F});
}
/// Of its y axis from that of the world, as seen from above.
inline float yaw_of(const Pose& pose) {
  const Vec3 ahead = ahead_of(pose);
  return kernels::atan2(-ahead.x, ahead.y);
}

/// A box or a ramp; nothing where there is no shape.
inline void draw_body(Canvas& canvas, const Shape& shape, const Pose& pose, Color color) {
  const systems::ShapeKind kind = systems::kind_of(shape);
  if (kind == systems::ShapeKind::Box)
    canvas.solid_box(pose.position_m, shape.half_m, color, pose.rotation);
  if (kind == systems::ShapeKind::Wedge)
    canvas.wedge(pose.position_m, shape.half_m, color, pose.rotation);
}

/// Along the upper edges of a box.
inline void draw_trim(Canvas& canvas, const Shape& shape, const Pose& pose, Color color) {
  const float width_m = 0.16F * shape.half_m.z;
  canvas.set_height(pose.position_m.z + 1.01F * shape.half_m.z);
  canvas.box(flat(pose.position_m), flat(shape.half_m), color, yaw_of(pose), width_m,
             {width_m, 0.0F});
  canvas.set_height(0.0F);
}

/// Two arrowheads, up the slope of a ramp.
inline void draw_arrows(Canvas& canvas, const Shape& shape, const Pose& pose, Color color) {
  const auto on_slope = [&](float x, float y) {
    return to_world(pose, Vec3{x, y, y} * shape.half_m);
  };
  for (const float y : {-0.3F, 0.3F}) {
    for (const float side : {-0.5F, 0.5F})
      canvas.capsule(on_slope(side, y - 0.2F), on_slope(0.0F, y + 0.2F), 0.09F * shape.half_m.z,
                     color);
  }
}

inline void draw_walls(Canvas& canvas, const WorldView<HideAndSeek>& world) {
  const auto shapes = world.rows<Wall, Shape>();
  const auto poses = world.rows<Wall, Pose>();
  for (std::size_t row = 0; row < shapes.size(); ++row) {
    canvas.set_subject(world.subject<Wall>(static_cast<int>(row)));
    draw_body(canvas, shapes[row], poses[row], wall_color);
  }
}

/// What is locked has the colours of the team that did it.
template <class Kind>
void draw_things(Canvas& canvas, const WorldView<HideAndSeek>& world, Color color) {
  const auto shapes = world.rows<Kind, Shape>();
  const auto poses = world.rows<Kind, Pose>();
  const auto locks = world.rows<Kind, Lock>();
  for (std::size_t row = 0; row < shapes.size(); ++row) {
    const bool locked = is_locked(locks[row]);
    const Color team = color_of_team(locks[row].team);
    const Color body = locked ? mix(team, floor_color, 0.5F) : color;
    const Color marks = locked ? team : mix(color, floor_color, 0.4F);
    canvas.set_subject(world.subject<Kind>(static_cast<int>(row)));
    draw_body(canvas, shapes[row], poses[row], body);
    if (systems::kind_of(shapes[row]) == systems::ShapeKind::Box)
      draw_trim(canvas, shapes[row], poses[row], marks);
    if (systems::kind_of(shapes[row]) == systems::ShapeKind::Wedge)
      draw_arrows(canvas, shapes[row], poses[row], marks);
  }
}

inline void draw_rays(Canvas& canvas, const WorldView<HideAndSeek>& world, std::size_t row,
                      Color color) {
  const Rules& rules = world.rules();
  const Pose& pose = world.rows<Agent, Pose>()[row];
  const auto view = world.strip<Agent, view::Self>(static_cast<int>(row));
  for (std::int32_t ray = 0; ray < rays; ++ray) {
    const float seen_m = view[static_cast<std::size_t>(own_features + ray)] * rules.lidar_range_m;
    const Vec2 direction = systems::lidar_direction(ray, rays, flat(ahead_of(pose)));
    canvas.line(flat(pose.position_m), flat(pose.position_m) + direction * seen_m,
                0.06F * rules.scale, with_alpha(color, 0.2F));
  }
}

/// A rod over an agent and what it holds.
inline void draw_hold(Canvas& canvas, const WorldView<HideAndSeek>& world, std::size_t row) {
  const systems::Joint& joint = world.rows<Agent, systems::Joint>()[row];
  if (!is_active(joint) || joint.b < first_box || joint.b >= movers) return;
  const float scale = world.rules().scale;
  const Pose& held = joint.b < first_ramp
                         ? world.rows<Box, Pose>()[static_cast<std::size_t>(joint.b - first_box)]
                         : world.rows<Ramp, Pose>()[static_cast<std::size_t>(joint.b - first_ramp)];
  const Vec3 above_m{0.0F, 0.0F, 1.1F * scale};
  const Vec3 from_m = world.rows<Agent, Pose>()[row].position_m;
  canvas.capsule(from_m + above_m, held.position_m + above_m, 0.15F * scale, eye_color);
}

/// Two eyes on top look ahead.
inline void draw_agent(Canvas& canvas, const Shape& shape, const Pose& pose, Color color,
                       Color eyes) {
  draw_body(canvas, shape, pose, color);
  for (const float side : {-0.45F, 0.45F}) {
    canvas.ball(to_world(pose, Vec3{side, 0.65F, 0.9F} * shape.half_m), 0.36F * shape.half_m.x,
                eyes);
    canvas.ball(to_world(pose, Vec3{side, 0.85F, 1.05F} * shape.half_m), 0.2F * shape.half_m.x,
                pupil_color);
  }
}

/// Seekers are dim while they wait.
inline void draw_agents(Canvas& canvas, const WorldView<HideAndSeek>& world) {
  const auto shapes = world.rows<Agent, Shape>();
  const auto poses = world.rows<Agent, Pose>();
  const auto roles = world.rows<Agent, Role>();
  for (std::size_t row = 0; row < shapes.size(); ++row) {
    if (!is_in_play(roles[row])) continue;
    const bool waits = is_frozen(roles[row], world.rules(), world.singleton<Clock>());
    const float dimness = waits ? 0.6F : 0.0F;
    const Color color = mix(color_of_team(roles[row].team), floor_color, dimness);
    canvas.set_subject(world.subject<Agent>(static_cast<int>(row)));
    if (!canvas.is_small()) draw_rays(canvas, world, row, color);
    draw_agent(canvas, shapes[row], poses[row], color, mix(eye_color, floor_color, dimness));
    draw_hold(canvas, world, row);
  }
}

inline void draw(Canvas& canvas, const WorldView<HideAndSeek>& world) {
  const Rules& rules = world.rules();
  const float end_m = rules.half_arena_m + rules.half_wall_m;
  const float shown_m = 1.05F * end_m;
  canvas.set_view(
      {.plane = Plane::Ground, .lowest = {-shown_m, -shown_m}, .highest = {shown_m, shown_m}});
  canvas.set_subject(world.subject<Wall>(walls));
  canvas.box({}, {end_m, end_m}, floor_color);
  draw_walls(canvas, world);
  draw_things<Box>(canvas, world, box_color);
  draw_things<Ramp>(canvas, world, ramp_color);
  draw_agents(canvas, world);
}

/// Full force forward and back by the arrows up and down, turns by left and right, takes hold by
/// the space bar and locks by the enter key.
inline Controls controls(HideAndSeek) {
  return {{5, 5, 5, 0, 0},
          {{Key::Up, 1, 10},
           {Key::Down, 1, 0},
           {Key::Left, 2, 10},
           {Key::Right, 2, 0},
           {Key::Space, 3, 1},
           {Key::Enter, 4, 1}}};
}

}  // namespace starling::envs::hide_and_seek
