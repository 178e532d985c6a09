/// Hawks: how far they frighten, how far they reach, and the strike that caught a bird.
#pragma once

#include "envs/murmuration/draw_birds.hpp"

namespace starling::envs::murmuration {

inline constexpr float hawk_length_m = 0.68F;

inline Color hawk_color(std::size_t row) {
  return row == 0 ? palette::coral : palette::amber;
}

/// Birds see a hawk from this far, over the edges of the square too: what lies beyond an edge is
/// drawn again where it comes in.
inline void draw_fear(Canvas& canvas, const systems::Grid& grid, Vec2 hawk, Color color) {
  constexpr float fade_m = 1.2F;
  for (const float right_m : {-grid.side_m, 0.0F, grid.side_m}) {
    for (const float up_m : {-grid.side_m, 0.0F, grid.side_m}) {
      const Vec2 center = hawk + Vec2{right_m, up_m};
      const Vec2 nearest = kernels::clamp(center, {0.0F, 0.0F}, {grid.side_m, grid.side_m});
      if (!(kernels::length(center - nearest) < fear_m)) continue;
      canvas.disc(center, fear_m - 0.5F * fade_m, with_alpha(color, 0.09F), {.softness = fade_m});
    }
  }
}

inline void draw_fears(Canvas& canvas, const WorldView<Murmuration>& world) {
  const auto hawks = world.rows<Hawk, Prowl>();
  for (std::size_t row = 0; row < hawks.size(); ++row) {
    canvas.set_subject(world.subject<Hawk>(static_cast<int>(row)));
    draw_fear(canvas, world.rules().grid, {hawks[row].x_m, hawks[row].y_m}, hawk_color(row));
  }
}

inline void draw_strike(Canvas& canvas, Vec2 at, Color color) {
  glow(canvas, at, 3.0F * catch_m, with_alpha(mix(color, palette::snow, 0.5F), 0.75F));
  ring(canvas, at, 1.6F * catch_m, 0.03F, with_alpha(palette::snow, 0.7F));
}

inline void draw_hawks(Canvas& canvas, const WorldView<Murmuration>& world) {
  const auto hawks = world.rows<Hawk, Prowl>();
  const auto helms = world.rows<Hawk, Helm>();
  const Catches& catches = world.singleton<Catches>();
  for (std::size_t row = 0; row < hawks.size(); ++row) {
    const Vec2 at{hawks[row].x_m, hawks[row].y_m};
    const Color color = hawk_color(row);
    Vec2 ahead{0.0F, 0.0F};
    kernels::sincos(helms[row].heading_rad, ahead.y, ahead.x);
    canvas.set_subject(world.subject<Hawk>(static_cast<int>(row)));
    glow(canvas, at, 0.95F, with_alpha(color, 0.5F));
    if (row < most_hawks && catches.by_hawk[row] > 0) draw_strike(canvas, at, color);
    ring(canvas, at, catch_m, 0.014F, with_alpha(color, 0.6F));
    draw_dart(canvas, at, ahead, hawk_length_m, mix(color, palette::snow, 0.35F), color);
  }
}

}  // namespace starling::envs::murmuration
