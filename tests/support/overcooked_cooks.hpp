/// Players of Overcooked who mostly do what matters, at random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/support/overcooked_model.hpp"

namespace starling::tests::overcooked {

class RandomCooks {
 public:
  explicit RandomCooks(unsigned seed) : rng_(seed) {}

  /// An action a player.
  std::vector<Action> act(const Kitchen& kitchen, const World& world) {
    std::vector<Action> actions;
    for (const Player& player : world.players)
      actions.push_back(act(kitchen, world, player));
    return actions;
  }

 private:
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(rng_()) % end; }

  /// Uses what is ahead, else turns to what is at hand, else walks; at times anything.
  Action act(const Kitchen& kitchen, const World& world, const Player& player) {
    if (below(8) == 0) return static_cast<Action>(below(6));
    const auto is_useful = [&](Facing facing) {
      return helps(kitchen, world, player.held, neighbour(player.cell, facing));
    };
    if (is_useful(player.facing) && below(6) != 0) return Action::Interact;
    const std::uint32_t first = below(4);
    for (std::uint32_t turn = 0; turn < 4; ++turn) {
      const std::uint32_t facing = (first + turn) % 4;
      if (is_useful(static_cast<Facing>(facing)) && below(4) != 0)
        return static_cast<Action>(facing);
    }
    // where many walk, two collide and all stay
    return below(static_cast<std::uint32_t>(world.players.size())) < 3 ? static_cast<Action>(first)
                                                                       : Action::Stay;
  }

  /// Whether the square brings a soup nearer to those who serve it; seldom, any use of it.
  bool helps(const Kitchen& kitchen, const World& world, const Object& held, Cell cell) {
    if (!is_inside(kitchen, cell)) return false;
    const Terrain terrain = terrain_at(kitchen, cell);
    const Object& there = world.objects[cell_index(kitchen, cell)];
    if (terrain == Terrain::Floor) return false;
    if (below(12) == 0) return true;
    switch (held.item) {
      case Item::None:
        if (terrain == Terrain::Pot) return is_idle(there) && is_full(there);
        if (terrain == Terrain::Dishes) return below(4) == 0;
        return terrain == Terrain::Counter ? there.item != Item::None : terrain != Terrain::Serving;
      case Item::Onion:
      case Item::Tomato:
        return terrain == Terrain::Pot && is_idle(there) && !is_full(there);
      case Item::Dish:
        return terrain == Terrain::Pot && there.item == Item::Soup && is_ready(kitchen, there);
      case Item::Soup:
        return terrain == Terrain::Serving;
    }
    return false;
  }

  std::mt19937 rng_;
};

}  // namespace starling::tests::overcooked
