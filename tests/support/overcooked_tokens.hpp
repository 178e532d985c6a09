/// Observations of Overcooked as tokens of entities, from the plain model's state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/support/overcooked_model.hpp"

namespace starling::tests::overcooked {

/// Tokens of one kind: their features, or nothing where one is not there.
using Tokens = std::vector<std::vector<float>>;

/// What one player sees.
struct TokenSight {
  Tokens self;
  Tokens cooks;
  Tokens stations;
  Tokens things;
};

namespace detail {

using Features = std::vector<float>;

inline void append(Features& features, const Features& more) {
  features.insert(features.end(), more.begin(), more.end());
}

inline Features one_of(std::size_t count, std::size_t which) {
  Features features(count);
  features.at(which) = 1;
  return features;
}

inline Features offset(Cell from, Cell to) {
  return {static_cast<float>(to.x - from.x) / 8, static_cast<float>(to.y - from.y) / 8};
}

inline Features contents(const Kitchen& kitchen, const Object& object) {
  if (object.item == Item::None) return Features(8);
  Features features = one_of(4, static_cast<std::size_t>(object.item) - 1);
  Features soup(4);
  if (object.item == Item::Soup) {
    const bool ready = is_ready(kitchen, object);
    const int left =
        is_idle(object) || ready ? 0 : recipe_of(kitchen, object).cook_steps - object.cooked_steps;
    soup = {static_cast<float>(object.onions), static_cast<float>(object.tomatoes),
            ready ? 1.0F : 0.0F, static_cast<float>(left) / 16};
  }
  append(features, soup);
  return features;
}

inline Features player(const Kitchen& kitchen, Cell from, const Player& player) {
  Features features = offset(from, player.cell);
  append(features, one_of(4, static_cast<std::size_t>(player.facing)));
  append(features, contents(kitchen, player.held));
  return features;
}

inline bool can_be_faced(const Kitchen& kitchen, Cell cell) {
  for (const Facing facing : {Facing::North, Facing::South, Facing::East, Facing::West}) {
    const Cell beside = neighbour(cell, facing);
    if (is_inside(kitchen, beside) && terrain_at(kitchen, beside) == Terrain::Floor) return true;
  }
  return false;
}

inline void add_square(const Kitchen& kitchen, const World& world, Cell from, Cell cell,
                       TokenSight& sight) {
  const Terrain terrain = terrain_at(kitchen, cell);
  if (terrain == Terrain::Floor || !can_be_faced(kitchen, cell)) return;
  const Object& object = world.objects[cell_index(kitchen, cell)];
  Features features = offset(from, cell);
  if (terrain == Terrain::Counter) {
    append(features, contents(kitchen, object));
    sight.things.push_back(object.item == Item::None ? Features{} : features);
  } else {
    constexpr auto first = static_cast<std::size_t>(Terrain::Onions);
    append(features, one_of(5, static_cast<std::size_t>(terrain) - first));
    append(features, contents(kitchen, object));
    sight.stations.push_back(features);
  }
}

}  // namespace detail

/// Tokens of one observer.
inline TokenSight tokens_of(const Kitchen& kitchen, const World& world, std::size_t observer) {
  const Cell from = world.players[observer].cell;
  TokenSight sight;
  sight.self = {detail::player(kitchen, {0, 0}, world.players[observer])};
  sight.self[0].push_back(static_cast<float>(kitchen.horizon_steps - world.steps) / 256);
  for (std::size_t other = 0; other < world.players.size(); ++other) {
    if (other != observer)
      sight.cooks.push_back(detail::player(kitchen, from, world.players[other]));
  }
  for (int y = 0; y < kitchen.height; ++y) {
    for (int x = 0; x < kitchen.width; ++x)
      detail::add_square(kitchen, world, from, {x, y}, sight);
  }
  return sight;
}

}  // namespace starling::tests::overcooked
