/// The bodies behind the picture of a CartPole, for those who look at it in space: seen straight
/// from the side, the flat shapes before them hide them.
#pragma once

#include "engine/marks.hpp"
#include "engine/world_view.hpp"
#include "envs/cartpole/cartpole.hpp"

namespace starling::envs::cartpole {

using kernels::Vec2;
using kernels::Vec3;

inline constexpr Vec2 half_cart_m{0.27F, 0.115F};
inline constexpr float cart_y_m = -0.10F;
inline constexpr float wheel_m = 0.075F;
inline constexpr float wheel_x_m = 0.155F;  ///< From the middle of the cart.
inline constexpr float wheel_y_m = -0.24F;
inline constexpr float rail_y_m = wheel_y_m - wheel_m;  ///< Of the upper edge of the rails.
inline constexpr float track_end_m = track_limit_m + 0.3F;
inline constexpr float pole_width_m = 0.07F;

// How far things are before the plane of the track's middle line.
inline constexpr float rail_front_m = 0.11F;
inline constexpr float cart_front_m = 0.14F;
inline constexpr float pole_middle_m = cart_front_m + 0.5F * pole_width_m;
inline constexpr float pole_front_m = cart_front_m + pole_width_m;

inline constexpr Color wheel_color = rgb(0x0c1016);

/// A place of the picture so far before the middle line.
constexpr Vec3 in_space(Vec2 at, float front_m) {
  return {at.x, -front_m, at.y};
}

/// Two rails on ties, and posts at the limits.
inline void build_track(Canvas& canvas) {
  constexpr float rail_half_m = 0.02F;
  for (const float front_m : {-0.09F, 0.09F}) {
    canvas.solid_box(in_space({0.0F, rail_y_m - rail_half_m}, front_m),
                     {track_end_m, rail_half_m, rail_half_m}, palette::steel);
    for (const float x_m : {-track_limit_m, track_limit_m})
      canvas.capsule(in_space({x_m, rail_y_m}, front_m), in_space({x_m, rail_y_m + 0.16F}, front_m),
                     0.016F, palette::coral);
  }
  for (int tie = -5; tie <= 5; ++tie) {
    canvas.solid_box({0.5F * static_cast<float>(tie), 0.0F, rail_y_m - 0.055F},
                     {0.05F, 0.2F, 0.015F}, palette::slate);
  }
}

inline void build_cart(Canvas& canvas, float x_m) {
  constexpr float depth_m = 0.99F * cart_front_m;
  const kernels::Quat across = kernels::from_axis_angle({1.0F, 0.0F, 0.0F}, 0.5F * kernels::pi);
  canvas.solid_box(in_space({x_m, cart_y_m}, 0.0F),
                   {half_cart_m.x - 0.03F, depth_m, half_cart_m.y - 0.01F}, palette::sky);
  for (const float side : {-1.0F, 1.0F}) {
    for (const float front_m : {-0.09F, 0.09F})
      canvas.cylinder(in_space({x_m + side * wheel_x_m, wheel_y_m}, front_m), 0.96F * wheel_m,
                      0.02F, wheel_color, across);
  }
}

inline void build_pole(Canvas& canvas, Vec2 pivot, Vec2 tip, Color color) {
  canvas.capsule(in_space(pivot, pole_middle_m), in_space(tip, pole_middle_m), 0.46F * pole_width_m,
                 color);
}

}  // namespace starling::envs::cartpole
