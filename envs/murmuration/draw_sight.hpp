/// What a hawk observes: lines to the birds that its tokens show, by how much it attends to them.
#pragma once

#include <algorithm>
#include <array>

#include "engine/emphasis.hpp"
#include "envs/murmuration/draw_birds.hpp"

namespace starling::envs::murmuration {

inline Vec2 wrap(const systems::Grid& grid, Vec2 at) {
  return {systems::wrap(grid, at.x), systems::wrap(grid, at.y)};
}

/// The share of a way after which it leaves the square along one axis; 1 where it does not.
inline float share_inside(const systems::Grid& grid, float from_m, float way_m) {
  if (from_m + way_m < 0.0F) return -from_m / way_m;
  if (from_m + way_m >= grid.side_m) return (grid.side_m - from_m) / way_m;
  return 1.0F;
}

/// A line along a way that leaves over an edge comes in over the one opposite.
inline void periodic_line(Canvas& canvas, const systems::Grid& grid, Vec2 from, Vec2 way,
                          float width_m, Color color) {
  const float over_side = share_inside(grid, from.x, way.x);
  const float over_top = share_inside(grid, from.y, way.y);
  const std::array cuts = {0.0F, kernels::min(over_side, over_top),
                           kernels::max(over_side, over_top), 1.0F};
  for (std::size_t piece = 0; piece + 1 < cuts.size(); ++piece) {
    if (!(cuts[piece] < cuts[piece + 1])) continue;
    const Vec2 middle = from + way * (0.5F * (cuts[piece] + cuts[piece + 1]));
    const Vec2 shift = wrap(grid, middle) - middle;
    canvas.line(from + way * cuts[piece] + shift, from + way * cuts[piece + 1] + shift, width_m,
                color);
  }
}

/// A vector as a hawk that heads `ahead` sees it, turned back into the square's frame.
inline Vec2 turned_back(float ahead_part, float left_part, Vec2 ahead) {
  return ahead * ahead_part + Vec2{-ahead.y, ahead.x} * left_part;
}

/// The row of the bird at a place; -1 where none is within a hundredth of a metre. Chicks start
/// where their parents are, and fly on at an angle: the velocity tells them apart.
inline int bird_at(const WorldView<Murmuration>& world, Vec2 at, Vec2 velocity) {
  const systems::Grid grid = world.rules().grid;
  const auto birds = world.rows<Bird, Motion>();
  float least = 1e9F;
  int found = -1;
  for (std::size_t row = 0; row < birds.size(); ++row) {
    const Motion bird = birds[row];
    const Vec2 way{systems::shortest(grid, bird.x_m - at.x),
                   systems::shortest(grid, bird.y_m - at.y)};
    if (!(kernels::length_squared(way) < 1e-4F)) continue;
    const Vec2 change = Vec2{bird.vx_mps, bird.vy_mps} - velocity;
    const float difference = kernels::length_squared(way) + kernels::length_squared(change);
    if (!(difference < least)) continue;
    least = difference;
    found = static_cast<int>(row);
  }
  return found;
}

inline void draw_token(Canvas& canvas, const systems::Grid& grid, Vec2 hawk, Vec2 way, float halo_m,
                       float emphasis) {
  const Vec2 at = wrap(grid, hawk + way);
  const Color color = palette::attention;
  periodic_line(canvas, grid, hawk, way, 0.016F + 0.03F * emphasis,
                with_alpha(color, 0.10F + 0.65F * emphasis));
  glow(canvas, at, 2.4F * halo_m, with_alpha(color, 0.5F * emphasis));
  ring(canvas, at, halo_m, 0.024F, with_alpha(color, 0.25F + 0.75F * emphasis));
}

/// Nothing where there is no such hawk.
inline void draw_agent(Canvas& canvas, const WorldView<Murmuration>& world, const Focus& focus) {
  constexpr float bird_halo_m = 0.17F;
  constexpr float hawk_halo_m = 0.42F;
  if (focus.agent < 0 || focus.agent >= world.count<Hawk>()) return;
  const auto row = static_cast<std::size_t>(focus.agent);
  const systems::Grid grid = world.rules().grid;
  const Emphasis emphasis(focus, world.rows<Hawk, Presence>()[row].tokens);
  const Prowl prowl = world.rows<Hawk, Prowl>()[row];
  const Vec2 hawk{prowl.x_m, prowl.y_m};
  Vec2 ahead{0.0F, 0.0F};
  kernels::sincos(world.rows<Hawk, Helm>()[row].heading_rad, ahead.y, ahead.x);
  const auto floats = world.strip<Hawk, BirdsView>(focus.agent);
  for (std::size_t rank = 0; (rank + 1) * seen_floats <= floats.size(); ++rank) {
    if (!emphasis.is_present(1 + rank)) continue;
    const auto seen = floats.subspan(rank * seen_floats, seen_floats);
    const Vec2 way = turned_back(seen[0], seen[1], ahead);
    const int bird = bird_at(world, wrap(grid, hawk + way), turned_back(seen[2], seen[3], ahead));
    canvas.set_subject(bird < 0 ? Subject{} : world.subject<Bird>(bird));
    draw_token(canvas, grid, hawk, way, bird_halo_m, emphasis[1 + rank]);
  }
  if (emphasis.is_present(1 + birds_seen)) {
    const Seen other = world.rows<Hawk, HawkView>()[row].hawk;
    canvas.set_subject(world.subject<Hawk>(1 - focus.agent));
    draw_token(canvas, grid, hawk, turned_back(other.ahead_m, other.left_m, ahead), hawk_halo_m,
               emphasis[1 + birds_seen]);
  }
  canvas.set_subject(world.subject<Hawk>(focus.agent));
  ring(canvas, hawk, hawk_halo_m, 0.03F,
       with_alpha(palette::attention, 0.35F + 0.65F * emphasis[0]));
}

}  // namespace starling::envs::murmuration
