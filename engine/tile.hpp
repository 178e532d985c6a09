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
  std::byte* staging =
      nullptr;  ///< Strips of a step, before they go to memory all at once; or null.
  std::byte* scratch = nullptr;  ///< Of all warps of a block; null on a CPU.

  template <int column>
  using Component = typename S::template Component<column>;

  template <int column>
  static constexpr Layout layout =
      S::template is_exported<Component<column>> ? Layout::Whole : native_layout;

  template <int column>
  static constexpr int table = S::template ColumnAt<column>::table;

  /// Rows a world of a table; table -1 stands for rows that are one to one with worlds. set_by_run
  /// where a run decides.
  static consteval int rows_per_world(int table_index) {
    return table_index < 0 ? 1 : S::rows(table_index);
  }

  /// Rows a world of a table, or the most where it grows.
  template <int table_index>
  STARLING_FN RowIndex capacity() const {
    constexpr int rows = rows_per_world(table_index);
    if constexpr (rows == set_by_run) {
      return launch.tables[table_index].rows;
    } else {
      return rows;
    }
  }

  /// Rows of a table that a world has now.
  template <int table_index>
  STARLING_FN RowIndex rows(RowIndex world) const {
    if constexpr (table_index > 0 && S::grows(table_index < 0 ? 0 : table_index)) {
      return static_cast<RowIndex>(*word<S::template population<table_index>>(world, 0));
    } else {
      return capacity<table_index>();
    }
  }

  /// The number of a table's first entity.
  template <int table_index>
  STARLING_FN std::uint32_t first_entity() const {
    constexpr int first = S::first_entity(table_index);
    if constexpr (first == set_by_run) {
      return static_cast<std::uint32_t>(launch.tables[table_index].first_entity);
    } else {
      return static_cast<std::uint32_t>(first);
    }
  }

  template <int column>
  static constexpr bool exported = S::template is_exported<Component<column>>;

  /// Where a column starts: the tile's own, or an exported one of the whole batch.
  template <int column>
  STARLING_FN ColumnPointer pointer() const {
    if constexpr (exported<column>) {
      return {launch.columns[column].exported, 0};
    } else {
      return {slab + launch.columns[column].offset, launch.tables[table<column>].plane_rows};
    }
  }

  /// Rows of worlds that stand before this tile's in an exported column, in step `step` of a
  /// launch.
  STARLING_FN RowIndex exported_worlds(std::int32_t step) const {
    return static_cast<RowIndex>(step) * static_cast<RowIndex>(launch.worlds) +
           static_cast<RowIndex>(first_world);
  }

  /// On a CPU the rows of a table that every world has as many of lie row by row, each that of all
  /// the tile's worlds; else world by world.
  template <int table_index>
  static constexpr bool row_by_row = native_layout == Layout::Planes&& S::is_fixed(table_index) &&
                                     rows_per_world(table_index) > 0;

  /// Rows from a row of a world to its next in a state column.
  template <int table_index>
  STARLING_FN RowIndex row_stride() const {
    if constexpr (row_by_row<table_index>) {
      return launch.tables[table_index].plane_rows / rows_per_world(table_index);
    } else {
      return 1;
    }
  }

  /// Where row `index` of a world lies in the state columns of a table.
  template <int table_index>
  STARLING_FN RowIndex state_row(RowIndex world, RowIndex index) const {
    return row_by_row<table_index> ? world + index * row_stride<table_index>()
                                   : world * capacity<table_index>() + index;
  }

  /// Row `index` of a world in a column, exported or not.
  template <int column>
  STARLING_FN RowIndex row_in(std::int32_t step, RowIndex world, RowIndex index) const {
    constexpr int owner = table<column>;
    return exported<column> ? (exported_worlds(step) + world) * capacity<owner>() + index
                            : state_row<owner>(world, index);
  }

  /// Reads row `index` of a world straight from memory, or writes it.
  template <int column>
  STARLING_FN Component<column> read(std::int32_t step, RowIndex world, RowIndex index) const {
    return load<Component<column>, layout<column>>(pointer<column>(),
                                                   row_in<column>(step, world, index));
  }
  template <int column>
  STARLING_FN void write(std::int32_t step, RowIndex world, RowIndex index,
                         const Component<column>& value) const {
    store<Component<column>, layout<column>>(pointer<column>(), row_in<column>(step, world, index),
                                             value);
  }

  /// First byte of the tile's rows of a strip in step `step`, where they are exported.
  template <int column>
  STARLING_FN std::byte* exported_strips(std::int32_t step) const {
    const ColumnPlace& place = launch.columns[column];
    const auto rows = static_cast<std::int64_t>(exported_worlds(step)) * capacity<table<column>>();
    return place.exported + rows * place.row_bytes;
  }

  /// The same where they are written: staged, at the same distance from a multiple of 16 bytes, so
  /// that they can be copied as they are.
  template <int column>
  STARLING_FN std::byte* strips(std::int32_t step) const {
    std::byte* exported_at = exported_strips<column>(step);
    if (staging == nullptr || is_final<Component<column>>) return exported_at;
    return staging + launch.columns[column].offset +
           (reinterpret_cast<std::uintptr_t>(exported_at) & 15U);
  }

  /// The strip of a row.
  template <int column>
  STARLING_FN std::byte* strip(std::int32_t step, RowIndex world, RowIndex index) const {
    const auto row = static_cast<std::int64_t>(world) * capacity<table<column>>() + index;
    return strips<column>(step) + row * launch.columns[column].row_bytes;
  }

  /// One 32-bit scalar of a singleton of a world, where it lies: what threads change together.
  template <int column>
  STARLING_FN std::uint32_t* word(RowIndex world, std::ptrdiff_t offset_bytes) const {
    static_assert(table<column> == 0 && !exported<column>, "a state column of the world's own");
    std::byte* base = slab + launch.columns[column].offset;
    constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(Component<column>));
    const std::ptrdiff_t at = native_layout == Layout::Planes
                                  ? offset_bytes * launch.tables[0].plane_rows + world * 4
                                  : world * size + offset_bytes;
    return reinterpret_cast<std::uint32_t*>(base + at);
  }

  /// Row, in the column of final observations, of that of the episode that ended as number `ended`
  /// in its world since the launch began.
  template <int table_index>
  STARLING_FN RowIndex final_row(std::uint32_t ended, RowIndex world, RowIndex index) const {
    const std::int32_t slot = launch.slots > 1 ? static_cast<std::int32_t>(ended) : 0;
    return (exported_worlds(slot) + world) * capacity<table_index>() + index;
  }

  /// Puts an error into a world's word if it comes before the one that is there.
  STARLING_FN void raise(RowIndex world, std::uint64_t word) const {
    constexpr int column = S::template column_in<ErrorWord>(0);
    auto* words = reinterpret_cast<std::uint64_t*>(slab + launch.columns[column].offset);
    kernels::atomic_min(words + world, word);
  }
};

}  // namespace starling::detail
