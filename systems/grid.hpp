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

/// Neighbouring cells [first, end) of one row.
struct CellRun {
  std::int32_t first = 0;
  std::int32_t end = 0;
  float x_m = 0.0F;  ///< To be added to coordinates in these cells: 0, or a side of the square.

  STARLING_FN bool is_empty() const { return first == end; }
};

/// Three neighbouring cells of one row, from left to right: one run, or two where the square ends
/// among them.
struct CellTriple {
  CellRun left;
  CellRun right;     ///< Empty away from the edges.
  float y_m = 0.0F;  ///< To be added to coordinates in these cells: 0, or a side of the square.
};

/// The cells around column `column` in the row `up` (-1, 0 or 1) above row `row`; at least 3 cells
/// a side.
STARLING_FN CellTriple cells_beside(const Grid& grid, std::int32_t column, std::int32_t row,
                                    std::int32_t up) {
  const std::int32_t cells = grid.cells_a_side;
  CellTriple found;
  std::int32_t beside = row + up;
  if (beside < 0) {
    beside += cells;
    found.y_m = -grid.side_m;
  } else if (beside >= cells) {
    beside -= cells;
    found.y_m = grid.side_m;
  }
  const std::int32_t row_first = beside * cells;
  const bool is_leftmost = column == 0;
  const bool is_rightmost = column == cells - 1;
  found.left = {row_first + (is_leftmost ? cells - 1 : column - 1),
                row_first + (is_leftmost || is_rightmost ? cells : column + 2),
                is_leftmost ? -grid.side_m : 0.0F};
  found.right = {row_first,
                 row_first + (is_leftmost    ? 2
                              : is_rightmost ? 1
                                             : 0),
                 is_leftmost ? 0.0F : grid.side_m};
  return found;
}

}  // namespace starling::systems
