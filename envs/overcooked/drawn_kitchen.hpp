/// The kitchen of a world as its drawing sees it: a unit a square, the first row at the top.
#pragma once

#include "engine/marks.hpp"
#include "engine/world_view.hpp"
#include "envs/overcooked/overcooked.hpp"

namespace starling::envs::overcooked {

using kernels::Vec2;
using kernels::Vec3;

/// Heights above the floor.
inline constexpr float counter_top = 0.5F;
inline constexpr float pot_top = counter_top + 0.26F;
/// By which flat shapes lie above the body that carries them.
inline constexpr float just_above = 0.006F;

constexpr Vec3 at_height(Vec2 at, float height) {
  return {at.x, at.y, height};
}

/// Nothing that a component says is trusted to be a place of the kitchen: components can be edited.
class DrawnKitchen {
 public:
  explicit DrawnKitchen(const WorldView<Overcooked>& world) : world_(world) {
    kitchen_ = world.singleton<Address>().kitchen;
    const auto houses = world.shared<House>();
    is_known_ = kitchen_ >= 0 && static_cast<std::size_t>(kitchen_) < houses.size();
    if (is_known_) house_ = houses[static_cast<std::size_t>(kitchen_)];
  }

  /// False where the world's kitchen is none of the run's: there is nothing to draw.
  bool is_known() const { return is_known_; }
  const WorldView<Overcooked>& world() const { return world_; }
  const House& house() const { return house_; }
  int players() const { return house_.players; }

  bool has(int x, int y) const { return x >= 0 && x < house_.width && y >= 0 && y < house_.height; }
  int square(int x, int y) const { return y * house_.width + x; }
  Vec2 center(int x, int y) const {
    return {static_cast<float>(x) + 0.5F, static_cast<float>(house_.height - y) - 0.5F};
  }
  Terrain terrain(int x, int y) const {
    return static_cast<Terrain>(world_.shared<Ground>()[of_squares(x, y)].terrain);
  }
  /// Of the station or the counter there; negative where nobody could use it.
  int token(int x, int y) const { return world_.shared<TokenPlace>()[of_squares(x, y)].token; }

  bool is_present(int player) const {
    return player < players() && body(player).present != 0 && has(body(player).x, body(player).y);
  }
  Body body(int player) const {
    return world_.rows<Player, Body>()[static_cast<std::size_t>(player)];
  }

  /// Steps that a soup takes to cook; 0 for what is no soup.
  int cook_steps(const Food& food) const {
    const int ingredients = food.onions + food.tomatoes;
    if (ingredients < 1 || ingredients > most_ingredients) return 0;
    const int item = kitchen_ * recipe_kinds + recipe_index(food.onions, food.tomatoes);
    return world_.shared<MenuItem>()[static_cast<std::size_t>(item)].cook_steps;
  }

 private:
  std::size_t of_squares(int x, int y) const {
    return static_cast<std::size_t>(kitchen_ * world_.rules().squares + square(x, y));
  }

  const WorldView<Overcooked>& world_;
  House house_;
  std::int32_t kitchen_ = 0;
  bool is_known_ = false;
};

/// Where a player looks, one long.
inline Vec2 direction_of(std::uint8_t facing) {
  const Place ahead = ahead_of(0, 0, facing);
  return {static_cast<float>(ahead.x), static_cast<float>(-ahead.y)};
}

}  // namespace starling::envs::overcooked
