#include "engine/footprint.hpp"

#include <algorithm>

#include "engine/planner.hpp"
#include "engine/tile_size.hpp"

namespace starling {

std::int64_t slots_of(const ColumnDescription& column, const Settings& settings) {
  if (column.role != ColumnRole::Internal) return settings.steps_per_launch;
  const bool each_step =
      column.component == "StateHash" && step_program(settings) == ProgramKind::Verify;
  return each_step ? settings.steps_per_launch + 1 : 1;  // the last one for hashes of now
}

std::vector<FootprintItem> list_items(const EnvironmentDescription& description,
                                      const Settings& settings, std::int64_t tile_worlds) {
  const std::int64_t tiles = (settings.worlds + tile_worlds - 1) / tile_worlds;
  const SlabLayout layout = make_layout(description, tile_worlds, layout_on(settings.device));
  std::vector<FootprintItem> items;
  std::int64_t accounted = 0;
  for (const ColumnDescription& column : description.columns) {
    const auto table = static_cast<std::size_t>(column.table);
    const std::string name = description.tables[table].name + "." + column.component;
    if (column.is_exported()) {
      items.push_back({name + " (exported)",
                       settings.worlds * column.bytes_per_world() * slots_of(column, settings)});
    } else {
      const std::int64_t bytes = tiles * layout.plane_rows[table] * column.size_bytes;
      accounted += bytes;
      items.push_back({name, bytes});
    }
  }
  items.push_back({"padding of slabs", tiles * layout.slab_bytes - accounted});
  if (description.shared_bytes != 0) items.push_back({"shared data", description.shared_bytes});
  if (settings.tile_shuffle != 0) items.push_back({"tile order", tiles * 4});
  if (settings.trace != TraceLevel::Off) {
    items.push_back(
        {"trace", settings.trace_records * static_cast<std::int64_t>(sizeof(TraceRecord))});
  }
  return items;
}

std::int64_t total_bytes(const std::vector<FootprintItem>& items) {
  std::int64_t total = 0;
  for (const FootprintItem& item : items)
    total += item.size_bytes;
  return total;
}

std::int64_t most_exported_rows(const EnvironmentDescription& description,
                                const Settings& settings) {
  std::int64_t rows = 0;
  for (const ColumnDescription& column : description.columns) {
    if (!column.is_exported()) continue;
    rows = std::max(rows, settings.worlds * column.rows_per_world * slots_of(column, settings));
  }
  return rows;
}

}  // namespace starling
