/// What a CartPole looks like, from the side.
#pragma once

#include "engine/drawing.hpp"
#include "engine/world_view.hpp"
#include "envs/cartpole/cartpole.hpp"

namespace starling::envs::cartpole {

inline void draw(Canvas& canvas, const WorldView<CartPole>& world) {
  constexpr kernels::Vec2 half_cart_m{0.25F, 0.14F};
  canvas.set_view({.plane = Plane::Upright, .lowest = {-3.0F, -0.6F}, .highest = {3.0F, 1.4F}});
  canvas.line({-track_limit_m, 0.0F}, {track_limit_m, 0.0F}, 0.03F, rgb(0x3a4556));
  const Cart cart = world.rows<Balancer, Cart>().front();
  const Pole pole = world.rows<Balancer, Pole>().front();
  canvas.set_subject(world.subject<Balancer>(0));
  canvas.box({cart.x_m, 0.0F}, half_cart_m, rgb(0x5aa9e6), 0.0F, 0.05F);
  float sine = 0.0F;
  float cosine = 0.0F;
  kernels::sincos(pole.angle_rad, sine, cosine);
  const kernels::Vec2 pivot{cart.x_m, half_cart_m.y};
  const kernels::Vec2 tip = pivot + kernels::Vec2{sine, cosine} * (2.0F * half_pole_m);
  canvas.line(pivot, tip, 0.07F, rgb(0xf2b866));
}

inline Controls controls(CartPole) {
  return {{0}, {{Key::Left, 0, 0}, {Key::Right, 0, 1}}};
}

}  // namespace starling::envs::cartpole
