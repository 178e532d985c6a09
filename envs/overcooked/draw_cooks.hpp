/// Cooks, each in its own colour, and the things that they hold and leave lying about.
#pragma once

#include "envs/overcooked/draw_stations.hpp"

namespace starling::envs::overcooked {

inline constexpr float hand_height = 0.52F;

/// Where a held thing is, from the middle of who holds it.
inline Vec2 hand_of(const DrawnKitchen& kitchen, const Body& body) {
  return kitchen.center(body.x, body.y) + direction_of(body.facing) * 0.34F;
}

inline void draw_feet(starling::Canvas& canvas, Vec2 at, Vec2 ahead, Color color) {
  const Vec2 left{-ahead.y, ahead.x};
  canvas.set_height(2.0F * just_above);
  canvas.triangle(at + ahead * 0.48F, at + ahead * 0.32F + left * 0.17F,
                  at + ahead * 0.32F - left * 0.17F, color, 0.015F);
  ring(canvas, at, 0.37F, 0.035F, with_alpha(color, 0.75F));
}

inline void draw_hat(starling::Canvas& canvas, Vec2 at, Color color) {
  constexpr Color linen = rgb(0xdcdfe6);
  canvas.cylinder(at_height(at, 0.97F), 0.15F, 0.04F, color);
  canvas.ball(at_height(at, 1.06F), 0.12F, linen);
  for (const Vec2 puff : {Vec2{0.08F, 0.045F}, Vec2{-0.08F, 0.045F}, Vec2{0.0F, -0.09F}})
    canvas.ball(at_height(at + puff, 1.05F), 0.085F, linen);
}

inline void draw_cook(starling::Canvas& canvas, Vec2 at, Vec2 ahead, Color color) {
  constexpr Color skin = rgb(0xf0c8a4);
  const Vec2 left{-ahead.y, ahead.x};
  draw_feet(canvas, at, ahead, color);
  canvas.capsule(at_height(at, 0.27F), at_height(at, 0.50F), 0.27F, color);
  canvas.ball(at_height(at, 0.80F), 0.18F, skin);
  for (const float side : {-1.0F, 1.0F}) {
    canvas.ball(at_height(at + ahead * 0.25F + left * (0.17F * side), hand_height), 0.075F, skin);
    canvas.ball(at_height(at + ahead * 0.155F + left * (0.07F * side), 0.84F), 0.028F,
                rgb(0x20242c));
  }
  canvas.ball(at_height(at + ahead * 0.19F, 0.78F), 0.04F, rgb(0xe0ac84));
  draw_hat(canvas, at, color);
}

inline void draw_cooks(starling::Canvas& canvas, const DrawnKitchen& kitchen) {
  for (int player = 0; player < kitchen.players(); ++player) {
    if (!kitchen.is_present(player)) continue;
    const Body body = kitchen.body(player);
    canvas.set_subject(kitchen.world().subject<Player>(player));
    draw_cook(canvas, kitchen.center(body.x, body.y), direction_of(body.facing),
              palette::kind(static_cast<std::size_t>(player)));
  }
}

/// Round the pot: how long the soup has cooked, clockwise from the top; it shines when it is ready.
inline void draw_pot_soup(starling::Canvas& canvas, Vec2 at, const Food& food, float cooked) {
  constexpr float reach = 0.45F;
  const Color color = cooked < 1.0F ? palette::amber : palette::mint;
  canvas.set_height(pot_top + 2.0F * just_above);
  if (cooked >= 1.0F) glow(canvas, at, 0.95F, with_alpha(palette::mint, 0.75F));
  if (cooked > 0.0F) {
    canvas.disc(at, reach, with_alpha(palette::shadow, 0.6F));
    canvas.sector(at, reach, kernels::pi * (0.5F - cooked), kernels::pi * cooked, color);
    canvas.disc(at, 0.36F, rgb(0xa9b6c9));
  }
  draw_soup_surface(canvas, at, 0.31F, food, cooked);
}

inline void draw_things(starling::Canvas& canvas, const DrawnKitchen& kitchen) {
  const WorldView<Overcooked>& world = kitchen.world();
  const auto foods = world.rows<Thing, Food>();
  const auto spots = world.rows<Thing, Spot>();
  const auto timers = world.rows<Thing, Timer>();
  for (std::size_t row = 0; row < foods.size(); ++row) {
    const Food food = foods[row];
    const Spot spot = spots[row];
    const float cooked = cooked_share(kitchen, food, timers[row]);
    canvas.set_subject(world.subject<Thing>(static_cast<int>(row)));
    if (spot.holder != Spot::nobody) {
      if (!kitchen.is_present(spot.holder)) continue;
      draw_food(canvas, hand_of(kitchen, kitchen.body(spot.holder)), hand_height, food, cooked);
    } else if (!kitchen.has(spot.x, spot.y)) {
      continue;
    } else if (food.in_pot != 0) {
      draw_pot_soup(canvas, kitchen.center(spot.x, spot.y), food, cooked);
    } else {
      draw_food(canvas, kitchen.center(spot.x, spot.y), counter_top + 2.0F * just_above, food,
                cooked);
    }
  }
}

}  // namespace starling::envs::overcooked
