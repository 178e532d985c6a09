/// What a player sees, as planes over the grid: those that the public agents of Overcooked use.
#pragma once

#include "envs/overcooked/interact.hpp"

namespace starling::envs::overcooked {

inline constexpr std::int32_t facings = 4;
inline constexpr std::uint32_t hurry_steps = 40;  ///< With fewer left, the last plane is all ones.

/// The planes behind those of the players, in their order. Terrain is stamped: see Stamp.
enum class Plane : std::uint8_t {
  Pots,
  Counters,
  OnionDispensers,
  TomatoDispensers,
  DishDispensers,
  Serving,
  OnionsInIdlePot,
  TomatoesInIdlePot,
  OnionsInSoup,
  TomatoesInSoup,
  CookStepsLeft,
  SoupReady,
  Dishes,
  Onions,
  Tomatoes,
  Hurry,
};

inline constexpr std::int32_t kitchen_planes = 16;

/// Planes of one square.
constexpr std::int32_t plane_count(std::int32_t shown_players) {
  return kitchen_planes + (1 + facings) * shown_players;
}

/// One player's observation while it is painted. Nothing is painted twice in one place, but where
/// players are merged the later ones lie over the others.
struct Canvas {
  Strip<Planes> planes;
  Rules rules;

  STARLING_FN std::int32_t square(std::int32_t x, std::int32_t y) const {
    return (x * rules.height + y) * rules.planes;
  }
  STARLING_FN void set(std::int32_t square, Plane plane, std::int32_t value) const {
    const std::int32_t first = (1 + facings) * rules.shown_players;
    set(square + first + static_cast<std::int32_t>(plane), value);
  }
  STARLING_FN void set(std::int32_t at, std::int32_t value) const {
    planes[at] = static_cast<std::uint8_t>(value < 255 ? value : 255);
  }
};

STARLING_FN void paint_player(const Canvas& canvas, std::int32_t shown, const Body& body) {
  const std::int32_t square = canvas.square(body.x, body.y);
  canvas.set(square + shown, 1);
  canvas.set(square + canvas.rules.shown_players + shown * facings + body.facing, 1);
}

STARLING_FN void paint_soup(const Canvas& canvas, const Menu& menu, std::int32_t square,
                            const Food& soup, Timer timer) {
  const bool is_idle = timer.cooked_steps < 0;
  canvas.set(square, is_idle ? Plane::OnionsInIdlePot : Plane::OnionsInSoup, soup.onions);
  canvas.set(square, is_idle ? Plane::TomatoesInIdlePot : Plane::TomatoesInSoup, soup.tomatoes);
  if (is_idle) return;
  if (is_ready(menu, soup, timer)) {
    canvas.set(square, Plane::SoupReady, 1);
  } else {
    canvas.set(square, Plane::CookStepsLeft, menu[soup].cook_steps - timer.cooked_steps);
  }
}

STARLING_FN void paint_thing(const Canvas& canvas, const Menu& menu, std::int32_t square,
                             const Food& food, Timer timer) {
  switch (static_cast<Item>(food.item)) {
    case Item::None:
      return;
    case Item::Onion:
      return canvas.set(square, Plane::Onions, 1);
    case Item::Tomato:
      return canvas.set(square, Plane::Tomatoes, 1);
    case Item::Dish:
      return canvas.set(square, Plane::Dishes, 1);
    case Item::Soup:
      return paint_soup(canvas, menu, square, food, timer);
  }
}

STARLING_FN void paint_hurry(const Canvas& canvas, const House& house) {
  for (std::int32_t x = 0; x < house.width; ++x) {
    for (std::int32_t y = 0; y < house.height; ++y)
      canvas.set(canvas.square(x, y), Plane::Hurry, 1);
  }
}

/// Own places and facings first, then those of the others by index, or of all others as one.
STARLING_FN void paint(Self self, const Address& address, const Clock& clock,
                       Shared<const Rules> rules, Shared<const House> houses,
                       Shared<const MenuItem> menu, Shared<const Stamp> stamps, const Body& body,
                       Rows<const Body> bodies, Rows<const Food> foods, Rows<const Spot> spots,
                       Rows<const Timer> timers, Strip<Planes> planes) {
  if (body.present == 0) return;
  const House house = houses[address.kitchen];
  const Canvas canvas{planes, *rules};
  for (std::int32_t stamp = 0; stamp < house.stamps; ++stamp)
    planes[static_cast<RowIndex>(stamps[house.first_stamp + stamp].at)] = 1;
  for (std::int32_t player = 0; player < house.players; ++player) {
    const auto own = static_cast<std::int32_t>(self.row);
    const std::int32_t in_order = player == own ? 0 : player < own ? player + 1 : player;
    const std::int32_t shown =
        in_order < rules->shown_players ? in_order : rules->shown_players - 1;
    paint_player(canvas, shown, bodies[player]);
  }
  for (RowIndex row = 0; row < foods.size(); ++row) {
    Spot spot = spots[row];
    if (spot.holder != Spot::nobody) {
      const Body holder = bodies[spot.holder];
      spot.x = holder.x;
      spot.y = holder.y;
    }
    paint_thing(canvas, {menu, address.kitchen}, canvas.square(spot.x, spot.y), foods[row],
                timers[row]);
  }
  if (clock.step + hurry_steps > static_cast<std::uint32_t>(house.horizon_steps))
    paint_hurry(canvas, house);
}

}  // namespace starling::envs::overcooked
