/// Where the columns of a tile lie inside its slab.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/column_memory.hpp"
#include "engine/description.hpp"

namespace starling {

/// Every column starts on 128 bytes and has room for whole warps of rows.
inline constexpr std::int64_t column_alignment_bytes = 128;
inline constexpr std::int64_t row_padding = 32;

constexpr std::int64_t round_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

/// Whole structs lie world by world. Planes lie row by row, each row that of all the tile's worlds
/// in order: a CPU's loop over worlds then reads any row of its world without a gap. Where tables
/// grow, or a run sets their rows, planes lie world by world too, and loops go over rows.
///
/// Where a world has several rows, they lie an odd multiple of 16 worlds apart, and so in different
/// sets of the first level cache: 1 KB apart the arena made 2.3 instead of 2.8 million steps/s.
struct SlabLayout {
  Layout layout = Layout::Whole;
  std::vector<std::int64_t> column_offset;  ///< By column; 0 for exported ones but strips.
  std::vector<std::int64_t> plane_rows;     ///< By table: rows of a tile and its padding.
  std::vector<bool> row_by_row;             ///< By table.
  std::int64_t slab_bytes = 0;
  std::int64_t staging_bytes = 0;  ///< Of the tile's strips of one step, behind a slab on chip.

  /// What a block of a GPU needs to step a tile on chip.
  std::int64_t shared_bytes() const { return slab_bytes + staging_bytes; }

  /// Bytes from the start of a column to a scalar at `offset_bytes` of its struct.
  std::int64_t offset_of(const ColumnDescription& column, const FieldDescription& field,
                         std::int64_t tile_world, std::int64_t row) const;
};

/// A strip on chip is copied to memory in pieces of so many bytes.
inline constexpr std::int64_t strip_alignment_bytes = 16;

/// Layout of the slab of a tile of `tile_worlds` worlds.
SlabLayout make_layout(const EnvironmentDescription& description, std::int64_t tile_worlds,
                       Layout layout);

}  // namespace starling
