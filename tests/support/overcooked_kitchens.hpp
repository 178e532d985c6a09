/// Kitchens of Overcooked that nobody would design, for tests against the plain model.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include "tests/support/overcooked_model.hpp"

namespace starling::tests::overcooked {

/// Both ends included.
struct KitchenLimits {
  int most_width = 13;
  int most_height = 9;
  int most_players = 30;
  int least_horizon = 30;
  int most_horizon = 90;
};

/// The same kitchens in every run and on every platform: the standard says what mt19937 draws, and
/// nothing here depends on how a library makes distributions of it.
class RandomKitchens {
 public:
  explicit RandomKitchens(unsigned seed) : rng_(seed) {}

  Kitchen make(const KitchenLimits& limits) {
    Kitchen kitchen;
    kitchen.width = between(3, limits.most_width);
    kitchen.height = between(3, limits.most_height);
    kitchen.horizon_steps = between(limits.least_horizon, limits.most_horizon);
    kitchen.dynamics = chance(3) ? Dynamics::Old : Dynamics::Default;
    lay_out(kitchen);
    add_starts(kitchen, limits.most_players);
    write_menu(kitchen);
    kitchen.shaping = {.ingredient_in_pot = between(0, 5),
                       .dish_pickup = between(-1, 4),
                       .soup_pickup = between(0, 9)};
    stock(kitchen);
    return kitchen;
  }

 private:
  int between(int lowest, int highest) {
    const auto choices = static_cast<std::uint32_t>(highest - lowest + 1);
    return lowest + static_cast<int>(static_cast<std::uint32_t>(rng_()) % choices);
  }
  /// Once in so many times.
  bool chance(int times) { return between(1, times) == 1; }

  /// Walls with stations in them around floor with islands; here and there the wall has a hole.
  void lay_out(Kitchen& kitchen) {
    const int islands = between(3, 9);
    for (int y = 0; y < kitchen.height; ++y) {
      for (int x = 0; x < kitchen.width; ++x) {
        const bool is_edge = x == 0 || y == 0 || x == kitchen.width - 1 || y == kitchen.height - 1;
        const bool is_floor = is_edge ? chance(12) : !chance(islands);
        kitchen.terrain.push_back(is_floor ? Terrain::Floor : square());
      }
    }
    kitchen.terrain[cell_index(kitchen, {1, 1})] = Terrain::Floor;
  }
  Terrain square() { return chance(2) ? Terrain::Counter : static_cast<Terrain>(between(1, 6)); }

  /// Mostly few players, sometimes as many as fit.
  void add_starts(Kitchen& kitchen, int most_players) {
    std::vector<Cell> floor;
    for (int y = 0; y < kitchen.height; ++y) {
      for (int x = 0; x < kitchen.width; ++x) {
        if (terrain_at(kitchen, {x, y}) == Terrain::Floor) floor.push_back({x, y});
      }
    }
    for (std::size_t left = floor.size(); left > 1; --left)
      std::swap(floor[left - 1], floor[static_cast<std::size_t>(between(1, int(left))) - 1]);
    const int most = std::min(most_players, static_cast<int>(floor.size()));
    const int players = chance(3) ? between(1, most) : std::min(most, between(1, 4));
    kitchen.starts.assign(floor.begin(), floor.begin() + players);
  }

  void write_menu(Kitchen& kitchen) {
    kitchen.order_bonus = chance(4) ? std::numeric_limits<double>::infinity() : 0.5 * between(0, 6);
    for (Recipe& recipe : kitchen.recipes) {
      recipe = {.value = between(1, 40),
                .cook_steps = chance(8) ? 0 : between(1, 12),
                .ordered = !chance(4),
                .bonus = false};
      recipe.bonus = recipe.ordered && chance(3);
    }
    kitchen.recipes[static_cast<std::size_t>(between(0, 8))].ordered = true;
  }

  /// What lies and is held at the start.
  void stock(Kitchen& kitchen) {
    kitchen.objects.resize(kitchen.terrain.size());
    kitchen.held.resize(kitchen.starts.size());
    const int rarity = between(2, 6);
    for (std::size_t cell = 0; cell < kitchen.terrain.size(); ++cell) {
      if (kitchen.terrain[cell] == Terrain::Counter && chance(rarity))
        kitchen.objects[cell] = ware(kitchen);
      if (kitchen.terrain[cell] == Terrain::Pot && chance(2)) kitchen.objects[cell] = stew(kitchen);
    }
    for (Object& held : kitchen.held) {
      if (chance(rarity)) held = ware(kitchen);
    }
  }

  Object ware(const Kitchen& kitchen) {
    const auto item = static_cast<Item>(between(1, 4));
    if (item != Item::Soup) return {.item = item};
    Object soup = stew(kitchen);
    soup.cooked_steps = recipe_of(kitchen, soup).cook_steps;
    return soup;
  }

  Object stew(const Kitchen& kitchen) {
    const int ingredients = between(1, most_ingredients);
    Object soup{.item = Item::Soup, .onions = between(0, ingredients)};
    soup.tomatoes = ingredients - soup.onions;
    soup.cooked_steps = between(-1, recipe_of(kitchen, soup).cook_steps);
    return soup;
  }

  std::mt19937 rng_;
};

}  // namespace starling::tests::overcooked
