/// Observations of Overcooked as planes over the grid, in plain loops.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/support/overcooked_model.hpp"

namespace starling::tests::overcooked {

/// Which planes show the players other than the observer.
enum class Others : std::uint8_t {
  Apart,   ///< Five planes each.
  Merged,  ///< Five planes for all of them.
};

inline constexpr int facings = 4;
inline constexpr int kitchen_planes = 16;
inline constexpr int hurry_steps = 40;  ///< With fewer left, the last plane is all ones.

/// The planes after those of the players, in their order.
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

/// How many players have planes of their own; merged, all others are one.
inline int shown_players(int players, Others others) {
  return others == Others::Merged ? 2 : players;
}

inline int plane_count(int players, Others others) {
  return kitchen_planes + (1 + facings) * shown_players(players, others);
}

/// One player's planes.
class Planes {
 public:
  Planes(const Kitchen& kitchen, int shown)
      : kitchen_(kitchen),
        shown_(shown),
        count_(kitchen_planes + (1 + facings) * shown),
        values_(kitchen.terrain.size() * static_cast<std::size_t>(count_)) {}

  /// `shown` 0 is the observer.
  void add_player(int shown, const Player& player) {
    add(shown, player.cell, 1);
    add(shown_ + shown * facings + static_cast<int>(player.facing), player.cell, 1);
  }

  void add(Plane plane, Cell cell, int value) {
    add(shown_ * (1 + facings) + static_cast<int>(plane), cell, value);
  }

  const std::vector<std::uint8_t>& values() const { return values_; }

 private:
  /// More than 255, which only a cooking time can be, is shown as 255.
  void add(int plane, Cell cell, int value) {
    const int at = (cell.x * kitchen_.height + cell.y) * count_ + plane;
    std::uint8_t& shown = values_[static_cast<std::size_t>(at)];
    shown = static_cast<std::uint8_t>(std::min(shown + value, 255));
  }

  const Kitchen& kitchen_;
  int shown_;
  int count_;
  std::vector<std::uint8_t> values_;  ///< [width, height, planes].
};

inline void add_terrain(Planes& planes, Terrain terrain, Cell cell) {
  switch (terrain) {
    case Terrain::Floor:
      break;
    case Terrain::Counter:
      planes.add(Plane::Counters, cell, 1);
      break;
    case Terrain::Onions:
      planes.add(Plane::OnionDispensers, cell, 1);
      break;
    case Terrain::Tomatoes:
      planes.add(Plane::TomatoDispensers, cell, 1);
      break;
    case Terrain::Dishes:
      planes.add(Plane::DishDispensers, cell, 1);
      break;
    case Terrain::Pot:
      planes.add(Plane::Pots, cell, 1);
      break;
    case Terrain::Serving:
      planes.add(Plane::Serving, cell, 1);
      break;
  }
}

inline void add_soup(Planes& planes, const Kitchen& kitchen, const Object& soup, Cell cell) {
  if (is_idle(soup)) {
    planes.add(Plane::OnionsInIdlePot, cell, soup.onions);
    planes.add(Plane::TomatoesInIdlePot, cell, soup.tomatoes);
    return;
  }
  planes.add(Plane::OnionsInSoup, cell, soup.onions);
  planes.add(Plane::TomatoesInSoup, cell, soup.tomatoes);
  if (is_ready(kitchen, soup)) {
    planes.add(Plane::SoupReady, cell, 1);
  } else {
    planes.add(Plane::CookStepsLeft, cell, recipe_of(kitchen, soup).cook_steps - soup.cooked_steps);
  }
}

/// An object that lies at the cell, or that the player there holds.
inline void add_object(Planes& planes, const Kitchen& kitchen, const Object& object, Cell cell) {
  switch (object.item) {
    case Item::None:
      break;
    case Item::Onion:
      planes.add(Plane::Onions, cell, 1);
      break;
    case Item::Tomato:
      planes.add(Plane::Tomatoes, cell, 1);
      break;
    case Item::Dish:
      planes.add(Plane::Dishes, cell, 1);
      break;
    case Item::Soup:
      add_soup(planes, kitchen, object, cell);
      break;
  }
}

/// What one player sees: [width, height, planes]. The planes: places of the `room` players that
/// there are planes for, the observer first and the others by index; four facings (N S E W) of
/// each, in the same order; then those of Plane.
inline std::vector<std::uint8_t> planes_of(const Kitchen& kitchen, const World& world,
                                           std::size_t observer, Others others, int room) {
  Planes planes(kitchen, room);
  planes.add_player(0, world.players[observer]);
  int shown = 1;
  for (std::size_t other = 0; other < world.players.size(); ++other) {
    if (other == observer) continue;
    planes.add_player(others == Others::Merged ? 1 : shown, world.players[other]);
    ++shown;
  }
  for (int y = 0; y < kitchen.height; ++y) {
    for (int x = 0; x < kitchen.width; ++x) {
      const Cell cell{x, y};
      add_terrain(planes, terrain_at(kitchen, cell), cell);
      add_object(planes, kitchen, world.objects[cell_index(kitchen, cell)], cell);
      if (kitchen.horizon_steps - world.steps < hurry_steps) planes.add(Plane::Hurry, cell, 1);
    }
  }
  for (const Player& player : world.players)
    add_object(planes, kitchen, player.held, player.cell);
  return planes.values();
}

/// The same, with room for the players that there are.
inline std::vector<std::uint8_t> planes_of(const Kitchen& kitchen, const World& world,
                                           std::size_t observer, Others others) {
  const int players = static_cast<int>(world.players.size());
  return planes_of(kitchen, world, observer, others, shown_players(players, others));
}

/// What every player sees: [players, width, height, planes].
inline std::vector<std::uint8_t> planes_of(const Kitchen& kitchen, const World& world,
                                           Others others) {
  std::vector<std::uint8_t> all;
  for (std::size_t observer = 0; observer < world.players.size(); ++observer) {
    const auto planes = planes_of(kitchen, world, observer, others);
    all.insert(all.end(), planes.begin(), planes.end());
  }
  return all;
}

}  // namespace starling::tests::overcooked
