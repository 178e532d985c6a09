/// Sorts the rows of a growing table in one world by key, then slot: one thread.
///
/// A counting sort over slots in their order; rows move along the cycles of the permutation.
#pragma once

#include "engine/sorted_table.hpp"

namespace starling::detail {

template <class Table>
struct SortRows {
  using Kind = typename Table::Kind;
  using MovedRow = typename Table::MovedRow;

  const Table& sorted;

  STARLING_FN void run() const {
    const RowIndex rows = sorted.rows();
    count(rows);
    place(rows);
    move(rows);
    for (RowIndex row = 0; row < rows; ++row)
      sorted.settle(row);
  }

 private:
  STARLING_FN void count(RowIndex rows) const {
    for (RowIndex index = 0; index < sorted.keys(); ++index)
      sorted.template write<Table::ranges>(index, RangeOf<Kind>{});
    for (RowIndex row = 0; row < rows; ++row) {
      const std::uint32_t own = sorted.key_of(row);
      const std::uint64_t doom = sorted.doom_of(row);
      sorted.template write<Table::orders>(row, SpawnOrder{std::uint64_t{own} << 1 | doom});
      add_to(own);
    }
  }

  /// Gives the next place of a key.
  STARLING_FN std::uint32_t add_to(std::uint32_t own) const {
    auto range = sorted.template read<Table::ranges>(static_cast<RowIndex>(own));
    const std::uint32_t next = range.first + range.count;
    range.count += 1;
    sorted.template write<Table::ranges>(static_cast<RowIndex>(own), range);
    return next;
  }

  STARLING_FN void place(RowIndex rows) const {
    std::uint32_t first = 0;
    for (RowIndex index = 0; index < sorted.keys(); ++index) {
      const auto range = sorted.template read<Table::ranges>(index);
      sorted.template write<Table::ranges>(index, RangeOf<Kind>{first, 0});
      first += range.count;
    }
    RowIndex placed = 0;
    for (RowIndex slot = 0; slot < sorted.slot_count() && placed < rows; ++slot) {
      const Slot owner = sorted.template read<Table::slots>(slot);
      if (owner.row == Slot::free) continue;
      const auto row = static_cast<RowIndex>(owner.row);
      const std::uint64_t noted = sorted.template read<Table::orders>(row).key;
      const std::uint32_t to = add_to(static_cast<std::uint32_t>(noted >> 1));
      sorted.note_source(static_cast<RowIndex>(to), row, static_cast<std::uint32_t>(noted & 1));
      ++placed;
    }
  }

  STARLING_FN void move(RowIndex rows) const {
    for (RowIndex start = 0; start < rows; ++start) {
      if (sorted.source_of(start) == start) continue;
      MovedRow carried;
      load_row(start, carried, typename Table::Moved{});
      RowIndex to = start;
      for (RowIndex from = take_source(to); from != start; from = take_source(to)) {
        MovedRow next;
        load_row(from, next, typename Table::Moved{});
        store_row(to, next, typename Table::Moved{});
        to = from;
      }
      store_row(to, carried, typename Table::Moved{});
    }
  }
  /// Where a row comes from; from then on, from itself.
  STARLING_FN RowIndex take_source(RowIndex row) const {
    const RowIndex source = sorted.source_of(row);
    sorted.note_source(row, row, sorted.doom_of(row));
    return source;
  }
  template <int... columns>
  STARLING_FN void load_row(RowIndex row, MovedRow& cells,
                            std::integer_sequence<int, columns...>) const {
    ((cells.template get<columns>() = sorted.template read<columns>(row)), ...);
  }
  template <int... columns>
  STARLING_FN void store_row(RowIndex row, MovedRow& cells,
                             std::integer_sequence<int, columns...>) const {
    (sorted.template write<columns>(row, cells.template get<columns>()), ...);
  }
};

}  // namespace starling::detail
