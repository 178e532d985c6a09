/// What a player sees, as tokens of entities: itself, the other players, stations, loose things.
///
/// A kind of token has a strip of floats, [tokens, features]; TokenMask says which are there: the
/// player's own, always, then those of the others by index, of stations and of things by square. A
/// token that is not there is all zeros. Features, in their order:
///
///     all but the player's own  offset from the player: to the east, to the south
///     own                       place: from the west, from the north
///     own, cooks                facing: north, south, east, west (one is 1)
///     stations                  onions, tomatoes, dishes, pot, serving (one is 1)
///     all                       what is held or lies there: onion, tomato, dish, soup (one is 1,
///     or
///                               none); of a soup its onions, its tomatoes, whether it is ready,
///                               and the steps that it still cooks
///     own                       steps left of the episode
///
/// Cells are in units of 8, cooking steps of 16, steps of the episode of 256: numbers around one,
/// and exact.
#pragma once

#include "envs/overcooked/interact.hpp"

namespace starling::envs::overcooked {

inline constexpr float unit_of_cells = 1.0F / 8;
inline constexpr float unit_of_cook_steps = 1.0F / 16;
inline constexpr float unit_of_steps = 1.0F / 256;

/// What one player is shown while it is written.
struct Notes {
  Rules rules;
  House house;
  Menu menu;
  Body observer;
  std::int32_t own = 0;  ///< Index of the observer.
  Strip<SelfTokens> self;
  Strip<CookTokens> cooks;
  Strip<StationTokens> stations;
  Strip<ThingTokens> things;
  Strip<TokenMask> mask;

  /// Index among the cooks' tokens of a player other than the observer.
  STARLING_FN std::int32_t cook(std::int32_t player) const {
    return player < own ? player : player - 1;
  }
};

template <class Tokens>
STARLING_FN void note_offset(const Strip<Tokens>& tokens, RowIndex at, const Body& observer,
                             std::int32_t x, std::int32_t y) {
  tokens[at] = static_cast<float>(x - observer.x) * unit_of_cells;
  tokens[at + 1] = static_cast<float>(y - observer.y) * unit_of_cells;
}

template <class Tokens>
STARLING_FN void note_contents(const Strip<Tokens>& tokens, RowIndex at, const Menu& menu,
                               const Food& food, Timer timer) {
  tokens[at + food.item - 1] = 1.0F;
  if (food.item != static_cast<std::uint8_t>(Item::Soup)) return;
  tokens[at + 4] = food.onions;
  tokens[at + 5] = food.tomatoes;
  if (is_ready(menu, food, timer)) {
    tokens[at + 6] = 1.0F;
  } else if (timer.cooked_steps >= 0) {
    const std::int32_t left = menu[food].cook_steps - timer.cooked_steps;
    tokens[at + 7] = static_cast<float>(left) * unit_of_cook_steps;
  }
}

STARLING_FN void note_players(const Notes& notes, Rows<const Body> bodies,
                              std::int32_t steps_left) {
  notes.self[0] = static_cast<float>(notes.observer.x) * unit_of_cells;
  notes.self[1] = static_cast<float>(notes.observer.y) * unit_of_cells;
  notes.self[place_features + notes.observer.facing] = 1.0F;
  notes.self[self_features - 1] = static_cast<float>(steps_left) * unit_of_steps;
  for (std::int32_t player = 0; player < notes.house.players; ++player) {
    if (player == notes.own) continue;
    const Body other = bodies[player];
    const RowIndex at = notes.cook(player) * cook_features;
    notes.mask[1 + notes.cook(player)] = 1;
    note_offset(notes.cooks, at, notes.observer, other.x, other.y);
    notes.cooks[at + place_features + other.facing] = 1.0F;
  }
}

STARLING_FN void note_stations(const Notes& notes, Shared<const Station> stations) {
  for (std::int32_t token = 0; token < notes.house.stations; ++token) {
    const Station station = stations[notes.house.first_station + token];
    const RowIndex at = token * station_features;
    notes.mask[notes.rules.players + token] = 1;
    note_offset(notes.stations, at, notes.observer, station.x, station.y);
    notes.stations[at + place_features + station.kind] = 1.0F;
  }
}

/// What is held goes to who holds it, what is in a pot to the pot, all else has its own token.
STARLING_FN void note_thing(const Notes& notes, const Food& food, const Spot& spot, Timer timer,
                            std::int32_t token) {
  constexpr std::int32_t held_at = place_features + facing_features;
  if (spot.holder == notes.own) {
    note_contents(notes.self, held_at, notes.menu, food, timer);
  } else if (spot.holder != Spot::nobody) {
    const RowIndex at = notes.cook(spot.holder) * cook_features;
    note_contents(notes.cooks, at + held_at, notes.menu, food, timer);
  } else if (token < 0) {
    return;
  } else if (food.in_pot != 0) {
    const RowIndex at = token * station_features;
    note_contents(notes.stations, at + place_features + station_kinds, notes.menu, food, timer);
  } else {
    const RowIndex at = token * thing_features;
    notes.mask[notes.rules.players + notes.rules.station_tokens + token] = 1;
    note_offset(notes.things, at, notes.observer, spot.x, spot.y);
    note_contents(notes.things, at + place_features, notes.menu, food, timer);
  }
}

/// Players that are not there see themselves alone, as zeros: a policy may ask for the first token.
STARLING_FN void note(Self self, const Address& address, const Clock& clock,
                      Shared<const Rules> rules, Shared<const House> houses,
                      Shared<const MenuItem> menu, Shared<const Station> stations,
                      Shared<const TokenPlace> places, Rows<const Body> bodies,
                      Rows<const Food> foods, Rows<const Spot> spots, Rows<const Timer> timers,
                      Strip<SelfTokens> own, Strip<CookTokens> cooks,
                      Strip<StationTokens> at_stations, Strip<ThingTokens> things,
                      Strip<TokenMask> mask) {
  mask[0] = 1;
  const Body body = bodies[static_cast<RowIndex>(self.row)];
  if (body.present == 0) return;
  const House house = houses[address.kitchen];
  const Notes notes{*rules,
                    house,
                    {menu, address.kitchen},
                    body,
                    static_cast<std::int32_t>(self.row),
                    own,
                    cooks,
                    at_stations,
                    things,
                    mask};
  note_players(notes, bodies, house.horizon_steps - static_cast<std::int32_t>(clock.step));
  note_stations(notes, stations);
  const std::int64_t first_square = std::int64_t{address.kitchen} * rules->squares;
  for (RowIndex row = 0; row < foods.size(); ++row) {
    const Spot spot = spots[row];
    const std::int64_t square = first_square + spot.y * house.width + spot.x;
    note_thing(notes, foods[row], spot, timers[row], places[square].token);
  }
}

}  // namespace starling::envs::overcooked
