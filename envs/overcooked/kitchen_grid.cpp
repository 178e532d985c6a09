#include "envs/overcooked/kitchen_grid.hpp"

#include <array>
#include <optional>

namespace starling::envs::overcooked::detail {
namespace {

/// The letter of every terrain. Floor has two, since editors cut off spaces at the end of a line.
constexpr std::string_view terrain_letters = ".XOTDPS";

constexpr const char* cells_in_words =
    "a cell is X (counter), O (onions), T (tomatoes), D (dishes), P (pot), S (serving), a space or "
    ". (floor), or a player's start from 1 to 9 and then from a to z";

struct FoundStart {
  Word letter;
  Cell cell;
};
using FoundStarts = std::array<std::optional<FoundStart>, most_players>;

/// A row below those that the kitchen has.
void read_row(const KitchenFile& file, const Line& row, Kitchen& kitchen, FoundStarts& starts) {
  for (std::size_t column = 0; column < row.text.size(); ++column) {
    const Word letter{row.text.substr(column, 1),
                      {.line = row.number, .column = static_cast<int>(column) + 1}};
    const char kind = letter.text[0] == ' ' ? '.' : letter.text[0];
    const std::size_t terrain = terrain_letters.find(kind);
    const std::size_t player = start_letters.find(kind);
    if (terrain < terrain_letters.size()) {
      kitchen.terrain.push_back(static_cast<Terrain>(terrain));
    } else if (player >= start_letters.size()) {
      file.refuse(letter.place, kind == '\t' ? "a tab" : quoted(letter.text), cells_in_words);
    } else if (starts[player]) {
      file.refuse(letter.place,
                  "start " + quoted(letter.text) + " again after line " +
                      std::to_string(starts[player]->letter.place.line),
                  "every player starts at one cell");
    } else {
      starts[player] = {letter, {.x = static_cast<int>(column), .y = kitchen.height}};
      kitchen.terrain.push_back(Terrain::Floor);
    }
  }
}

void require_size(const KitchenFile& file, const Line& row, const Kitchen& kitchen) {
  const int cells = static_cast<int>(row.text.size());
  const std::string most = std::to_string(most_cells_a_side);
  if (cells > most_cells_a_side) {
    file.refuse({.line = row.number, .column = most_cells_a_side + 1},
                "a row of " + std::to_string(cells) + " cells", "a row has at most " + most);
  }
  if (kitchen.height == most_cells_a_side) {
    file.refuse({.line = row.number}, "row " + std::to_string(kitchen.height + 1),
                "a grid has at most " + most + " rows");
  }
  if (kitchen.height > 0 && cells != kitchen.width) {
    file.refuse({.line = row.number, .column = std::min(cells, kitchen.width) + 1},
                "a row of " + std::to_string(cells) + " cells",
                "every row has as many as the first, " + std::to_string(kitchen.width) +
                    " (floor at its end may be written as .)");
  }
}

/// Players are numbered without a gap.
void take_starts(const KitchenFile& file, Place heading, const FoundStarts& found,
                 Kitchen& kitchen) {
  for (std::size_t player = 0; player < found.size(); ++player) {
    if (!found[player]) continue;
    if (player != kitchen.starts.size()) {
      const Word& letter = found[player]->letter;
      file.refuse(letter.place,
                  "start " + quoted(letter.text) + " but no start " +
                      quoted(start_letters.substr(kitchen.starts.size(), 1)),
                  "players start at 1 to 9 and then at a to z, with none left out");
    }
    kitchen.starts.push_back(found[player]->cell);
  }
  if (kitchen.starts.empty()) {
    file.refuse(heading, "a grid without a start", "at least one player starts, at a cell 1");
  }
}

}  // namespace

std::size_t read_grid(const KitchenFile& file, std::size_t heading, Kitchen& kitchen) {
  FoundStarts starts;
  const Place place{.line = file.lines()[heading].number};
  std::size_t index = heading + 1;
  for (; index < file.lines().size() && !file.lines()[index].text.empty(); ++index) {
    const Line& row = file.lines()[index];
    if (row.text.starts_with('#')) continue;
    require_size(file, row, kitchen);
    read_row(file, row, kitchen, starts);
    kitchen.width = static_cast<int>(row.text.size());
    ++kitchen.height;
  }
  if (kitchen.height == 0)
    file.refuse(place, "a grid without rows", "rows follow on the next lines");
  take_starts(file, place, starts, kitchen);
  return index;
}

std::string grid_text(const Kitchen& kitchen) {
  std::string rows;
  for (int y = 0; y < kitchen.height; ++y) {
    for (int x = 0; x < kitchen.width; ++x) {
      const Terrain terrain = kitchen.terrain[cell_index(kitchen, {x, y})];
      rows += terrain_letters[static_cast<std::size_t>(terrain)];
    }
    rows += '\n';
  }
  const std::size_t row_letters = static_cast<std::size_t>(kitchen.width) + 1;
  for (std::size_t player = 0; player < kitchen.starts.size(); ++player) {
    const Cell start = kitchen.starts[player];
    rows[static_cast<std::size_t>(start.y) * row_letters + static_cast<std::size_t>(start.x)] =
        start_letters[player];
  }
  return rows;
}

}  // namespace starling::envs::overcooked::detail
