#include "engine/layout.hpp"

namespace starling {

std::int64_t SlabLayout::offset_of(const ColumnDescription& column, const FieldDescription& field,
                                   std::int64_t tile_world, std::int64_t row) const {
  if (layout == Layout::Whole) {
    return (tile_world * column.rows_per_world + row) * column.size_bytes + field.offset_bytes;
  }
  const std::int64_t rows = plane_rows[static_cast<std::size_t>(column.table)];
  const std::int64_t worlds = rows / column.rows_per_world;
  return field.offset_bytes * rows + (row * worlds + tile_world) * size_bytes(field.dtype);
}

SlabLayout make_layout(const EnvironmentDescription& description, std::int64_t tile_worlds,
                       Layout layout) {
  SlabLayout slab{layout, {}, {}, 0};
  for (const TableDescription& table : description.tables) {
    slab.plane_rows.push_back(layout == Layout::Whole
                                  ? round_up(tile_worlds * table.rows_per_world, row_padding)
                                  : round_up(tile_worlds, row_padding) * table.rows_per_world);
  }
  for (const ColumnDescription& column : description.columns) {
    if (column.is_exported()) {
      slab.column_offset.push_back(0);
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
