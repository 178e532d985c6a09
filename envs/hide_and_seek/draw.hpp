/// What hide and seek looks like: floor, walls, boxes and ramps with their locks, agents of two
/// teams, what they hold, and what their lidars hit.
#pragma once

#include "engine/drawing.hpp"
#include "engine/world_view.hpp"
#include "envs/hide_and_seek/hide_and_seek.hpp"

namespace starling::envs::hide_and_seek {

inline constexpr Color floor_color = rgb(0x1b222d);
inline constexpr Color wall_color = rgb(0x55657c);
inline constexpr Color box_color = rgb(0x8f7bd9);
inline constexpr Color ramp_color = rgb(0xc9a15a);
inline constexpr Color hider_color = rgb(0x4fb4ff);
inline constexpr Color seeker_color = rgb(0xff6b5e);

inline Vec2 flat(Vec3 v) {
  return {v.x, v.y};
}

inline float yaw_of(kernels::Quat q) {
  return kernels::atan2(2.0F * (q.w * q.z + q.x * q.y), 1.0F - 2.0F * (q.y * q.y + q.z * q.z));
}

inline Color color_of(Party party) {
  return party == Party::Hiders ? hider_color : seeker_color;
}

/// A box from above and in space.
inline void draw_box(Canvas& canvas, const Shape& shape, const Pose& pose, Color color) {
  canvas.box(flat(pose.position_m), flat(shape.half_m), color, yaw_of(pose.rotation),
             0.05F * shape.half_m.x);
  canvas.solid_box(pose.position_m, shape.half_m, color, pose.rotation);
}

/// A ramp from above, its high edge bright, and in space its slope and its back.
inline void draw_ramp(Canvas& canvas, const Shape& shape, const Pose& pose, Color color) {
  const Vec3 half_m = shape.half_m;
  const float thin_m = 0.06F * half_m.z;
  const Vec3 edge{0.0F, 0.8F * half_m.y, half_m.z};
  canvas.box(flat(pose.position_m), flat(half_m), mix(color, floor_color, 0.4F),
             yaw_of(pose.rotation));
  canvas.box(flat(to_world(pose, edge)), {half_m.x, 0.2F * half_m.y}, color, yaw_of(pose.rotation));
  const float length_m = kernels::length(Vec2{half_m.y, half_m.z});
  const kernels::Quat slope =
      kernels::from_axis_angle({1.0F, 0.0F, 0.0F}, kernels::atan2(half_m.z, half_m.y));
  canvas.solid_box(pose.position_m, {half_m.x, length_m, thin_m}, color, pose.rotation * slope);
  canvas.solid_box(to_world(pose, {0.0F, half_m.y - thin_m, 0.0F}), {half_m.x, thin_m, half_m.z},
                   mix(color, floor_color, 0.3F), pose.rotation);
}

/// A ring on what is locked, in its team's colour.
inline void draw_lock(Canvas& canvas, const Lock& lock, const Shape& shape, const Pose& pose) {
  if (!is_locked(lock)) return;
  const Color color = color_of(static_cast<Party>(lock.team));
  const float radius_m = 0.45F * kernels::min(shape.half_m.x, shape.half_m.y);
  canvas.disc(flat(pose.position_m), radius_m, color, {.stroke = 0.35F * radius_m});
  canvas.solid_box(pose.position_m + Vec3{0.0F, 0.0F, shape.half_m.z},
                   {0.3F * radius_m, 0.3F * radius_m, 0.3F * radius_m}, color, pose.rotation);
}

/// What is there of one kind, `draw_one(shape, pose, row)`.
template <class Kind, class DrawOne>
void draw_those(Canvas& canvas, const WorldView<HideAndSeek>& world, const DrawOne& draw_one) {
  const auto shapes = world.rows<Kind, Shape>();
  const auto poses = world.rows<Kind, Pose>();
  for (std::size_t row = 0; row < shapes.size(); ++row) {
    const systems::ShapeKind kind = systems::kind_of(shapes[row]);
    if (kind == systems::ShapeKind::None || kind == systems::ShapeKind::Plane) continue;
    canvas.set_subject(world.subject<Kind>(static_cast<int>(row)));
    draw_one(shapes[row], poses[row], row);
  }
}

inline void draw_things(Canvas& canvas, const WorldView<HideAndSeek>& world) {
  const auto box_locks = world.rows<Box, Lock>();
  draw_those<Box>(canvas, world, [&](const Shape& shape, const Pose& pose, std::size_t row) {
    draw_box(canvas, shape, pose, box_color);
    draw_lock(canvas, box_locks[row], shape, pose);
  });
  const auto ramp_locks = world.rows<Ramp, Lock>();
  draw_those<Ramp>(canvas, world, [&](const Shape& shape, const Pose& pose, std::size_t row) {
    draw_ramp(canvas, shape, pose, ramp_color);
    draw_lock(canvas, ramp_locks[row], shape, pose);
  });
}

inline void draw_rays(Canvas& canvas, const Pose& pose, std::span<const float> view, float range_m,
                      Color color) {
  const Vec3 ahead = rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F});
  for (std::int32_t ray = 0; ray < rays; ++ray) {
    const float seen_m = view[static_cast<std::size_t>(own_features + ray)] * range_m;
    const Vec2 direction = systems::lidar_direction(ray, rays, flat(ahead));
    canvas.line(flat(pose.position_m), flat(pose.position_m) + direction * seen_m, 0.04F,
                with_alpha(color, 0.18F));
  }
}

