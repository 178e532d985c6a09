#include "engine/layout.hpp"

namespace starling {

SlabLayout make_layout(const EnvironmentDescription& description, std::int64_t tile_worlds) {
  SlabLayout layout;
  for (const TableDescription& table : description.tables) {
    layout.plane_rows.push_back(round_up(tile_worlds * table.rows_per_world, row_padding));
  }
  for (const ColumnDescription& column : description.columns) {
    if (column.is_exported()) {
      layout.column_offset.push_back(0);
      continue;
    }
    layout.column_offset.push_back(layout.slab_bytes);
    layout.slab_bytes +=
        round_up(layout.plane_rows[static_cast<std::size_t>(column.table)] * column.size_bytes,
                 column_alignment_bytes);
  }
  return layout;
}

}  // namespace starling
