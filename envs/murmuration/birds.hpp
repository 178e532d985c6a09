/// How birds fly, flee, are caught and are born.
///
/// The flock follows Reynolds, "Flocks, herds and schools: a distributed behavioral model"
/// (SIGGRAPH 1987): separation, alignment and cohesion with neighbours.
#pragma once

#include "envs/murmuration/components.hpp"
#include "systems/grid.hpp"

namespace starling::envs::murmuration {

using kernels::Vec2;

STARLING_FN std::uint32_t cell_of(const Motion& motion, Shared<const Rules> rules) {
  return systems::cell_at(rules->grid, motion.x_m, motion.y_m);
}

/// Sums over a bird's neighbours.
struct Neighbours {
  float count = 0.0F;
  Vec2 away{0.0F, 0.0F};      ///< Unit vectors away from the near ones, over distance.
  Vec2 velocity{0.0F, 0.0F};  ///< [m/s]
  Vec2 way{0.0F, 0.0F};       ///< Places as seen from the bird. [m]
};

/// `x_m`, `y_m`: the bird at hand, in the other's copy of the square. A bird is 0 away from itself,
/// and so pushes itself nowhere. Squared distances are a squared micrometre longer than they are,
/// so that none is 0.
STARLING_FN void add_neighbour(const Motion& other, bool is_self, float x_m, float y_m,
                               Neighbours& sums) {
  constexpr float least_m2 = 1e-12F;
  const float dx_m = other.x_m - x_m;
  const float dy_m = other.y_m - y_m;
  const float squared_m2 = kernels::fma(dx_m, dx_m, kernels::fma(dy_m, dy_m, least_m2));
  const float per_m2 = kernels::fast_reciprocal(squared_m2);
  if (squared_m2 <= elbow_m * elbow_m) {
    sums.away.x = kernels::fma(-per_m2, dx_m, sums.away.x);
    sums.away.y = kernels::fma(-per_m2, dy_m, sums.away.y);
  }
  if (squared_m2 <= neighbour_m * neighbour_m && !is_self) {
    sums.count += 1.0F;
    sums.velocity.x += other.vx_mps;
    sums.velocity.y += other.vy_mps;
    sums.way.x += dx_m;
    sums.way.y += dy_m;
  }
}

/// Rows [first, end) of birds.
struct BirdRun {
  RowIndex first = 0;
  RowIndex end = 0;
};

STARLING_FN BirdRun birds_in(const Rows<const RangeOf<Bird>>& cells, const systems::CellRun& run) {
  if (run.is_empty()) return {};
  const RangeOf<Bird> last = cells[run.end - 1];
  return {static_cast<RowIndex>(cells[run.first].first),
          static_cast<RowIndex>(last.first + last.count)};
}

/// In the order of cells around, then of slots. One loop goes through both runs of a row of cells,
/// so that the threads of a warp, each with its own bird, are through with a row at about the same
/// time, whether or not the square ends there. 4,096 worlds on an H200, million
/// world-steps/s: 10.8, and 10.2 with a loop a run; 8.9 where a branch inside the loop goes over to
/// the second run.
STARLING_FN Neighbours look_around(const systems::Grid& grid, std::uint32_t own_row,
                                   const Motion& own, const Rows<const Motion>& flock,
                                   const Rows<const RangeOf<Bird>>& cells) {
  const std::int32_t column = systems::cell_along(grid, own.x_m);
  const std::int32_t row = systems::cell_along(grid, own.y_m);
  Neighbours sums;
  for (std::int32_t up = -1; up <= 1; ++up) {
    const systems::CellTriple around = systems::cells_beside(grid, column, row, up);
    const BirdRun left = birds_in(cells, around.left);
    const BirdRun right = birds_in(cells, around.right);
    const float left_m = own.x_m - around.left.x_m;
    const float right_m = own.x_m - around.right.x_m;
    const float y_m = own.y_m - around.y_m;
    const RowIndex in_left = left.end - left.first;
    const RowIndex in_both = in_left + right.end - right.first;
    for (RowIndex at = 0; at < in_both; ++at) {
      const bool is_right = at >= in_left;
      const RowIndex other = at + (is_right ? right.first - in_left : left.first);
      add_neighbour(flock[other], other == static_cast<RowIndex>(own_row),
                    is_right ? right_m : left_m, y_m, sums);
    }
  }
  return sums;
}

/// Unit vectors away from the hawks in sight, added up.
STARLING_FN Vec2 flee(const systems::Grid& grid, const Motion& own,
                      const Rows<const Prowl>& hawks) {
  Vec2 flight{0.0F, 0.0F};
  for (const Prowl hawk : hawks) {
    const Vec2 away{systems::shortest(grid, own.x_m - hawk.x_m),
                    systems::shortest(grid, own.y_m - hawk.y_m)};
    if (kernels::length_squared(away) <= fear_m * fear_m) flight += kernels::normalize(away);
  }
  return flight;
}

/// The vector, made no longer than `most`.
STARLING_FN Vec2 clamp_length(Vec2 a, float most) {
  const float squared = kernels::length_squared(a);
  return squared > most * most ? a * (most / kernels::sqrt(squared)) : a;
}

/// A velocity that a bird can fly; one that stands sets off along the x axis.
STARLING_FN Vec2 clamp_speed(Vec2 velocity) {
  const float speed_mps = kernels::length(velocity);
  if (speed_mps == 0.0F) return {bird_slowest_mps, 0.0F};
  const float flown_mps = kernels::clamp(speed_mps, bird_slowest_mps, bird_fastest_mps);
  return flown_mps == speed_mps ? velocity : velocity * (flown_mps / speed_mps);
}

/// Birds steer by where the others are at the start of the step, and by where the hawks have moved.
STARLING_FN void steer(Self self, const Motion& own, Rows<const Motion> flock,
                       Rows<const RangeOf<Bird>> cells, Rows<const Prowl> hawks,
                       Shared<const Rules> rules, Course& course) {
  const systems::Grid grid = rules->grid;
  const Neighbours sums = look_around(grid, self.row, own, flock, cells);
  const Vec2 velocity{own.vx_mps, own.vy_mps};
  Vec2 acceleration = separation_weight * sums.away + flight_mps2 * flee(grid, own, hawks);
  if (sums.count > 0.0F) {
    const float share = 1.0F / sums.count;
    acceleration += alignment_per_s * (sums.velocity * share - velocity);
    acceleration += cohesion_per_s2 * (sums.way * share);
  }
  const Vec2 chosen = clamp_speed(velocity + clamp_length(acceleration, bird_thrust_mps2) * step_s);
  course = {chosen.x, chosen.y};
}

/// The hawk that has a bird in its claws: the nearest within reach, the first of two as near; or
/// most_hawks.
STARLING_FN std::uint32_t hunter_of(const systems::Grid& grid, const Motion& bird,
                                    const Rows<const Prowl>& hawks) {
  float nearest_m2 = catch_m * catch_m;
  std::uint32_t hunter = most_hawks;
  for (RowIndex hawk = 0; hawk < hawks.size(); ++hawk) {
    const Prowl at = hawks[hawk];
    const float dx_m = systems::shortest(grid, bird.x_m - at.x_m);
    const float dy_m = systems::shortest(grid, bird.y_m - at.y_m);
    const float squared_m2 = kernels::fma(dx_m, dx_m, dy_m * dy_m);
    const bool is_nearer =
        squared_m2 < nearest_m2 || (hunter == most_hawks && squared_m2 == nearest_m2);
    nearest_m2 = is_nearer ? squared_m2 : nearest_m2;
    hunter = is_nearer ? static_cast<std::uint32_t>(hawk) : hunter;
  }
  return hunter;
}

STARLING_FN void fly(Entity self, const Course& course, Rows<const Prowl> hawks,
                     Shared<const Rules> rules, Motion& motion, Commands<Bird> birds) {
  const systems::Grid grid = rules->grid;
  motion = {systems::wrap(grid, motion.x_m + course.vx_mps * step_s),
            systems::wrap(grid, motion.y_m + course.vy_mps * step_s), course.vx_mps, course.vy_mps};
  if (hunter_of(grid, motion, hawks) != most_hawks) birds.destroy(self);
}

/// What a bird adds to the catches.
STARLING_FN Catches catch_of(const Motion& motion, Rows<const Prowl> hawks,
                             Shared<const Rules> rules) {
  const std::uint32_t hunter = hunter_of(rules->grid, motion, hawks);
  return {{hunter == 0 ? 1U : 0U, hunter == 1 ? 1U : 0U}};
}
STARLING_FN Catches add_catches(const Catches& a, const Catches& b) {
  return {{a.by_hawk[0] + b.by_hawk[0], a.by_hawk[1] + b.by_hawk[1]}};
}

/// How many birds have no chick before the next that has one: geometric, so that each has its
/// chance and only births cost.
STARLING_FN RowIndex birds_without_chick(Random& random) {
  const float chance = 1.0F - random.uniform();  // in (0, 1]
  return static_cast<RowIndex>(kernels::log(chance) * per_log_of_no_birth);
}

/// Every bird that was not caught may have a chick, while the flock with those that are about to
/// die is below its cap.
STARLING_FN void bear(Random& random, const Population<Bird>& flock, Rows<const Motion> parents,
                      Rows<const Prowl> hawks, Shared<const Rules> rules, Commands<Bird> birds) {
  auto room = static_cast<RowIndex>(rules->cap) - static_cast<RowIndex>(flock.rows);
  const auto rows = static_cast<RowIndex>(flock.rows);
  for (RowIndex row = birds_without_chick(random); row < rows && room > 0;
       row += 1 + birds_without_chick(random)) {
    const Motion parent = parents[row];
    if (hunter_of(rules->grid, parent, hawks) != most_hawks) continue;
    float sine = 0.0F;
    float cosine = 0.0F;
    kernels::sincos(random.uniform(-chick_turn_rad, chick_turn_rad), sine, cosine);
    birds.spawn(Motion{parent.x_m, parent.y_m, parent.vx_mps * cosine - parent.vy_mps * sine,
                       parent.vx_mps * sine + parent.vy_mps * cosine});
    --room;
  }
}

STARLING_FN void disperse(Commands<Bird> birds) {
  birds.destroy_all();
}

STARLING_FN void gather(Shared<const Rules> rules, Commands<Bird> birds) {
  birds.spawn_rows(static_cast<std::uint32_t>(rules->birds));
}

/// Anywhere, in any direction, midway between slow and fast.
STARLING_FN void place_bird(Random& random, Shared<const Rules> rules, Motion& motion) {
  constexpr float speed_mps = 0.5F * (bird_slowest_mps + bird_fastest_mps);
  const float x_m = random.uniform() * rules->grid.side_m;
  const float y_m = random.uniform() * rules->grid.side_m;
  float sine = 0.0F;
  float cosine = 0.0F;
  kernels::sincos(random.uniform(-kernels::pi, kernels::pi), sine, cosine);
  motion = {x_m, y_m, speed_mps * cosine, speed_mps * sine};
}

}  // namespace starling::envs::murmuration
