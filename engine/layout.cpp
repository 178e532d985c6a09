#include "engine/layout.hpp"

namespace starling {

std::int64_t SlabLayout::offset_of(const ColumnDescription& column, const FieldDescription& field,
                                   std::int64_t tile_world, std::int64_t row) const {
  if (layout == Layout::Whole) {
    return (tile_world * column.rows_per_world + row) * column.size_bytes + field.offset_bytes;
  }
  const std::int64_t rows = plane_rows[static_cast<std::size_t>(column.table)];
  if (!row_by_row[static_cast<std::size_t>(column.table)]) {
    return field.offset_bytes * rows +
           (tile_world * column.rows_per_world + row) * size_bytes(field.dtype);
  }
  const std::int64_t worlds = rows / column.rows_per_world;
  return field.offset_bytes * rows + (row * worlds + tile_world) * size_bytes(field.dtype);
}

namespace {

/// Tiles of few worlds are those of worlds with many rows, which padding would multiply.
std::int64_t padded_rows(std::int64_t tile_worlds, std::int64_t rows_per_world, bool row_by_row) {
  constexpr std::int64_t line_worlds = 16;
  if (!row_by_row || rows_per_world == 1) {
    return round_up(tile_worlds * rows_per_world, row_padding);
  }
  if (tile_worlds < line_worlds) return tile_worlds * rows_per_world;
  return (round_up(tile_worlds, line_worlds) | line_worlds) * rows_per_world;
}

}  // namespace

SlabLayout make_layout(const EnvironmentDescription& description, std::int64_t tile_worlds,
                       Layout layout) {
  SlabLayout slab{layout, {}, {}, {}, 0, 0};
  for (const TableDescription& table : description.tables) {
    const bool row_by_row = layout == Layout::Planes && table.is_fixed;
    slab.row_by_row.push_back(row_by_row);
    slab.plane_rows.push_back(padded_rows(tile_worlds, table.rows_per_world, row_by_row));
  }
  for (const ColumnDescription& column : description.columns) {
    if (column.is_exported()) {
      slab.column_offset.push_back(slab.staging_bytes);
      if (column.is_strip && column.role == ColumnRole::Output) {
        slab.staging_bytes += round_up(
            tile_worlds * column.bytes_per_world() + strip_alignment_bytes, column_alignment_bytes);
      }
      continue;
    }
    slab.column_offset.push_back(slab.slab_bytes);
    slab.slab_bytes +=
        round_up(slab.plane_rows[static_cast<std::size_t>(column.table)] * column.size_bytes,
                 column_alignment_bytes);
  }
  return slab;
}

}  // namespace starling