/// Where what an agent holds is: its joint's body.
inline Vec3 held_place_m(const WorldView<HideAndSeek>& world, const systems::Joint& joint) {
  const std::int32_t row = lock_row(joint.b);
  return row < boxes ? world.rows<Box, Pose>()[static_cast<std::size_t>(row)].position_m
                     : world.rows<Ramp, Pose>()[static_cast<std::size_t>(row - boxes)].position_m;
}

/// Those that wait are dim.
inline void draw_agents(Canvas& canvas, const WorldView<HideAndSeek>& world) {
  const auto roles = world.rows<Agent, Role>();
  const auto masses = world.rows<Agent, Mass>();
  const auto joints = world.rows<Agent, systems::Joint>();
  const float range_m = world.rules().lidar_range_m;
  draw_those<Agent>(canvas, world, [&](const Shape& shape, const Pose& pose, std::size_t row) {
    const bool waits = !(masses[row].mass_kg > 0.0F);
    const Color team = color_of(static_cast<Party>(roles[row].team));
    const Color color = waits ? mix(team, floor_color, 0.55F) : team;
    const Vec3 ahead = rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F});
    const float size_m = shape.half_m.x;
    if (!canvas.is_small())
      draw_rays(canvas, pose, world.strip<Agent, view::Self>(static_cast<int>(row)), range_m,
                color);
    if (is_active(joints[row]))
      canvas.line(flat(pose.position_m), flat(held_place_m(world, joints[row])), 0.25F * size_m,
                  color);
    draw_box(canvas, shape, pose, color);
    canvas.disc(flat(pose.position_m) + flat(ahead) * (0.6F * size_m), 0.25F * size_m,
                rgb(0x10141b));
    canvas.ball(pose.position_m + ahead * size_m, 0.3F * size_m, rgb(0xf4f7fb));
  });
}

inline void draw(Canvas& canvas, const WorldView<HideAndSeek>& world) {
  const float half_m = world.rules().half_arena_m;
  const float margin_m = 0.06F * half_m;
  canvas.set_view({.plane = Plane::Ground,
                   .lowest = {-half_m - margin_m, -half_m - margin_m},
                   .highest = {half_m + margin_m, half_m + margin_m}});
  canvas.set_subject(world.subject<Wall>(walls));
  canvas.box({0.0F, 0.0F}, {half_m, half_m}, floor_color);
  draw_those<Wall>(canvas, world, [&](const Shape& shape, const Pose& pose, std::size_t) {
    draw_box(canvas, shape, pose, wall_color);
  });
  draw_things(canvas, world);
  draw_agents(canvas, world);
}

/// The arrows push and turn, the space bar takes hold and lets go, the enter key locks and opens.
inline Controls controls(HideAndSeek) {
  return {{5, 5, 5, 0, 0},
          {{Key::Up, 1, 10},
           {Key::Down, 1, 0},
           {Key::Left, 2, 7},
           {Key::Right, 2, 3},
           {Key::Space, 3, 1},
           {Key::Enter, 4, 1}}};
}

}  // namespace starling::envs::hide_and_seek
