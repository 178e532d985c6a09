/// Copies worlds to the host, as they are now.
#include <cstring>

#include "engine/batch.hpp"
#include "engine/world_snapshot.hpp"

namespace starling {
namespace {

std::size_t index_of(std::int64_t value) {
  return static_cast<std::size_t>(value);
}

/// The memory of consecutive worlds on the host: their tiles' slabs, and of each exported column
/// their rows of the newest slot.
class CopiedWorlds {
 public:
  CopiedWorlds(const Batch& batch, std::int64_t first, std::int64_t count)
      : batch_(batch), first_(first), first_tile_(first / batch.plan().tile_worlds) {
    const Plan& plan = batch.plan();
    const std::int64_t tiles = (first + count - 1) / plan.tile_worlds - first_tile_ + 1;
    slabs_ = copy(batch.slab(first_tile_), tiles * plan.slab_bytes);
    for (std::size_t index = 0; index < batch.description().columns.size(); ++index) {
      const ColumnDescription& column = batch.description().columns[index];
      exports_.emplace_back();
      if (!column.is_exported() || !is_in_snapshots(column)) continue;
      const auto number = static_cast<int>(index);
      exports_.back() =
          copy(batch.export_data(number) + batch.current_slot() * batch.slot_bytes(number) +
                   first * column.bytes_per_world(),
               count * column.bytes_per_world());
    }
  }

  /// Copies a column's rows of a world, structs whole.
  void gather(std::size_t index, std::int64_t world, std::int64_t rows, std::byte* to) const {
    const ColumnDescription& column = batch_.description().columns[index];
    if (rows == 0 || column.size_bytes == 0) return;
    if (column.is_exported()) {
      std::memcpy(to, exports_[index].data() + (world - first_) * column.bytes_per_world(),
                  index_of(rows * column.size_bytes));
      return;
    }
    const std::byte* slab = slab_of(world);
    for (const FieldDescription& field : column.fields) {
      const std::int64_t scalar = size_bytes(field.dtype);
      const std::int64_t at = batch_.place_in_slab(index, field, world, 0);
      const std::int64_t stride = batch_.place_in_slab(index, field, world, 1) - at;
      for (std::int64_t row = 0; row < rows; ++row) {
        std::memcpy(to + row * column.size_bytes + field.offset_bytes, slab + at + row * stride,
                    index_of(scalar));
      }
    }
  }

  std::int64_t rows_of(const TableDescription& table, std::int64_t world) const {
    if (!table.grows) return table.rows_per_world;
    const auto column = index_of(table.population);
    const FieldDescription& field = batch_.description().columns[column].fields.front();
    std::uint32_t rows = 0;
    std::memcpy(&rows, slab_of(world) + batch_.place_in_slab(column, field, world, 0), sizeof rows);
    return std::min<std::int64_t>(rows, table.rows_per_world);
  }

 private:
  std::vector<std::byte> copy(const std::byte* from, std::int64_t bytes) const {
    std::vector<std::byte> copied(index_of(bytes));
    batch_.backend().read(copied.data(), from, bytes, 1, bytes);
    return copied;
  }

  const std::byte* slab_of(std::int64_t world) const {
    const Plan& plan = batch_.plan();
    return slabs_.data() + (world / plan.tile_worlds - first_tile_) * plan.slab_bytes;
  }

  const Batch& batch_;
  std::int64_t first_;
  std::int64_t first_tile_;
  std::vector<std::byte> slabs_;
  std::vector<std::vector<std::byte>> exports_;
};

}  // namespace

std::vector<WorldSnapshot> Simulator::snapshot(std::int64_t first, std::int64_t count) {
  const std::int64_t worlds = settings().worlds;
  if (first < 0 || count < 1 || first > worlds - count) {
    throw Error(Refusal::Usage, "worlds " + std::to_string(first) + " and " +
                                    std::to_string(count - 1) +
                                    " behind it are not all among the " + std::to_string(worlds) +
                                    " of this batch");
  }
  const CopiedWorlds copied(*batch_, first, count);
  std::vector<WorldSnapshot> snapshots(index_of(count));
  for (std::int64_t world = first; world < first + count; ++world) {
    WorldSnapshot& snapshot = snapshots[index_of(world - first)];
    snapshot.world = world;
    std::vector<std::int32_t> rows;
    for (const TableDescription& table : description().tables)
      rows.push_back(static_cast<std::int32_t>(copied.rows_of(table, world)));
    set_rows(snapshot, description(), std::move(rows));
    for (std::size_t column = 0; column < description().columns.size(); ++column) {
      const ColumnDescription& described = description().columns[column];
      if (!is_in_snapshots(described)) continue;
      copied.gather(column, world, snapshot.rows[index_of(described.table)],
                    snapshot.bytes.data() + snapshot.begins[column]);
    }
  }
  return snapshots;
}

}  // namespace starling
