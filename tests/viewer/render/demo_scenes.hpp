/// Scenes of all kinds of shapes, which tests draw and compare with stored pictures.
#pragma once

#include "engine/canvas.hpp"

namespace starling::tests {

/// Every kind of flat shape, with outlines, shadows and glow, and text.
inline Canvas flat_scene() {
  constexpr float tau = 6.2831853F;
  Canvas canvas;
  canvas.set_view({Plane::Ground, {-8.0F, -5.0F}, {8.0F, 5.0F}, rgb(0x0d1117)});
  canvas.box({0.0F, 0.0F}, {7.8F, 4.8F}, rgb(0x151b26), 0.0F, 0.4F);
  canvas.box({0.0F, 0.0F}, {7.8F, 4.8F}, rgb(0x2a3548), 0.0F, 0.4F, {0.04F, 0.0F});
  for (int k = -7; k <= 7; ++k) {
    const float x = static_cast<float>(k);
    canvas.line({x, -4.5F}, {x, 4.5F}, 0.02F, rgb(0x8899bb, 0.16F));
  }
  for (int k = -4; k <= 4; ++k) {
    const float y = static_cast<float>(k);
    canvas.line({-7.5F, y}, {7.5F, y}, 0.02F, rgb(0x8899bb, 0.16F));
  }
  // a sweep of rays and the agent that sends them
  for (int k = 0; k < 24; ++k) {
    const float angle_rad = static_cast<float>(k) * tau / 24.0F;
    const float reach = 1.9F + 0.7F * kernels::sin(angle_rad * 3.0F);
    canvas.sector({-4.0F, 1.2F}, reach, angle_rad, tau / 50.0F, rgb(0x4fd1c5, 0.16F));
  }
  canvas.sector({-4.0F, 1.2F}, 2.9F, 0.5F, 0.35F, rgb(0xffd166, 0.22F), {0.0F, 0.3F});
  canvas.disc({-4.0F, 1.2F}, 0.75F, rgb(0x4fd1c5, 0.4F), {0.0F, 0.9F});
  canvas.set_subject({0, 0});
  canvas.disc({-4.0F, 1.2F}, 0.42F, rgb(0x4fd1c5));
  canvas.disc({-4.0F, 1.2F}, 0.62F, rgb(0xffffff, 0.9F), {0.05F, 0.0F});
  // boxes with shadows
  for (int k = 0; k < 5; ++k) {
    const kernels::Vec2 at{-0.2F + 1.5F * static_cast<float>(k), 2.6F};
    const float angle_rad = 0.2F * static_cast<float>(k);
    canvas.set_subject({});
    canvas.box(at + kernels::Vec2{0.08F, -0.12F}, {0.5F, 0.5F}, rgb(0x000000, 0.5F), angle_rad,
               0.18F, {0.0F, 0.35F});
    canvas.set_subject({1, k});
    canvas.box(at, {0.5F, 0.5F}, mix(rgb(0xf78c6c), rgb(0xc792ea), 0.25F * static_cast<float>(k)),
               angle_rad, 0.05F + 0.1F * static_cast<float>(k));
  }
  // a flock
  for (int k = 0; k < 60; ++k) {
    const float turn = 0.7F * static_cast<float>(k);
    const float away = 0.3F + 0.028F * static_cast<float>(k);
    const kernels::Vec2 at{3.4F + 1.9F * away * kernels::cos(turn),
                           -1.6F + 1.1F * away * kernels::sin(turn)};
    const kernels::Vec2 ahead{-kernels::sin(turn), kernels::cos(turn)};
    const kernels::Vec2 aside{-ahead.y, ahead.x};
    canvas.set_subject({2, k});
    canvas.triangle(at + ahead * 0.2F, at - ahead * 0.12F + aside * 0.1F,
                    at - ahead * 0.12F - aside * 0.1F,
                    mix(rgb(0x82aaff), rgb(0x89ddff), static_cast<float>(k) / 60.0F), 0.02F);
  }
  canvas.set_subject({});
  canvas.line({-7.0F, -3.6F}, {-2.0F, -2.0F}, 0.12F, rgb(0xf07178));
  canvas.line({-7.0F, -4.0F}, {-2.0F, -2.6F}, 0.01F, rgb(0xf07178));
  canvas.triangle({-6.8F, -2.4F}, {-5.2F, -2.2F}, {-6.2F, -0.9F}, rgb(0xffcb6b), 0.15F,
                  {0.08F, 0.0F});
  canvas.sector({-1.2F, -1.2F}, 0.9F, 0.6F, 2.5F, rgb(0xffd166));
  canvas.label("Murmuration", {0.0F, 4.15F}, 0.32F, rgb(0xe6edf3));
  canvas.label("64 worlds × 300 birds, 12.5 m/s", {3.4F, -4.2F}, 0.17F, rgb(0x8b98ab));
  canvas.label("A1", {-4.0F, 1.2F}, 0.22F, rgb(0x0d1117));
  return canvas;
}

/// Every kind of body on a ground with flat shapes.
inline Canvas solid_scene() {
  using kernels::Vec3;
  Canvas canvas;
  canvas.set_view({Plane::Ground, {-4.0F, -3.0F}, {4.0F, 3.0F}, rgb(0x0d1117)});
  canvas.box({0.0F, 0.0F}, {4.0F, 3.0F}, rgb(0x1d2635), 0.0F, 0.25F);
  for (int y = -3; y < 3; ++y) {
    for (int x = -4; x < 4; ++x) {
      if ((x + y) % 2 != 0) continue;
      canvas.box({static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F}, {0.47F, 0.47F},
                 rgb(0x242f41), 0.0F, 0.08F);
    }
  }
  canvas.set_subject({0, 0});
  canvas.solid_box({-2.4F, 0.6F, 0.5F}, {0.6F, 0.5F, 0.5F}, rgb(0xf78c6c),
                   kernels::from_axis_angle({0.0F, 0.0F, 1.0F}, 0.5F));
  canvas.set_subject({0, 1});
  canvas.ball({-0.6F, -0.6F, 0.55F}, 0.55F, rgb(0x4fd1c5));
  canvas.set_subject({0, 2});
  canvas.cylinder({0.7F, 1.0F, 0.6F}, 0.5F, 0.6F, rgb(0xffcb6b));
  canvas.set_subject({0, 3});
  canvas.capsule({1.6F, -1.6F, 0.3F}, {3.0F, -0.6F, 0.3F}, 0.3F, rgb(0xc792ea));
  canvas.set_subject({0, 4});
  canvas.ball({2.6F, 1.4F, 1.6F}, 0.35F, rgb(0x82aaff));
  canvas.set_subject({0, 5});
  canvas.wedge({0.9F, -1.5F, 0.35F}, {0.4F, 0.7F, 0.35F}, rgb(0xf07178),
               kernels::from_axis_angle({0.0F, 0.0F, 1.0F}, 1.1F));
  canvas.solid_box({-2.6F, -1.8F, 0.25F}, {0.25F, 0.25F, 0.25F}, rgb(0x9aa7b8));
  canvas.solid_box({-1.9F, -1.9F, 0.25F}, {0.25F, 0.25F, 0.25F}, rgb(0x9aa7b8));
  canvas.set_height(0.02F);
  canvas.disc({-0.6F, -0.6F}, 0.85F, rgb(0x4fd1c5, 0.9F), {0.05F, 0.0F});
  canvas.label("ground", {0.0F, -2.55F}, 0.24F, rgb(0x9aa7b8));
  return canvas;
}

}  // namespace starling::tests
