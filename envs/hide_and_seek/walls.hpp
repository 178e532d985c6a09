/// The walls of an episode: four around, and some between that are drawn anew each time.
#pragma once

#include "envs/hide_and_seek/rules.hpp"

namespace starling::envs::hide_and_seek {

/// A straight wall's middle line.
struct Stretch {
  std::int32_t is_along_x = 0;  ///< Else along y.
  float across_m = 0.0F;        ///< Where it stands on the other axis.
  float from_m = 0.0F;
  float to_m = 0.0F;
};

/// A number in a range, each as likely.
STARLING_FN std::int32_t drawn(Random& random, const Range& range) {
  if (range.most <= range.fewest) return range.fewest;
  const auto numbers = static_cast<std::uint32_t>(range.most - range.fewest + 1);
  return range.fewest + static_cast<std::int32_t>(random.below(numbers));
}

/// The walls so far.
struct WallPlan {
  std::int32_t count = 0;
  Stretch wall[walls];

  STARLING_FN void add(const Stretch& stretch) {
    if (count < walls) wall[count++] = stretch;  // there is room for all that is ever drawn
  }
};

STARLING_FN void add_outer_walls(WallPlan& plan, const Rules& rules) {
  const float end_m = rules.half_arena_m;
  for (const float side_m : {-end_m, end_m}) {
    plan.add({1, side_m, -end_m, end_m});
    plan.add({0, side_m, -end_m, end_m});
  }
}

/// The nearest wall across the way from a wall, in a direction along the other axis, at a place
/// along it; -1 if there is none.
STARLING_FN std::int32_t wall_across(const WallPlan& plan, std::int32_t from, float place_m,
                                     float direction) {
  std::int32_t nearest = -1;
  float least_m = kernels::infinity;
  for (std::int32_t other = 0; other < plan.count; ++other) {
    const Stretch& stretch = plan.wall[other];
    if (stretch.is_along_x != plan.wall[from].is_along_x) continue;
    const float way_m = (stretch.across_m - plan.wall[from].across_m) * direction;
    if (way_m <= 0.0F || way_m >= least_m) continue;
    if (place_m < stretch.from_m || place_m > stretch.to_m) continue;
    nearest = other;
    least_m = way_m;
  }
  return nearest;
}

/// Whether a new wall would have as much as a narrow door's width to both sides, up to walls that
/// run beside it.
STARLING_FN bool has_room_beside(const WallPlan& plan, const Stretch& stretch, float room_m) {
  for (std::int32_t other = 0; other < plan.count; ++other) {
    const Stretch& beside = plan.wall[other];
    if (beside.is_along_x != stretch.is_along_x) continue;
    const bool overlaps = beside.from_m < stretch.to_m && beside.to_m > stretch.from_m;
    if (overlaps && kernels::abs(beside.across_m - stretch.across_m) < room_m) return false;
  }
  return true;
}

/// Both ends of a wall that connects two have a narrow door, half a door's width from what it
/// meets.
STARLING_FN void add_connection(WallPlan& plan, const Stretch& whole, const Rules& rules) {
  const float stub_m = 0.5F * rules.narrow_door_m;
  const float near_m = whole.from_m + stub_m;
  const float far_m = whole.to_m - stub_m;
  plan.add({whole.is_along_x, whole.across_m, whole.from_m, near_m});
  plan.add({whole.is_along_x, whole.across_m, near_m + rules.narrow_door_m,
            far_m - rules.narrow_door_m});
  plan.add({whole.is_along_x, whole.across_m, far_m, whole.to_m});
}

inline constexpr std::int32_t most_tries = 8;

/// Connects two parallel walls that see each other, where a few tries find some.
STARLING_FN void connect_walls(WallPlan& plan, Random& random, const Rules& rules) {
  const float least_m = 4.0F * rules.narrow_door_m;
  for (std::int32_t attempt = 0; attempt < most_tries; ++attempt) {
    const auto from =
        static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(plan.count)));
    const float share = random.uniform(0.2F, 0.8F);
    const Stretch start = plan.wall[from];
    const float place_m = start.from_m + share * (start.to_m - start.from_m);
    const float direction = start.across_m <= 0.0F ? 1.0F : -1.0F;
    const std::int32_t to = wall_across(plan, from, place_m, direction);
    if (to < 0) continue;
    const float a_m = start.across_m;
    const float b_m = plan.wall[to].across_m;
    const Stretch whole{1 - start.is_along_x, place_m, kernels::min(a_m, b_m),
                        kernels::max(a_m, b_m)};
    if (whole.to_m - whole.from_m < least_m) continue;
    if (!has_room_beside(plan, whole, rules.narrow_door_m)) continue;
    add_connection(plan, whole, rules);
    return;
  }
}

