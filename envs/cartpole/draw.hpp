/// What a CartPole looks like, from the side: the pivot of the pole is at height 0.
#pragma once

#include <string>

#include "engine/drawing.hpp"
#include "engine/marks.hpp"
#include "engine/world_view.hpp"
#include "envs/cartpole/cartpole.hpp"
#include "envs/cartpole/draw_bodies.hpp"

namespace starling::envs::cartpole {

inline void draw_track(Canvas& canvas) {
  constexpr float post_m = 0.16F;
  constexpr Vec2 middle{0.0F, rail_y_m - 0.02F};
  soft_shadow(canvas, middle + Vec2{0.0F, -0.07F}, {track_end_m, 0.05F}, 0.2F);
  canvas.box(middle, {track_end_m, 0.02F}, palette::steel, 0.0F, 0.02F);
  canvas.line({-track_limit_m, rail_y_m - 0.012F}, {track_limit_m, rail_y_m - 0.012F}, 0.012F,
              with_alpha(palette::snow, 0.35F));
  for (int half_metre = -4; half_metre <= 4; ++half_metre) {
    const bool is_metre = half_metre % 2 == 0;
    const float x_m = 0.5F * static_cast<float>(half_metre);
    const float length_m = is_metre ? 0.09F : 0.05F;
    canvas.line({x_m, middle.y - 0.06F}, {x_m, middle.y - 0.06F - length_m}, 0.012F,
                is_metre ? palette::mist : palette::steel);
    if (is_metre)
      canvas.label(std::to_string(half_metre / 2), {x_m, middle.y - 0.25F}, 0.075F, palette::mist);
  }
  for (const float x_m : {-track_limit_m, track_limit_m}) {
    canvas.line({x_m, rail_y_m}, {x_m, rail_y_m + post_m}, 0.035F, palette::coral);
    canvas.disc({x_m, rail_y_m + post_m}, 0.035F, palette::coral);
  }
}

/// 0 in the middle of what is allowed, 1 at its end.
inline float danger(float value, float limit) {
  const float share = kernels::abs(value) / limit;
  return kernels::clamp(share * share, 0.0F, 1.0F);
}

/// The end of the track that the cart comes near to lights up.
inline void draw_warning(Canvas& canvas, float x_m) {
  const float end_m = x_m < 0.0F ? -track_limit_m : track_limit_m;
  glow(canvas, {end_m, rail_y_m + 0.1F}, 0.45F,
       with_alpha(palette::coral, 0.5F * danger(x_m, track_limit_m)));
}

/// Streaks behind the cart, as long as it drives in a fifth of a second.
inline void draw_speed(Canvas& canvas, const Cart& cart) {
  constexpr float seconds = 0.2F;
  const float length_m = kernels::clamp(cart.v_mps * seconds, -0.6F, 0.6F);
  const float back_m = cart.x_m - (cart.v_mps < 0.0F ? -half_cart_m.x : half_cart_m.x);
  for (int streak = 0; streak < 3; ++streak) {
    const float y_m = cart_y_m + 0.06F * static_cast<float>(streak - 1);
    const float reach = streak == 1 ? 1.0F : 0.7F;
    canvas.line({back_m, y_m}, {back_m - length_m * reach, y_m}, 0.016F,
                with_alpha(palette::sky, streak == 1 ? 0.5F : 0.3F), {.softness = 0.012F});
  }
}

/// From the side of the cart that the last action pushes it to.
inline void draw_push(Canvas& canvas, float x_m, const Action& action) {
  const float to = action.push == 1 ? 1.0F : -1.0F;
  const Vec2 from{x_m + to * (half_cart_m.x + 0.06F), cart_y_m};
  const Vec2 neck = from + Vec2{to * 0.16F, 0.0F};
  canvas.line(from, neck, 0.035F, palette::mint);
  canvas.triangle(neck + Vec2{0.0F, 0.065F}, neck - Vec2{0.0F, 0.065F},
                  neck + Vec2{to * 0.11F, 0.0F}, palette::mint, 0.012F);
}

inline void draw_cart(Canvas& canvas, float x_m) {
  const Vec2 middle{x_m, cart_y_m};
  soft_shadow(canvas, {x_m, rail_y_m + 0.01F}, {half_cart_m.x, 0.03F}, 0.1F, 0.7F);
  for (const float side : {-1.0F, 1.0F}) {
    const Vec2 wheel{x_m + side * wheel_x_m, wheel_y_m};
    canvas.disc(wheel, wheel_m, wheel_color);
    ring(canvas, wheel, wheel_m, 0.02F, palette::mist);
    canvas.disc(wheel, 0.02F, palette::mist);
  }
  canvas.box(middle, half_cart_m, mix(palette::sky, palette::shadow, 0.25F), 0.0F, 0.06F);
  canvas.box(middle + Vec2{0.0F, 0.012F}, half_cart_m - Vec2{0.012F, 0.024F}, palette::sky, 0.0F,
             0.05F);
  canvas.line(middle + Vec2{-0.19F, 0.075F}, middle + Vec2{0.19F, 0.075F}, 0.018F,
              with_alpha(palette::snow, 0.45F));
}

/// From the pivot to the tip, the redder the nearer it is to falling.
inline void draw_pole(Canvas& canvas, Vec2 pivot, const Pole& pole) {
  float sine = 0.0F;
  float cosine = 0.0F;
  kernels::sincos(pole.angle_rad, sine, cosine);
  const Vec2 along{sine, cosine};
  const Vec2 tip = pivot + along * (2.0F * half_pole_m);
  const Color color = mix(palette::amber, palette::coral, danger(pole.angle_rad, angle_limit_rad));
  build_pole(canvas, pivot, tip, color);
  canvas.line(pivot, tip, 0.12F, with_alpha(palette::shadow, 0.35F), {.softness = 0.1F});
  canvas.line(pivot, tip, pole_width_m, mix(color, palette::shadow, 0.3F));
  canvas.line(pivot + along * 0.01F, tip - along * 0.01F, 0.045F, color);
  glow(canvas, tip, 0.22F, with_alpha(color, 0.4F));
  canvas.disc(tip, 0.05F, color);
  canvas.disc(tip, 0.026F, mix(color, palette::snow, 0.75F));
  canvas.disc(pivot, 0.062F, wheel_color);
  ring(canvas, pivot, 0.062F, 0.016F, palette::snow);
  canvas.disc(pivot, 0.02F, palette::snow);
}

/// The angles in which an episode goes on.
inline void draw_leeway(Canvas& canvas, Vec2 pivot) {
  constexpr float up_rad = 0.5F * kernels::pi;
  constexpr float length_m = 2.0F * half_pole_m + 0.12F;
  canvas.sector(pivot, length_m, up_rad, angle_limit_rad, with_alpha(palette::mist, 0.07F));
  canvas.sector(pivot, length_m, up_rad, angle_limit_rad, with_alpha(palette::mist, 0.22F),
                {.stroke = 0.01F});
}

inline void draw(Canvas& canvas, const WorldView<CartPole>& world) {
  canvas.set_view({.plane = Plane::Upright,
                   .lowest = {-track_limit_m - 0.5F, -0.75F},
                   .highest = {track_limit_m + 0.5F, 1.25F},
                   .background = palette::night});
  canvas.set_height(rail_front_m);
  build_track(canvas);
  draw_track(canvas);
  const float x_m = world.rows<Balancer, Cart>().front().x_m;
  const Vec2 pivot{x_m, 0.0F};
  canvas.set_subject(world.subject<Balancer>(0));
  draw_warning(canvas, x_m);
  canvas.set_height(cart_front_m);
  build_cart(canvas, x_m);
  draw_leeway(canvas, pivot);
  draw_speed(canvas, world.rows<Balancer, Cart>().front());
  draw_cart(canvas, x_m);
  draw_push(canvas, x_m, world.rows<Balancer, Action>().front());
  canvas.set_height(pole_front_m);
  draw_pole(canvas, pivot, world.rows<Balancer, Pole>().front());
}

inline Controls controls(CartPole) {
  return {{0}, {{Key::Left, 0, 0}, {Key::Right, 0, 1}}};
}

}  // namespace starling::envs::cartpole
