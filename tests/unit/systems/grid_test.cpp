/// Cells of a square with periodic edges, and the nine around one.
#include <gtest/gtest.h>

#include <vector>

#include "systems/grid.hpp"

namespace starling::systems {
namespace {

/// A cell, and what is added to coordinates in it.
struct Seen {
  std::int32_t cell = 0;
  float x_m = 0.0F;
  float y_m = 0.0F;
  bool operator==(const Seen&) const = default;
};

std::vector<Seen> cells_around(const Grid& grid, std::int32_t column, std::int32_t row) {
  std::vector<Seen> cells;
  for (std::int32_t up = -1; up <= 1; ++up) {
    const CellTriple beside = cells_beside(grid, column, row, up);
    for (const CellRun& run : {beside.left, beside.right}) {
      for (std::int32_t cell = run.first; cell < run.end; ++cell)
        cells.push_back({cell, run.x_m, beside.y_m});
    }
  }
  return cells;
}

/// One by one, from left to right and from the lowest row up.
std::vector<Seen> nine_cells(const Grid& grid, std::int32_t column, std::int32_t row) {
  std::vector<Seen> cells;
  const std::int32_t n = grid.cells_a_side;
  const auto shift = [&](std::int32_t at) {
    return at < 0 ? -grid.side_m : (at >= n ? grid.side_m : 0.0F);
  };
  for (std::int32_t up = row - 1; up <= row + 1; ++up) {
    for (std::int32_t right = column - 1; right <= column + 1; ++right)
      cells.push_back({(up + n) % n * n + (right + n) % n, shift(right), shift(up)});
  }
  return cells;
}

TEST(Grid, CellsAroundEveryCellAreItsNineNeighboursInOrder) {
  for (const float side_m : {3.0F, 3.54F, 7.09F, 28.36F}) {
    const Grid grid = Grid::over(side_m, 1.0F);
    for (std::int32_t row = 0; row < grid.cells_a_side; ++row) {
      for (std::int32_t column = 0; column < grid.cells_a_side; ++column)
        EXPECT_EQ(cells_around(grid, column, row), nine_cells(grid, column, row));
    }
  }
}

TEST(Grid, CellsAreNoSmallerThanAsked) {
  for (int tenths = 30; tenths < 300; ++tenths) {
    const float side_m = 0.1F * static_cast<float>(tenths);
    const Grid grid = Grid::over(side_m, 1.0F);
    EXPECT_GE(side_m / static_cast<float>(grid.cells_a_side), 1.0F);
    EXPECT_LT(side_m / static_cast<float>(grid.cells_a_side + 1), 1.0F);
  }
}

TEST(Grid, EveryPlaceIsInACell) {
  const Grid grid = Grid::over(7.0898F, 1.0F);
  EXPECT_EQ(cell_at(grid, 0.0F, 0.0F), 0u);
  const float last_m = std::nextafter(grid.side_m, 0.0F);
  EXPECT_EQ(cell_at(grid, last_m, last_m), 48u);
  EXPECT_EQ(cell_at(grid, last_m, 0.0F), 6u);
}

TEST(Grid, WrapKeepsPlacesInside) {
  const Grid grid = Grid::over(7.0898F, 1.0F);
  for (const float x_m : {-1e-9F, -0.0F, -7.0F, 0.0F, 3.0F, 7.0898F, 7.0899F, 14.0F}) {
    EXPECT_GE(wrap(grid, x_m), 0.0F) << x_m;
    EXPECT_LT(wrap(grid, x_m), grid.side_m) << x_m;
  }
}

TEST(Grid, TheShortestWayCrossesTheEdge) {
  const Grid grid = Grid::over(8.0F, 1.0F);
  EXPECT_EQ(shortest(grid, 7.0F), -1.0F);
  EXPECT_EQ(shortest(grid, -7.0F), 1.0F);
  EXPECT_EQ(shortest(grid, 3.0F), 3.0F);
}

}  // namespace
}  // namespace starling::systems
