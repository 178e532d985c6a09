/// The rules of Overcooked in plain loops over vectors: what every faster version must equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "envs/overcooked/kitchen.hpp"

namespace starling::tests::overcooked {

using envs::overcooked::Cell;
using envs::overcooked::cell_index;
using envs::overcooked::Dynamics;
using envs::overcooked::is_inside;
using envs::overcooked::Item;
using envs::overcooked::Kitchen;
using envs::overcooked::most_ingredients;
using envs::overcooked::Object;
using envs::overcooked::Recipe;
using envs::overcooked::recipe_index;
using envs::overcooked::Terrain;

enum class Action : std::uint8_t { North, South, East, West, Stay, Interact };
enum class Facing : std::uint8_t { North, South, East, West };

struct Player {
  Cell cell;
  Facing facing = Facing::North;
  Object held;

  bool operator==(const Player&) const = default;
};

struct World {
  std::vector<Player> players;
  std::vector<Object> objects;  ///< [height, width]: what lies on a counter or in a pot.
  int steps = 0;

  bool operator==(const World&) const = default;
};

/// Of one step, a player each.
struct Rewards {
  std::vector<double> sparse;  ///< For soups served.
  std::vector<double> shaped;  ///< For what leads to them.
};

inline World start(const Kitchen& kitchen) {
  World world{.players = {}, .objects = kitchen.objects, .steps = 0};
  for (std::size_t index = 0; index < kitchen.starts.size(); ++index) {
    world.players.push_back(
        {.cell = kitchen.starts[index], .facing = Facing::North, .held = kitchen.held[index]});
  }
  return world;
}

inline Terrain terrain_at(const Kitchen& kitchen, Cell cell) {
  return kitchen.terrain[cell_index(kitchen, cell)];
}

inline Cell neighbour(Cell cell, Facing facing) {
  switch (facing) {
    case Facing::North:
      return {cell.x, cell.y - 1};
    case Facing::South:
      return {cell.x, cell.y + 1};
    case Facing::East:
      return {cell.x + 1, cell.y};
    case Facing::West:
      return {cell.x - 1, cell.y};
  }
  return cell;
}

inline const Recipe& recipe_of(const Kitchen& kitchen, const Object& soup) {
  return kitchen.recipes[static_cast<std::size_t>(recipe_index(soup.onions, soup.tomatoes))];
}

inline bool is_idle(const Object& soup) {
  return soup.cooked_steps < 0;
}

inline bool is_ready(const Kitchen& kitchen, const Object& soup) {
  return !is_idle(soup) && soup.cooked_steps >= recipe_of(kitchen, soup).cook_steps;
}

inline bool is_full(const Object& soup) {
  return soup.onions + soup.tomatoes == most_ingredients;
}

/// Pots that cook, are ready, or hold one or two ingredients: a dish will be wanted there.
inline int pots_in_use(const Kitchen& kitchen, const World& world) {
  int pots = 0;
  for (std::size_t cell = 0; cell < kitchen.terrain.size(); ++cell) {
    const Object& soup = world.objects[cell];
    if (kitchen.terrain[cell] != Terrain::Pot || soup.item == Item::None) continue;
    if (!is_idle(soup) || !is_full(soup)) ++pots;
  }
  return pots;
}

/// Whether a dish taken now pays; `pots` are the pots in use before anybody's interaction.
inline bool is_dish_wanted(const World& world, int pots) {
  if (world.players.size() != 2) return false;
  for (const Object& object : world.objects) {
    if (object.item == Item::Dish) return false;
  }
  int dishes_in_hands = 0;
  for (const Player& player : world.players)
    dishes_in_hands += player.held.item == Item::Dish ? 1 : 0;
  return dishes_in_hands < pots;
}

/// What a soup pays where it is served.
inline double value_of(const Kitchen& kitchen, const Object& soup) {
  const Recipe& recipe = recipe_of(kitchen, soup);
  if (!recipe.ordered) return 0;
  return recipe.bonus ? recipe.value * kitchen.order_bonus : recipe.value;
}

/// Puts what the hand holds into a pot, or takes soup out of it, or starts it. Gives the shaped
/// reward.
inline double interact_with_pot(const Kitchen& kitchen, Object& hand, Object& pot) {
  const bool is_empty = pot.item == Item::None;
  const bool is_ingredient = hand.item == Item::Onion || hand.item == Item::Tomato;
  if (is_ingredient && is_idle(pot) && !is_full(pot)) {
    pot.item = Item::Soup;
    ++(hand.item == Item::Onion ? pot.onions : pot.tomatoes);
    hand = {};
    return kitchen.shaping.ingredient_in_pot;
  }
  if (hand.item == Item::Dish && !is_empty && is_ready(kitchen, pot)) {
    hand = std::exchange(pot, {});
    return kitchen.shaping.soup_pickup;
  }
  if (hand.item == Item::None && !is_empty && is_idle(pot) &&
      kitchen.dynamics == Dynamics::Default) {
    pot.cooked_steps = 0;
  }
  return 0;
}

/// What one player's interaction does to the cell that it faces.
inline void interact(const Kitchen& kitchen, World& world, std::size_t index, int pots,
                     Rewards& rewards) {
  Player& player = world.players[index];
  const Cell faced = neighbour(player.cell, player.facing);
  if (!is_inside(kitchen, faced)) return;
  Object& hand = player.held;
  Object& there = world.objects[cell_index(kitchen, faced)];
  const bool is_empty_handed = hand.item == Item::None;
  switch (terrain_at(kitchen, faced)) {
    case Terrain::Floor:
      break;
    case Terrain::Counter:
      if (is_empty_handed != (there.item == Item::None)) std::swap(hand, there);
      break;
    case Terrain::Onions:
      if (is_empty_handed) hand.item = Item::Onion;
      break;
    case Terrain::Tomatoes:
      if (is_empty_handed) hand.item = Item::Tomato;
      break;
    case Terrain::Dishes:
      if (!is_empty_handed) break;
      if (is_dish_wanted(world, pots)) rewards.shaped[index] += kitchen.shaping.dish_pickup;
      hand.item = Item::Dish;
      break;
    case Terrain::Pot:
      rewards.shaped[index] += interact_with_pot(kitchen, hand, there);
      break;
    case Terrain::Serving:
      if (hand.item == Item::Soup)
        rewards.sparse[index] += value_of(kitchen, std::exchange(hand, {}));
      break;
  }
}

/// Turns everybody, and moves everybody unless any two collide.
inline void move(const Kitchen& kitchen, World& world, const std::vector<Action>& actions) {
  std::vector<Cell> targets;
  for (std::size_t index = 0; index < actions.size(); ++index) {
    Player& player = world.players[index];
    targets.push_back(player.cell);
    if (actions[index] == Action::Stay || actions[index] == Action::Interact) continue;
    player.facing = static_cast<Facing>(actions[index]);
    const Cell ahead = neighbour(player.cell, player.facing);
    if (is_inside(kitchen, ahead) && terrain_at(kitchen, ahead) == Terrain::Floor)
      targets.back() = ahead;
  }
  for (std::size_t left = 0; left < targets.size(); ++left) {
    for (std::size_t right = left + 1; right < targets.size(); ++right) {
      const bool is_swap =
          targets[left] == world.players[right].cell && targets[right] == world.players[left].cell;
      if (is_swap || targets[left] == targets[right]) return;
    }
  }
  for (std::size_t index = 0; index < targets.size(); ++index)
    world.players[index].cell = targets[index];
}

/// A step of the clock for what is in the pots.
inline void cook(const Kitchen& kitchen, World& world) {
  for (std::size_t cell = 0; cell < kitchen.terrain.size(); ++cell) {
    Object& soup = world.objects[cell];
    if (kitchen.terrain[cell] != Terrain::Pot || soup.item == Item::None) continue;
    const bool starts_itself = kitchen.dynamics == Dynamics::Old && is_idle(soup) && is_full(soup);
    if (starts_itself) soup.cooked_steps = 0;
    if (!is_idle(soup) && !is_ready(kitchen, soup)) ++soup.cooked_steps;
  }
}

/// One joint step; an action a player. Every interaction sees what players of lower index have
/// done.
inline Rewards step(const Kitchen& kitchen, World& world, const std::vector<Action>& actions) {
  const std::size_t players = world.players.size();
  Rewards rewards{std::vector<double>(players), std::vector<double>(players)};
  const int pots = pots_in_use(kitchen, world);
  for (std::size_t index = 0; index < players; ++index) {
    if (actions[index] == Action::Interact) interact(kitchen, world, index, pots, rewards);
  }
  move(kitchen, world, actions);
  ++world.steps;
  cook(kitchen, world);
  return rewards;
}

}  // namespace starling::tests::overcooked
