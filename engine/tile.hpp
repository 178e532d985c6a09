/// A tile at hand: which worlds it holds and where its columns lie.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/column_memory.hpp"
#include "engine/launch.hpp"
#include "engine/schema.hpp"
#include "kernels/platform.hpp"

namespace starling::detail {

template <class Env>
struct Tile {
  using S = Schema<Env>;

  const Launch& launch;
  std::byte* slab = nullptr;     ///< State columns, in whatever memory they are now.
  std::int64_t first_world = 0;  ///< Index in the batch of this tile's first world.
  RowIndex worlds = 0;           ///< Worlds in this tile; the last tile may hold fewer.

  template <int column>
  using Component = typename S::template Component<column>;

  template <int column>
  static constexpr Layout layout =
      S::template is_exported<Component<column>> ? Layout::Whole : native_layout;

  template <int column>
  static constexpr int table = S::template ColumnAt<column>::table;

  /// Rows a world of a table; table -1 stands for rows that are one to one with worlds.
  static consteval int rows_per_world(int table_index) {
    return table_index < 0 ? 1 : S::rows_per_world[static_cast<std::size_t>(table_index)];
  }

  template <int column>
  static constexpr bool exported = S::template is_exported<Component<column>>;

  /// Where a column starts: the tile's own, or an exported one of the whole batch.
  template <int column>
  STARLING_FN ColumnPointer pointer() const {
    if constexpr (exported<column>) {
      return {launch.columns[column].exported, 0};
    } else {
      return {slab + launch.columns[column].offset, launch.plane_rows[table<column>]};
    }
  }

  /// Rows of worlds that stand before this tile's in an exported column, in step `step` of a
  /// launch.
  STARLING_FN RowIndex exported_worlds(std::int32_t step) const {
    return static_cast<RowIndex>(step) * static_cast<RowIndex>(launch.worlds) +
           static_cast<RowIndex>(first_world);
  }

  /// Rows from a row of a world to its next in a state column: on a CPU a row of each of the tile's
  /// worlds lies between.
  template <int table_index>
  STARLING_FN RowIndex row_stride() const {
    constexpr int rows = rows_per_world(table_index);
    return native_layout == Layout::Whole ? 1 : launch.plane_rows[table_index] / rows;
  }

  /// Where row `index` of a world lies in the state columns of a table.
  template <int table_index>
  STARLING_FN RowIndex state_row(RowIndex world, RowIndex index) const {
    constexpr RowIndex rows = rows_per_world(table_index);
    return native_layout == Layout::Whole ? world * rows + index
                                          : world + index * row_stride<table_index>();
  }

  /// Reads row `index` of a world straight from memory.
  template <int column>
  STARLING_FN Component<column> read(std::int32_t step, RowIndex world, RowIndex index) const {
    constexpr RowIndex rows = rows_per_world(table<column>);
    const RowIndex row = exported<column> ? (exported_worlds(step) + world) * rows + index
                                          : state_row<table<column>>(world, index);
    return load<Component<column>, layout<column>>(pointer<column>(), row);
  }

  /// Row, in the column of final observations, of that of the episode that ended as number `ended`
  /// in its world since the launch began.
  template <int table_index>
  STARLING_FN RowIndex final_row(std::uint32_t ended, RowIndex world, RowIndex index) const {
    const std::int32_t slot = launch.slots > 1 ? static_cast<std::int32_t>(ended) : 0;
    return (exported_worlds(slot) + world) * rows_per_world(table_index) + index;
  }

  /// Puts an error into a world's word if it comes before the one that is there.
  STARLING_FN void raise(RowIndex world, std::uint64_t word) const {
    constexpr int column = S::template column_in<ErrorWord>(0);
    auto* words = reinterpret_cast<std::uint64_t*>(slab + launch.columns[column].offset);
    kernels::atomic_min(words + world, word);
  }
};

}  // namespace starling::detail