/// Opens a long inner wall, where a few tries find one. The outer ones stay whole.
STARLING_FN void open_door(WallPlan& plan, Random& random, const Rules& rules) {
  if (plan.count <= 4) return;
  for (std::int32_t attempt = 0; attempt < most_tries; ++attempt) {
    const auto index =
        4 + static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(plan.count - 4)));
    const float share = random.uniform(0.3F, 0.7F);
    const Stretch wall = plan.wall[index];
    const float length_m = wall.to_m - wall.from_m;
    if (length_m <= rules.longest_whole_m) continue;
    const float middle_m = wall.from_m + share * length_m;
    plan.wall[index].to_m = middle_m - 0.5F * rules.door_m;
    plan.add({wall.is_along_x, wall.across_m, middle_m + 0.5F * rules.door_m, wall.to_m});
    return;
  }
}

/// One room in the quarter of positive x and negative y, with a door in each of its two walls.
STARLING_FN void add_quadrant(WallPlan& plan, Random& random, const Rules& rules) {
  const float end_m = rules.half_arena_m;
  const float door_m = rules.narrow_door_m;
  for (const std::int32_t is_along_x : {1, 0}) {
    const float from_m = is_along_x != 0 ? 0.0F : -end_m;
    const float to_m = from_m + end_m;
    const float middle_m = random.uniform(from_m + door_m, to_m - door_m);
    plan.add({is_along_x, 0.0F, from_m, middle_m - 0.5F * door_m});
    plan.add({is_along_x, 0.0F, middle_m + 0.5F * door_m, to_m});
  }
}

/// Connections and doors in random order.
STARLING_FN void draw_plan(WallPlan& plan, Random& random, const Rules& rules) {
  add_outer_walls(plan, rules);
  if (rules.is_quadrant != 0) {
    add_quadrant(plan, random, rules);
    return;
  }
  auto connections = static_cast<std::uint32_t>(drawn(random, rules.connections));
  auto doors = static_cast<std::uint32_t>(drawn(random, rules.doors));
  while (connections + doors > 0) {
    if (random.below(connections + doors) < connections) {
      connect_walls(plan, random, rules);
      --connections;
    } else {
      open_door(plan, random, rules);
      --doors;
    }
  }
}

/// The outer ones reach around their corners; the others end where their doors begin.
STARLING_FN Shape shape_of(const Stretch& stretch, bool is_outer, const Rules& rules) {
  const float beyond_m = is_outer ? rules.half_wall_m : 0.0F;
  const float along_m = 0.5F * (stretch.to_m - stretch.from_m) + beyond_m;
  const bool along_x = stretch.is_along_x != 0;
  return systems::box({along_x ? along_m : rules.half_wall_m, along_x ? rules.half_wall_m : along_m,
                       0.5F * rules.wall_height_m});
}

STARLING_FN Pose pose_of(const Stretch& stretch, const Rules& rules) {
  const float middle_m = 0.5F * (stretch.from_m + stretch.to_m);
  const bool along_x = stretch.is_along_x != 0;
  return {Vec3{along_x ? middle_m : stretch.across_m, along_x ? stretch.across_m : middle_m,
               0.5F * rules.wall_height_m}};
}

}  // namespace starling::envs::hide_and_seek
