/// Birds as darts with swept wings: two triangles each, and one in a small picture, so that large
/// flocks stay light.
#pragma once

#include "engine/marks.hpp"
#include "engine/world_view.hpp"
#include "envs/murmuration/murmuration.hpp"

namespace starling::envs::murmuration {

/// A dart's corners, in lengths, as seen along its flight: their mean is where it is.
inline constexpr float nose = 0.60F;
inline constexpr float notch = -0.22F;
inline constexpr float wing_back = -0.38F;
inline constexpr float wing_out = 0.36F;

inline constexpr float bird_length_m = 0.21F;

/// Where a velocity points, one long; ahead for one that stands.
inline Vec2 direction_of(float vx_mps, float vy_mps) {
  const Vec2 velocity{vx_mps, vy_mps};
  const float speed_mps = kernels::length(velocity);
  return speed_mps > 0.0F ? velocity / speed_mps : Vec2{1.0F, 0.0F};
}

/// One wing is in the light.
inline void draw_dart(Canvas& canvas, Vec2 at, Vec2 ahead, float length_m, Color light,
                      Color shade) {
  const Vec2 along = ahead * length_m;
  const Vec2 left{-along.y, along.x};
  const Vec2 front = at + along * nose;
  const Vec2 back = at + along * notch;
  const Vec2 wing = at + along * wing_back;
  if (canvas.is_small()) {
    canvas.triangle(front, wing + left * wing_out, wing - left * wing_out, light);
    return;
  }
  canvas.triangle(front, back, wing + left * wing_out, light);
  canvas.triangle(front, back, wing - left * wing_out, shade);
}

/// From calm blue to the warm light of flight.
inline Color speed_color(float speed_mps) {
  constexpr Color slow = rgb(0x6a86c8);
  constexpr Color cruising = rgb(0xa6d8f2);
  constexpr Color fast = rgb(0xffd49a);
  const float share = (speed_mps - bird_slowest_mps) / (bird_fastest_mps - bird_slowest_mps);
  const float twice = 2.0F * kernels::clamp(share, 0.0F, 1.0F);
  return twice < 1.0F ? mix(slow, cruising, twice) : mix(cruising, fast, twice - 1.0F);
}

inline void draw_birds(Canvas& canvas, const WorldView<Murmuration>& world) {
  const auto birds = world.rows<Bird, Motion>();
  for (std::size_t row = 0; row < birds.size(); ++row) {
    const Motion bird = birds[row];
    const Color light = speed_color(kernels::length(Vec2{bird.vx_mps, bird.vy_mps}));
    canvas.set_subject(world.subject<Bird>(static_cast<int>(row)));
    draw_dart(canvas, {bird.x_m, bird.y_m}, direction_of(bird.vx_mps, bird.vy_mps), bird_length_m,
              light, mix(light, palette::night, 0.4F));
  }
}

}  // namespace starling::envs::murmuration
