/// What the worlds of Overcooked are made of: players, squares, and things that come and go.
#pragma once

#include <array>
#include <cstdint>

#include "engine/environment.hpp"
#include "envs/overcooked/recipe.hpp"
#include "envs/overcooked/token_features.hpp"

namespace starling::envs::overcooked {

/// What all worlds of a run share; the largest of its kitchens decides.
struct Rules {
  std::int32_t kitchens = 1;
  std::int32_t players = 2;
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::int32_t squares = 0;        ///< width x height
  std::int32_t things = 0;         ///< Most that can lie and be held at a time.
  std::int32_t shown_players = 2;  ///< With planes of their own.
  std::int32_t planes = 0;         ///< Of one square.
  std::int32_t plane_bytes = 0;    ///< Of one player's planes.
  std::int32_t tokens = 0;         ///< Of entities that one player sees; 0: it sees planes alone.
  std::int32_t onlookers = 0;      ///< Players that see tokens.
  std::int32_t station_tokens = 0;
  std::int32_t self_floats = 0;  ///< Of one player's tokens of a kind: tokens x features.
  std::int32_t cook_floats = 0;
  std::int32_t station_floats = 0;
  std::int32_t thing_floats = 0;
};

/// The rules of one kitchen, and where its lists begin.
struct House {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::int32_t players = 0;
  std::int32_t horizon_steps = 0;
  std::int32_t starts_itself = 0;  ///< Not 0: a pot of three ingredients needs no hand to start.
  std::int32_t first_stamp = 0;
  std::int32_t stamps = 0;
  std::int32_t first_provision = 0;
  std::int32_t provisions = 0;
  std::int32_t first_station = 0;
  std::int32_t stations = 0;
  float ingredient_in_pot = 0.0F;
  float dish_pickup = 0.0F;
  float soup_pickup = 0.0F;
};

/// A soup of one recipe, of [kitchens, recipe_kinds] by recipe_index.
struct MenuItem {
  float pay = 0.0F;  ///< 0 where nobody ordered it.
  std::int32_t cook_steps = 0;
};

/// A square, other than a counter, that can be used.
struct Station {
  std::uint8_t x = 0;
  std::uint8_t y = 0;
  std::uint8_t kind = 0;  ///< Onions, tomatoes, dishes, pot, serving.
  std::uint8_t spare = 0;
};

/// Which token of its kind a station has, or what lies on a counter, of [kitchens, squares];
/// negative where nothing can be used.
struct TokenPlace {
  std::int32_t token = -1;
};

/// What a square is: Terrain, of [kitchens, squares].
struct Ground {
  std::uint8_t terrain = 0;
};

/// Where a player starts, of [kitchens, players].
struct StartCell {
  std::uint8_t x = 0;
  std::uint8_t y = 0;
};

/// An element of the observation that is one in every step: its place in a player's planes.
struct Stamp {
  std::uint32_t at = 0;
};

enum class Act : std::uint8_t { North, South, East, West, Stay, Interact };

struct Action {
  std::uint8_t act = 0;  ///< Act
  static constexpr std::array choices = {6};
};

/// Which kitchen a world is.
struct Address {
  std::int32_t kitchen = 0;
};

struct Body {
  std::uint8_t x = 0;
  std::uint8_t y = 0;
  std::uint8_t facing = 0;   ///< As actions: north, south, east, west.
  std::uint8_t present = 0;  ///< 0: this kitchen has fewer players.
};

/// Where a player wants to be.
struct Aim {
  std::uint8_t x = 0;
  std::uint8_t y = 0;
};

/// Not 0: another player is in the way.
struct Clash {
  std::uint8_t clashes = 0;
};

/// What a player holds. A thing that was just taken from a dispenser has its item here first.
struct Hand {
  Entity thing;
  std::uint32_t item = 0;  ///< Item
};

/// What lies on a square.
struct Lying {
  Entity thing;
};

struct Food {
  std::uint8_t item = 0;  ///< Item
  std::uint8_t onions = 0;
  std::uint8_t tomatoes = 0;
  std::uint8_t in_pot = 0;
};

/// Where a thing is: held, else on a square.
struct Spot {
  static constexpr std::uint8_t nobody = 255;

  std::uint8_t x = 0;
  std::uint8_t y = 0;
  std::uint8_t holder = nobody;
  std::uint8_t spare = 0;
};

/// Steps that a soup has cooked; negative before it starts.
struct Timer {
  std::int32_t cooked_steps = -1;
};

/// A thing that is there when an episode starts, of a kitchen's list.
struct Provision {
  Food food;
  Spot spot;
  Timer timer;
};

/// What a player earned in this step.
struct Earned {
  float sparse = 0.0F;  ///< For soups that it served.
  float shaped = 0.0F;  ///< For what leads to them.
};

/// What a player sees: [width, height, planes].
struct Planes {
  using Element = std::uint8_t;
  static constexpr auto length = &Rules::plane_bytes;
};

/// What a player sees as tokens: see tokens.hpp.
struct SelfTokens {
  using Element = float;
  static constexpr auto length = &Rules::self_floats;
  static constexpr int features = self_features;
};
struct CookTokens {
  using Element = float;
  static constexpr auto length = &Rules::cook_floats;
  static constexpr int features = cook_features;
};
struct StationTokens {
  using Element = float;
  static constexpr auto length = &Rules::station_floats;
  static constexpr int features = station_features;
};
struct ThingTokens {
  using Element = float;
  static constexpr auto length = &Rules::thing_floats;
  static constexpr int features = thing_features;
};
/// Not 0: the token is there.
struct TokenMask {
  using Element = std::uint8_t;
  static constexpr auto length = &Rules::tokens;
};

struct Player : Archetype<Action, Body, Aim, Clash, Hand, Earned, Reward, Planes> {};
/// What a player sees as tokens: rows of their own, one a player or none, so that a run without
/// them has nothing to do.
struct Onlooker : Archetype<SelfTokens, CookTokens, StationTokens, ThingTokens, TokenMask> {};
struct Square : Archetype<Lying> {};
struct Thing : Archetype<Food, Spot, Timer> {};

}  // namespace starling::envs::overcooked
