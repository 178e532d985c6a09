/// A growing table in one world while it is sorted: keys, ranges, and where rows come from.
#pragma once

#include "engine/commit.hpp"
#include "engine/crew_rows.hpp"
#include "engine/sort_by.hpp"

namespace starling::detail {

/// What the engine notes of living rows gives room to sort them without more memory: their
/// SpawnOrder is free, since they wait no longer, and their RowFate has one bit.
template <class Env, int table_, auto key, int ranges_table_>
struct SortedTable {
  using S = Schema<Env>;
  static constexpr int table = table_;
  static constexpr int ranges_table = ranges_table_;
  template <int column>
  using Component = typename S::template Component<column>;
  using Kind = typename S::template KindAt<table>;
  using Moved = IndicesOf<MovedColumns<Env, table>>;
  using MovedRow = Cells<Env, Moved>;

  static constexpr int orders = S::template column_in<SpawnOrder>(table);
  static constexpr int fates = S::template column_in<RowFate>(table);
  static constexpr int handles = S::template column_in<Entity>(table);
  static constexpr int slots = S::template column_in<Slot>(S::template slots_table<table>);
  static constexpr int ranges = S::template column_in<RangeOf<Kind>>(ranges_table);
  static_assert(!Tile<Env>::template exported<ranges>, "ranges of rows are state, not an output");

  const Tile<Env>& tile;
  const RowIndex world;
  const StepTurn at;
  const std::uint64_t order;  ///< Step and node, as in an error word.

  STARLING_FN RowIndex rows() const { return tile.template rows<table>(world); }
  STARLING_FN RowIndex keys() const { return tile.template capacity<ranges_table>(); }
  STARLING_FN RowIndex slot_count() const { return tile.template capacity<table>(); }

  template <int column>
  STARLING_FN auto read(RowIndex row) const {
    return tile.template read<column>(0, world, row);
  }
  template <int column, class T>
  STARLING_FN void write(RowIndex row, const T& value) const {
    tile.template write<column>(0, world, row, value);
  }

  STARLING_FN std::uint32_t key_of(RowIndex row) const {
    const std::uint32_t given = value_at<key, table>(tile, world, row, at);
    const auto last = static_cast<std::uint32_t>(keys()) - 1U;
    if (given <= last) return given;
    tile.raise(world, order | (static_cast<std::uint64_t>(row) & 0xffffU) << 8 |
                          static_cast<std::uint64_t>(ErrorKind::Assertion));
    return last;
  }

  STARLING_FN RowIndex slot_of(Entity entity) const {
    return static_cast<RowIndex>(entity.slot - tile.template first_entity<table>());
  }

  STARLING_FN std::uint32_t doom_of(RowIndex row) const {
    return read<fates>(row).value & RowFate::doomed;
  }

  /// Notes which row comes to `row`, and whether that one is doomed.
  STARLING_FN void note_source(RowIndex row, RowIndex source, std::uint32_t doom) const {
    write<fates>(row, RowFate{static_cast<std::uint32_t>(source) << 1 | doom});
  }
  STARLING_FN RowIndex source_of(RowIndex row) const {
    return static_cast<RowIndex>(read<fates>(row).value >> 1);
  }

  /// Of a row that has come where it belongs: its fate as it was, and its slot.
  STARLING_FN void settle(RowIndex row) const {
    write<fates>(row, RowFate{doom_of(row)});
    const Entity entity = read<handles>(row);
    write<slots>(slot_of(entity), Slot{static_cast<std::uint32_t>(row), entity.generation});
  }
};

}  // namespace starling::detail
