/// A kitchen of Overcooked as data: its grid, where players start, its recipes and its rewards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "envs/overcooked/object.hpp"
#include "envs/overcooked/recipe.hpp"

namespace starling::envs::overcooked {

enum class Terrain : std::uint8_t { Floor, Counter, Onions, Tomatoes, Dishes, Pot, Serving };

/// How cooking starts.
enum class Dynamics : std::uint8_t {
  Default,  ///< An empty hand starts a pot with one to three ingredients.
  Old,      ///< A pot of three ingredients starts by itself.
};

/// A place in the grid: x to the east, y to the south, from 0.
struct Cell {
  int x = 0;
  int y = 0;

  bool operator==(const Cell&) const = default;
};

/// Rewards for what leads to a soup, paid apart from what a soup pays.
struct Shaping {
  int ingredient_in_pot = 3;
  int dish_pickup = 3;
  int soup_pickup = 5;

  bool operator==(const Shaping&) const = default;
};

/// The largest grid, and the most players: start cells are 1 to 9, then a to z.
inline constexpr int most_cells_a_side = 64;
inline constexpr int most_players = 35;

struct Kitchen {
  std::string name;  ///< May be empty.
  int width = 0;
  int height = 0;
  std::vector<Terrain> terrain;  ///< [height, width], row by row.
  std::vector<Cell> starts;      ///< [players], floor cells, no two alike.
  std::vector<Object> objects;  ///< [height, width]: on counters and in pots before the first step.
  std::vector<Object> held;     ///< [players]: in hands before the first step.
  std::array<Recipe, recipe_kinds> recipes{};  ///< By recipe_index.
  double order_bonus = 2;                      ///< May be infinite.
  Shaping shaping;
  Dynamics dynamics = Dynamics::Default;
  int horizon_steps = 400;

  bool operator==(const Kitchen&) const = default;
};

constexpr bool is_inside(const Kitchen& kitchen, Cell cell) {
  return cell.x >= 0 && cell.x < kitchen.width && cell.y >= 0 && cell.y < kitchen.height;
}

/// Where a cell inside the grid lies in Kitchen::terrain.
constexpr std::size_t cell_index(const Kitchen& kitchen, Cell cell) {
  return static_cast<std::size_t>(cell.y * kitchen.width + cell.x);
}

/// "onion", "tomato", "dish", "soup(oot,i)" idle, "soup(oot,c5)" cooking for 5 steps, "soup(oot,r)"
/// ready, or "-" for none.
std::string object_text(const Kitchen& kitchen, const Object& object);

/// Reads a kitchen file; kitchens/README.md describes the format. `file` is its name in a refusal.
/// Throws Error, one sentence with file, line and column, for a text that is not of the format.
Kitchen parse_kitchen(std::string_view text, const std::string& file);

/// A kitchen file that parse_kitchen reads as an equal kitchen.
std::string to_text(const Kitchen& kitchen);

/// The kitchens that are part of this program, in the order in which they are listed.
std::vector<std::string> kitchen_names();

/// The kitchen of kitchen_names(), else the one in the file of that path. Throws Error where there
/// is neither, and as parse_kitchen does.
Kitchen find_kitchen(const std::string& name_or_path);

}  // namespace starling::envs::overcooked
