/// What is carried and cooked: onions, tomatoes, dishes and soups.
#pragma once

#include "envs/overcooked/drawn_kitchen.hpp"

namespace starling::envs::overcooked {

inline constexpr Color onion_color = rgb(0xf0cf86);
inline constexpr Color tomato_color = rgb(0xe5534b);
inline constexpr Color leaf_color = rgb(0x7fb069);
inline constexpr Color dish_color = rgb(0xd6dde8);

inline void draw_onion(starling::Canvas& canvas, Vec2 at, float bottom, float radius) {
  canvas.ball(at_height(at, bottom + radius), radius, onion_color);
  canvas.set_height(bottom + 2.0F * radius + just_above);
  ring(canvas, at, 0.5F * radius, 0.14F * radius, with_alpha(rgb(0xb98a3e), 0.55F));
  canvas.disc(at, 0.18F * radius, rgb(0xa9c27a));
}

inline void draw_tomato(starling::Canvas& canvas, Vec2 at, float bottom, float radius) {
  canvas.ball(at_height(at, bottom + radius), radius, tomato_color);
  canvas.set_height(bottom + 2.0F * radius + just_above);
  const float reach = 0.5F * radius;
  canvas.line(at - Vec2{reach, 0.0F}, at + Vec2{reach, 0.0F}, 0.22F * radius, leaf_color);
  canvas.line(at - Vec2{0.0F, reach}, at + Vec2{0.0F, reach}, 0.22F * radius, leaf_color);
}

inline void draw_dish(starling::Canvas& canvas, Vec2 at, float bottom, float radius) {
  constexpr float half_height = 0.02F;
  canvas.cylinder(at_height(at, bottom + half_height), radius, half_height, dish_color);
  canvas.set_height(bottom + 2.0F * half_height + just_above);
  ring(canvas, at, 0.72F * radius, 0.08F * radius, with_alpha(palette::mist, 0.7F));
}

/// The redder the more of it is tomatoes; pale before it cooks.
inline Color soup_color(const Food& food, float cooked) {
  constexpr Color water = rgb(0x6f8fa8);
  const int ingredients = food.onions + food.tomatoes;
  const float red =
      ingredients == 0 ? 0.0F : static_cast<float>(food.tomatoes) / static_cast<float>(ingredients);
  return mix(water, mix(rgb(0xd9a345), rgb(0xcf4d3f), red), 0.25F + 0.75F * cooked);
}

/// The surface of a soup at the canvas's height, with what is in it.
inline void draw_soup_surface(starling::Canvas& canvas, Vec2 at, float radius, const Food& food,
                              float cooked) {
  canvas.disc(at, radius, soup_color(food, cooked));
  ring(canvas, at, radius, 0.1F * radius, with_alpha(palette::shadow, 0.25F));
  const int pieces = food.onions + food.tomatoes;
  for (int piece = 0; piece < pieces && piece < most_ingredients; ++piece) {
    float sine = 0.0F;
    float cosine = 0.0F;
    kernels::sincos(
        0.5F * kernels::pi + 2.0F * kernels::pi / most_ingredients * static_cast<float>(piece),
        sine, cosine);
    const Vec2 place = at + Vec2{cosine, sine} * (0.48F * radius);
    const bool is_onion = piece < food.onions;
    canvas.disc(place, 0.3F * radius, is_onion ? rgb(0xa87c3a) : rgb(0x8e2f2c));
    canvas.disc(place, 0.25F * radius, is_onion ? onion_color : tomato_color);
  }
}

/// How far a soup is: 0 before it cooks, 1 when it is ready.
inline float cooked_share(const DrawnKitchen& kitchen, const Food& food, Timer timer) {
  const int steps = kitchen.cook_steps(food);
  if (timer.cooked_steps < 0) return 0.0F;
  if (timer.cooked_steps >= steps) return 1.0F;
  return static_cast<float>(timer.cooked_steps) / static_cast<float>(steps);
}

/// What lies with its underside at a height.
inline void draw_food(starling::Canvas& canvas, Vec2 at, float bottom, const Food& food,
                      float cooked) {
  constexpr float dish = 0.24F;
  switch (static_cast<Item>(food.item)) {
    case Item::None:
      return;
    case Item::Onion:
      return draw_onion(canvas, at, bottom, 0.15F);
    case Item::Tomato:
      return draw_tomato(canvas, at, bottom, 0.15F);
    case Item::Dish:
      return draw_dish(canvas, at, bottom, dish);
    case Item::Soup:
      draw_dish(canvas, at, bottom, dish);
      canvas.set_height(bottom + 0.05F);
      return draw_soup_surface(canvas, at, 0.78F * dish, food, cooked);
  }
}

}  // namespace starling::envs::overcooked
