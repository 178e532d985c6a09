/// A square with periodic edges, cut into square cells: which cell a place is in, and which lie
/// around it.
#pragma once

#include <cstdint>

#include "kernels/elementary.hpp"
#include "kernels/platform.hpp"

namespace starling::systems {

/// Cells are numbered row by row: column + row * cells_a_side.
struct Grid {
  float side_m = 1.0F;
  float per_side = 1.0F;  ///< 1 / side_m
  float cells_per_m = 1.0F;
  std::int32_t cells_a_side = 1;

  /// As many cells as fit whose side is at least `least_cell_m`; at least 3 a side must, so that
  /// the cells around one are all different. Host code.
  static Grid over(float side_m, float least_cell_m) {
    const auto cells = static_cast<std::int32_t>(side_m / least_cell_m);
    return {side_m, 1.0F / side_m, static_cast<float>(cells) / side_m, cells};
  }
  std::int32_t cells() const { return cells_a_side * cells_a_side; }
};

/// A coordinate that left the square by less than its side, on the other side of it: in [0, side).
STARLING_FN float wrap(const Grid& grid, float x_m) {
  const float raised = x_m < 0.0F ? x_m + grid.side_m : x_m;
  return raised >= grid.side_m ? raised - grid.side_m : raised;
}

/// The shortest way along one axis, in [-side / 2, side / 2], from the difference of coordinates.
STARLING_FN float shortest(const Grid& grid, float difference_m) {
  const float turns = kernels::round_to_nearest(difference_m * grid.per_side);
  return difference_m - turns * grid.side_m;
}

/// Column or row of the cell of a coordinate in [0, side).
STARLING_FN std::int32_t cell_along(const Grid& grid, float x_m) {
  const auto cell = static_cast<std::int32_t>(x_m * grid.cells_per_m);
  return cell < grid.cells_a_side ? cell : grid.cells_a_side - 1;
}

STARLING_FN std::uint32_t cell_at(const Grid& grid, float x_m, float y_m) {
  const std::int32_t row = cell_along(grid, y_m);
  return static_cast<std::uint32_t>(row * grid.cells_a_side + cell_along(grid, x_m));
}

/// Neighbouring cells of one row, and where they lie as seen from the cell that they surround.
struct CellRun {
  std::int32_t first = 0;  ///< Cells [first, end).
  std::int32_t end = 0;
  float x_m = 0.0F;  ///< To be added to coordinates in these cells: 0, or a side of the square.
  float y_m = 0.0F;
};

/// Runs of cells around one, its own among them: below, beside, above; two each, of which one is
/// empty away from the edges.
inline constexpr int runs_around = 6;

/// Run `run` of those around the cell in which (x, y) lies; at least 3 cells a side. Together they
/// are the nine cells from left to right, from the lowest row up.
STARLING_FN CellRun run_around(const Grid& grid, std::int32_t column, std::int32_t row, int run) {
  const std::int32_t cells = grid.cells_a_side;
  CellRun found;
  std::int32_t beside = row + (run >> 1) - 1;
  if (beside < 0) {
    beside += cells;
    found.y_m = -grid.side_m;
  } else if (beside >= cells) {
    beside -= cells;
    found.y_m = grid.side_m;
  }
  // columns from `begin` to `stop`, cut where the square ends
  const std::int32_t begin = column - 1;
  const std::int32_t stop = column + 2;
  const bool is_second = (run & 1) != 0;
  std::int32_t first = begin < 0 ? begin + cells : begin;
  std::int32_t end = begin < 0 || stop > cells ? cells : stop;
  if (begin < 0) found.x_m = -grid.side_m;
  if (is_second) {
    first = 0;
    end = begin < 0 ? stop : (stop > cells ? stop - cells : 0);
    found.x_m = begin < 0 ? 0.0F : grid.side_m;
  }
  found.first = beside * cells + first;
  found.end = beside * cells + end;
  return found;
}

}  // namespace starling::systems
