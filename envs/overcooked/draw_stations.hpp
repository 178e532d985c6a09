/// The room and its furniture: floor, counters, dispensers, pots and serving counters.
#pragma once

#include <array>

#include "envs/overcooked/draw_food.hpp"

namespace starling::envs::overcooked {

inline void draw_floor(starling::Canvas& canvas, Vec2 at, bool is_even) {
  canvas.set_height(0.0F);
  canvas.box(at, {0.485F, 0.485F}, is_even ? rgb(0x2b3543) : rgb(0x26303d), 0.0F, 0.05F);
}

/// A block with a top of its own colour.
inline void draw_block(starling::Canvas& canvas, Vec2 at, Color side, Color top) {
  canvas.solid_box(at_height(at, 0.5F * counter_top), {0.5F, 0.5F, 0.5F * counter_top}, side);
  canvas.set_height(counter_top + just_above);
  canvas.box(at, {0.475F, 0.475F}, top, 0.0F, 0.07F);
}

inline void draw_counter(starling::Canvas& canvas, Vec2 at) {
  draw_block(canvas, at, rgb(0x46536a), rgb(0x566580));
}

/// Where the five things of a crate lie, in units of its reach.
inline constexpr std::array heap = {Vec2{-1.0F, -1.0F}, Vec2{1.0F, -1.0F}, Vec2{-1.0F, 1.0F},
                                    Vec2{1.0F, 1.0F}, Vec2{0.0F, 0.0F}};

inline void draw_crate(starling::Canvas& canvas, Vec2 at, bool is_onions) {
  draw_counter(canvas, at);
  canvas.set_height(counter_top + 2.0F * just_above);
  canvas.box(at, {0.40F, 0.40F}, rgb(0x3a2f2a), 0.0F, 0.08F);
  canvas.box(at, {0.40F, 0.40F}, rgb(0x9a7350), 0.0F, 0.08F, {.stroke = 0.045F});
  for (std::size_t index = 0; index < heap.size(); ++index) {
    const Vec2 place = at + heap[index] * 0.165F;
    const float bottom = counter_top + (index + 1 == heap.size() ? 0.14F : 0.02F);
    if (is_onions) {
      draw_onion(canvas, place, bottom, 0.14F);
    } else {
      draw_tomato(canvas, place, bottom, 0.14F);
    }
  }
}

inline void draw_dishes(starling::Canvas& canvas, Vec2 at) {
  draw_counter(canvas, at);
  for (int dish = 0; dish < 4; ++dish)
    draw_dish(canvas, at, counter_top + 0.06F * static_cast<float>(dish), 0.34F);
}

/// A stove with an empty pot.
inline void draw_pot(starling::Canvas& canvas, Vec2 at) {
  constexpr float half_height = 0.5F * (pot_top - counter_top);
  constexpr float radius = 0.36F;
  draw_block(canvas, at, rgb(0x3a4353), rgb(0x2c3440));
  canvas.set_height(counter_top + 2.0F * just_above);
  ring(canvas, at, 0.45F, 0.025F, with_alpha(palette::coral, 0.25F));
  for (const float side : {-1.0F, 1.0F}) {
    canvas.solid_box(at_height(at + Vec2{side * 0.39F, 0.0F}, pot_top - 0.07F),
                     {0.05F, 0.09F, 0.025F}, rgb(0x171c24));
  }
  canvas.cylinder(at_height(at, counter_top + half_height), radius, half_height, rgb(0x8c9ab0));
  canvas.set_height(pot_top + just_above);
  canvas.disc(at, radius, rgb(0xa9b6c9));
  canvas.disc(at, 0.31F, rgb(0x1a2029));
}

/// A cloche on a counter of the colour of success.
inline void draw_serving(starling::Canvas& canvas, Vec2 at) {
  draw_block(canvas, at, rgb(0x2f6b59), rgb(0x3d8a72));
  canvas.set_height(counter_top + 2.0F * just_above);
  canvas.box(at, {0.42F, 0.42F}, with_alpha(palette::mint, 0.8F), 0.0F, 0.08F, {.stroke = 0.03F});
  canvas.cylinder(at_height(at, counter_top + 0.02F), 0.32F, 0.02F, dish_color);
  canvas.ball(at_height(at, counter_top + 0.03F), 0.25F, rgb(0xc4cedb));
  canvas.ball(at_height(at, counter_top + 0.30F), 0.05F, rgb(0xf4d58a));
}

/// What stands on a square.
inline void draw_station(starling::Canvas& canvas, Vec2 at, Terrain terrain) {
  switch (terrain) {
    case Terrain::Floor:
      return;
    case Terrain::Counter:
      return draw_counter(canvas, at);
    case Terrain::Onions:
      return draw_crate(canvas, at, true);
    case Terrain::Tomatoes:
      return draw_crate(canvas, at, false);
    case Terrain::Dishes:
      return draw_dishes(canvas, at);
    case Terrain::Pot:
      return draw_pot(canvas, at);
    case Terrain::Serving:
      return draw_serving(canvas, at);
  }
}

/// The floor comes first, so that shadows fall on it.
inline void draw_room(starling::Canvas& canvas, const DrawnKitchen& kitchen) {
  const House& house = kitchen.house();
  const Vec2 half = Vec2{static_cast<float>(house.width), static_cast<float>(house.height)} * 0.5F;
  canvas.box(half, half + Vec2{0.06F, 0.06F}, palette::shadow, 0.0F, 0.1F, {.softness = 0.35F});
  canvas.box(half, half, rgb(0x1c232d));
  for (const bool is_floor : {true, false}) {
    for (int y = 0; y < house.height; ++y) {
      for (int x = 0; x < house.width; ++x) {
        const Terrain terrain = kitchen.terrain(x, y);
        if ((terrain == Terrain::Floor) != is_floor) continue;
        canvas.set_subject(kitchen.world().subject<Square>(kitchen.square(x, y)));
        if (is_floor) draw_floor(canvas, kitchen.center(x, y), (x + y) % 2 == 0);
        draw_station(canvas, kitchen.center(x, y), terrain);
      }
    }
  }
}

}  // namespace starling::envs::overcooked
