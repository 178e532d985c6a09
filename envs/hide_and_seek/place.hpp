/// How an episode begins: walls, then bodies where there is room, none in another.
#pragma once

#include "envs/hide_and_seek/walls.hpp"
#include "systems/rigid/bounds.hpp"

namespace starling::envs::hide_and_seek {

/// Where everything stands so far: the first movers, and the walls.
struct Ground {
  Rows<Shape> shapes;
  Rows<Pose> poses;
  std::int32_t placed = 0;  ///< Movers.
  float end_m = 0.0F;       ///< Of the free ground.

  STARLING_FN bool is_free(const systems::Bounds& bounds) const {
    if (bounds.lowest_m.x < -end_m || bounds.highest_m.x > end_m || bounds.lowest_m.y < -end_m ||
        bounds.highest_m.y > end_m)
      return false;
    for (std::int32_t body = 0; body < placed; ++body)
      if (meets(bounds, body)) return false;
    for (std::int32_t wall = first_wall; wall < ground; ++wall)
      if (meets(bounds, wall)) return false;
    return true;
  }

 private:
  STARLING_FN bool meets(const systems::Bounds& bounds, std::int32_t body) const {
    return overlap(bounds, systems::bounds_of(shapes[body], poses[body]));
  }
};

STARLING_FN Pose standing(float x_m, float y_m, float yaw_rad, const Shape& shape) {
  return {Vec3{x_m, y_m, shape.half_m.z}, kernels::from_axis_angle({0.0F, 0.0F, 1.0F}, yaw_rad)};
}

/// A place for a body that overlaps nothing. After twenty draws the arena is searched through, in
/// steps of half the body's smaller side, upright along x and y; nothing is put into anything else,
/// and where even that finds no place the body is left out.
STARLING_FN bool find_place(const Ground& free, Random& random, const Shape& shape, Pose& pose) {
  for (std::int32_t attempt = 0; attempt < 20; ++attempt) {
    const float x_m = random.uniform(-free.end_m, free.end_m);
    const float y_m = random.uniform(-free.end_m, free.end_m);
    pose = standing(x_m, y_m, random.uniform(0.0F, kernels::pi), shape);
    if (free.is_free(systems::bounds_of(shape, pose))) return true;
  }
  const float stride_m = kernels::min(shape.half_m.x, shape.half_m.y);
  const auto strides = static_cast<std::int32_t>(2.0F * free.end_m / stride_m);
  for (std::int32_t index = 0; index < 2 * strides * strides; ++index) {
    const std::int32_t cell = index / 2;
    const float yaw_rad = index % 2 == 0 ? 0.0F : 0.5F * kernels::pi;
    pose = standing(static_cast<float>(cell % strides) * stride_m - free.end_m,
                    static_cast<float>(cell / strides) * stride_m - free.end_m, yaw_rad, shape);
    if (free.is_free(systems::bounds_of(shape, pose))) return true;
  }
  return false;
}

/// Walls and the ground, their last row; as many walls as the plan has, the others have no shape.
STARLING_FN void draw_walls(Random& random, Shared<const Rules> shared, Rows<Shape> shapes,
                            Rows<Pose> poses, Rows<Surface> surfaces, systems::BodiesState& state) {
  const Rules rules = *shared;
  state = {};
  WallPlan plan;
  draw_plan(plan, random, rules);
  for (std::int32_t wall = 0; wall < walls; ++wall) {
    const bool is_there = wall < plan.count;
    shapes.set(first_wall + wall,
               is_there ? shape_of(plan.wall[wall], wall < 4, rules) : systems::no_shape());
    poses.set(first_wall + wall, is_there ? pose_of(plan.wall[wall], rules) : Pose{});
    surfaces.set(first_wall + wall, {0.5F, 2.0F, 0.0F});
  }
  shapes.set(ground, systems::plane());
  poses.set(ground, {});
  surfaces.set(ground, {0.1F, 0.1F, 0.0F});
}

/// How many there are of each in an episode.
struct Numbers {
  std::int32_t hiders = 0;
  std::int32_t seekers = 0;
  std::int32_t boxes = 0;
  std::int32_t long_boxes = 0;  ///< Of the boxes.
  std::int32_t ramps = 0;
};

STARLING_FN std::int32_t smaller(std::int32_t a, std::int32_t b) {
  return a < b ? a : b;
}

STARLING_FN Numbers draw_numbers(Random& random, const Rules& rules) {
  Numbers numbers;
  numbers.hiders = drawn(random, rules.hiders);
  numbers.seekers = drawn(random, rules.seekers);
  numbers.boxes = drawn(random, rules.boxes);
  Range long_boxes = rules.long_boxes;
  long_boxes.fewest = smaller(long_boxes.fewest, numbers.boxes);
  const bool has_another = numbers.boxes - 1 >= long_boxes.fewest;
  long_boxes.most = smaller(long_boxes.most, has_another ? numbers.boxes - 1 : numbers.boxes);
  numbers.long_boxes = drawn(random, long_boxes);
  numbers.ramps = drawn(random, rules.ramps);
  return numbers;
}

STARLING_FN Shape box_or_none(bool is_there, Vec3 half_m) {
  return is_there ? systems::box(half_m) : systems::no_shape();
}

STARLING_FN Shape mover_shape(std::int32_t body, const Numbers& numbers, const Rules& rules) {
  const Vec3 cube_m = Vec3{1.0F, 1.0F, 1.0F} * rules.scale;
  const Vec3 long_m = Vec3{4.0F, 0.75F, 1.0F} * rules.scale;
  if (body < most_of_a_team) return box_or_none(body < numbers.hiders, cube_m);
  if (body < agents) return box_or_none(body - most_of_a_team < numbers.seekers, cube_m);
  const std::int32_t box = body - first_box;
  if (body < first_ramp)
    return box_or_none(box < numbers.boxes, box < numbers.long_boxes ? long_m : cube_m);
  const bool is_there = body - first_ramp < numbers.ramps;
  return is_there ? systems::wedge(Vec3{1.0F, 1.5F, 1.0F} * rules.scale) : systems::no_shape();
}

STARLING_FN Surface mover_surface(std::int32_t body) {
  if (body < agents) return {0.01F, 0.01F, 0.0F};
  return {0.5F, body < first_ramp ? 4.0F : 1.0F, 0.0F};
}

/// Agents first, so that they always find room; long boxes before the others.
STARLING_FN void place_bodies(Random& random, Shared<const Rules> shared, Rows<Shape> shapes,
                              Rows<Pose> poses, Rows<Surface> surfaces, Rows<Mass> masses,
                              Rows<Motion> motions, Rows<Load> loads, Rows<Rest> rests) {
  const Rules rules = *shared;
  const Numbers numbers = draw_numbers(random, rules);
  Ground free{shapes, poses, 0, rules.half_arena_m - rules.half_wall_m};
  for (std::int32_t body = 0; body < movers; ++body) {
    Shape shape = mover_shape(body, numbers, rules);
    Pose pose;
    const bool is_there = systems::kind_of(shape) != systems::ShapeKind::None &&
                          find_place(free, random, shape, pose);
    if (!is_there) {
      shape = systems::no_shape();
      pose = {};
    }
    const bool is_agent = body < agents;
    shapes.set(body, shape);
    poses.set(body, pose);
    surfaces.set(body, mover_surface(body));
    const float mass_kg = is_agent ? agent_kg : thing_kg;
    const std::int32_t locks =
        is_agent ? systems::AxisLock::TurnX | systems::AxisLock::TurnY : std::int32_t{0};
    masses.set(body, {is_there ? mass_kg : 0.0F, locks});
    motions.set(body, {});
    loads.set(body, {});
    rests.set(body, is_agent ? Rest{} : systems::asleep());
    free.placed = body + 1;
  }
}

STARLING_FN void unlock(const Mass& mass, Lock& lock) {
  lock = {static_cast<std::int32_t>(Party::None), mass.mass_kg};
}

STARLING_FN void begin(Self self, const Shape& shape, Role& role, systems::Joint& joint,
                       systems::JointImpulses& impulses, Sight& sight) {
  const bool is_there = systems::kind_of(shape) != systems::ShapeKind::None;
  const bool hides = static_cast<std::int32_t>(self.row) < most_of_a_team;
  const Party party = hides ? Party::Hiders : Party::Seekers;
  role.team = static_cast<std::int32_t>(is_there ? party : Party::None);
  joint = {};
  impulses = {};
  sight = {};
}

}  // namespace starling::envs::hide_and_seek
