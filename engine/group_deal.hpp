/// How the rows of a world are dealt to the lanes of a warp that step it together, its group.
///
/// The world's own row, and that of archetypes with one row a world, is every lane's: all lanes
/// compute it alike, so that it is never passed on. The rows of all other archetypes are numbered
/// through and dealt out: row r is lane r % lanes', in its slot r / lanes.
#pragma once

#include "engine/program.hpp"

namespace starling::detail {

inline constexpr int warp_lanes = 32;

///
/// `one_step` is for launches that never have more than one: nothing is kept for a step to come.
template <class Env, int lanes_, bool one_step_>
struct Deal {
  using S = Schema<Env>;

  static constexpr int lanes = lanes_;
  static constexpr bool one_step = one_step_;
  static constexpr int worlds_a_warp = warp_lanes / lanes;
  static_assert(lanes * worlds_a_warp == warp_lanes, "a group is 1, 2, 4, 8, 16 or 32 lanes");

  static consteval int rows(int table) {
    return S::rows_per_world[static_cast<std::size_t>(table)];
  }
  static consteval bool is_dealt(int table) { return rows(table) > 1; }

  /// Number of a table's first row among those that are dealt out.
  static consteval int first_row(int table) {
    int first = 0;
    for (int before = 1; before < table; ++before)
      first += is_dealt(before) ? rows(before) : 0;
    return first;
  }
  static constexpr int dealt_rows = first_row(S::tables);
  static constexpr int slots = (dealt_rows + lanes - 1) / lanes;

  /// Whether some lane's row in a slot is of the table, and whether every lane's is.
  static consteval bool is_in_slot(int table, int slot) {
    return is_dealt(table) && first_row(table) < (slot + 1) * lanes &&
           first_row(table) + rows(table) > slot * lanes;
  }
  static consteval bool fills_slot(int table, int slot) {
    return is_dealt(table) && first_row(table) <= slot * lanes &&
           first_row(table) + rows(table) >= (slot + 1) * lanes;
  }
  static consteval bool is_full(int slot) { return (slot + 1) * lanes <= dealt_rows; }

  /// The column whose cell holds `column` in a slot: archetypes that share a component share cells.
  static consteval int cell_of(int column) {
    return cells_by_column[static_cast<std::size_t>(column)];
  }

  /// Rows of a world that others read lie in shared memory, row by row with a warp's worlds side by
  /// side: those dealt out, padded to whole slots, then those of archetypes of one row.
  static consteval int published_row(int table) {
    if (is_dealt(table)) return first_row(table);
    int row = slots * lanes;
    for (int before = 1; before < table; ++before)
      row += rows(before) == 1 ? 1 : 0;
    return row;
  }
  static consteval int published_rows() {
    int rows_of_all = slots * lanes;
    for (int table = 1; table < S::tables; ++table)
      rows_of_all += rows(table) == 1 ? 1 : 0;
    return rows_of_all;
  }

 private:
  template <int column>
  static consteval int find_cell() {
    using T = typename S::template Component<column>;
    if (!is_dealt(S::template ColumnAt<column>::table)) return column;
    int table = 1;
    while (!is_dealt(table) || S::template column_in<T>(table) < 0)
      ++table;
    return S::template column_in<T>(table);
  }
  template <std::size_t... columns>
  static consteval std::array<int, max_columns> find_cells(std::index_sequence<columns...>) {
    return {find_cell<static_cast<int>(columns)>()...};
  }
  static constexpr std::array<int, max_columns> cells_by_column =
      find_cells(std::make_index_sequence<static_cast<std::size_t>(S::columns)>{});
};

}  // namespace starling::detail
