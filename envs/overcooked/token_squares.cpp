#include "envs/overcooked/token_squares.hpp"

#include <algorithm>
#include <array>

namespace starling::envs::overcooked {
namespace {

bool is_beside_floor(const Kitchen& kitchen, Cell cell) {
  const std::array<Cell, 4> beside = {Cell{cell.x - 1, cell.y}, Cell{cell.x + 1, cell.y},
                                      Cell{cell.x, cell.y - 1}, Cell{cell.x, cell.y + 1}};
  return std::any_of(beside.begin(), beside.end(), [&](Cell other) {
    return is_inside(kitchen, other) &&
           kitchen.terrain[cell_index(kitchen, other)] == Terrain::Floor;
  });
}

/// Of the features that say what a station is.
std::uint8_t kind_of(Terrain terrain) {
  return static_cast<std::uint8_t>(static_cast<int>(terrain) - static_cast<int>(Terrain::Onions));
}

}  // namespace

TokenSquares token_squares(const Kitchen& kitchen) {
  TokenSquares squares;
  squares.places.resize(kitchen.terrain.size());
  for (int y = 0; y < kitchen.height; ++y) {
    for (int x = 0; x < kitchen.width; ++x) {
      const std::size_t square = cell_index(kitchen, {x, y});
      const Terrain terrain = kitchen.terrain[square];
      if (terrain == Terrain::Floor || !is_beside_floor(kitchen, {x, y})) continue;
      if (terrain == Terrain::Counter) {
        squares.places[square] = {squares.counters};
        ++squares.counters;
      } else {
        squares.places[square] = {static_cast<std::int32_t>(squares.stations.size())};
        squares.stations.push_back(
            {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), kind_of(terrain), 0});
      }
    }
  }
  return squares;
}

}  // namespace starling::envs::overcooked
