/// What a flock looks like: the square of the sky from above, its birds, and its hawks.
#pragma once

#include "engine/drawing.hpp"
#include "envs/murmuration/draw_birds.hpp"
#include "envs/murmuration/draw_hawks.hpp"
#include "envs/murmuration/draw_sight.hpp"

namespace starling::envs::murmuration {

/// A light in the middle of the night; a square of its own colour under it would cost as much
/// again.
inline void draw_sky(Canvas& canvas, float side_m) {
  glow(canvas, {0.5F * side_m, 0.5F * side_m}, 0.62F * side_m, with_alpha(rgb(0x2b4270), 0.6F));
}

/// Covers what was drawn beyond the square, where fears reach twice as far as hawks are seen. The
/// edge is lines, since one outline would cost as much as all that it surrounds.
inline void draw_frame(Canvas& canvas, float side_m) {
  constexpr float around_m = fear_m;  // half as far as the fears that come in again reach
  constexpr float edge_m = 0.03F;
  const float half_m = 0.5F * side_m;
  for (const float side : {-1.0F, 1.0F}) {
    const float beyond_m = half_m + side * (half_m + around_m);
    const float length_m = half_m + 2.0F * around_m;
    const float at_m = half_m + side * (half_m + 0.5F * edge_m);
    canvas.box({beyond_m, half_m}, {around_m, length_m}, palette::night);
    canvas.box({half_m, beyond_m}, {length_m, around_m}, palette::night);
    canvas.line({at_m, 0.0F}, {at_m, side_m}, edge_m, palette::steel);
    canvas.line({0.0F, at_m}, {side_m, at_m}, edge_m, palette::steel);
  }
}

inline void draw(Canvas& canvas, const WorldView<Murmuration>& world) {
  constexpr float margin_m = 0.2F;
  const float side_m = world.rules().grid.side_m;
  canvas.set_view({.plane = Plane::Ground,
                   .lowest = {-margin_m, -margin_m},
                   .highest = {side_m + margin_m, side_m + margin_m},
                   .background = palette::night});
  draw_sky(canvas, side_m);
  draw_fears(canvas, world);
  canvas.set_subject({});
  draw_frame(canvas, side_m);
  draw_birds(canvas, world);
  draw_hawks(canvas, world);
}

/// Sharp turns and full thrust while keys are held.
inline Controls controls(Murmuration) {
  constexpr int ahead = 5;
  constexpr int steady = 2;
  return {{ahead, steady},
          {{Key::Left, 0, 10}, {Key::Right, 0, 0}, {Key::Up, 1, 4}, {Key::Down, 1, 0}}};
}

}  // namespace starling::envs::murmuration
