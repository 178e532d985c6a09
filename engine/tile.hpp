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
  std::ptrdiff_t worlds = 0;     ///< Worlds in this tile; the last tile may hold fewer.

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

  /// Where a column's rows of this tile start, in step `step` of the launch.
  template <int column>
  STARLING_FN ColumnPointer pointer(std::int32_t step) const {
    if constexpr (S::template is_exported<Component<column>>) {
      constexpr std::int64_t bytes_per_world = std::int64_t{rows_per_world(table<column>)} *
                                               static_cast<std::int64_t>(sizeof(Component<column>));
      const std::int64_t world = std::int64_t{step} * launch.worlds + first_world;
      return {launch.exports[column] + world * bytes_per_world, 0};
    } else {
      return {slab + launch.column_offset[column], launch.plane_rows[table<column>]};
    }
  }

  /// Reads a row straight from memory.
  template <int column>
  STARLING_FN Component<column> read(std::int32_t step, std::ptrdiff_t row) const {
    return load<Component<column>, layout<column>>(pointer<column>(step), row);
  }

  /// Puts an error into a world's word if it comes before the one that is there.
  STARLING_FN void raise(std::ptrdiff_t world, std::uint64_t word) const {
    constexpr int column = S::template column_in<ErrorWord>(0);
    auto* words = reinterpret_cast<std::uint64_t*>(slab + launch.column_offset[column]);
    kernels::atomic_min(words + world, word);
  }
};

}  // namespace starling::detail
