#include "engine/checkpoint/world_memory.hpp"

#include <algorithm>
#include <cstring>

namespace starling::checkpoint {
namespace {

std::size_t index_of(std::int64_t value) {
  return static_cast<std::size_t>(value);
}

}  // namespace

WorldMemory::WorldMemory(Batch& batch, std::int64_t first, std::int64_t worlds)
    : batch_(batch),
      first_(first),
      worlds_(worlds),
      first_tile_(first / batch.plan().tile_worlds),
      exports_(batch.description().columns.size()) {
  const Plan& plan = batch.plan();
  const std::int64_t tiles = (first + worlds - 1) / plan.tile_worlds - first_tile_ + 1;
  slabs_.resize(index_of(tiles * plan.slab_bytes));
  const auto slab_bytes = static_cast<std::int64_t>(slabs_.size());
  batch.backend().read(slabs_.data(), batch.slab(first_tile_), slab_bytes, 1, slab_bytes);
  const auto& columns = batch.description().columns;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (!columns[column].is_exported() || !is_saved(columns[column])) continue;
    const std::int64_t bytes = worlds * columns[column].bytes_per_world();
    exports_[column].resize(index_of(bytes));
    if (columns[column].role == ColumnRole::Final || bytes == 0) continue;
    batch.backend().read(exports_[column].data(), export_of(column), bytes, 1, bytes);
  }
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (columns[column].role == ColumnRole::Final && is_saved(columns[column])) take_finals(column);
  }
}

/// Final observations of now lie where the launch has put the last of each world.
void WorldMemory::take_finals(std::size_t column) {
  const ColumnDescription& described = batch_.description().columns[column];
  const int ended = batch_.description().column_of("EpisodesEnded", 0);
  const std::int64_t world_bytes = described.bytes_per_world();
  for (std::int64_t world = first_; world < first_ + worlds_; ++world) {
    for (std::int64_t row = 0; row < described.rows_per_world; ++row) {
      if (!has_ended(described.table, world, row)) continue;
      const std::int64_t slot =
          batch_.settings().steps_per_launch == 1
              ? 0
              : std::max<std::int64_t>(word(static_cast<std::size_t>(ended), world), 1) - 1;
      const int number = static_cast<int>(column);
      const std::byte* from = batch_.export_data(number) + slot * batch_.slot_bytes(number) +
                              world * world_bytes + row * described.size_bytes;
      std::byte* to =
          exports_[column].data() + (world - first_) * world_bytes + row * described.size_bytes;
      batch_.backend().read(to, from, described.size_bytes, 1, described.size_bytes);
    }
  }
}

/// Whether the row's own episode, or its world's, ended in the newest step.
bool WorldMemory::has_ended(int table, std::int64_t world, std::int64_t row) const {
  const EnvironmentDescription& description = batch_.description();
  const int own = description.column_of("Ending", table);
  const int ending = own >= 0 ? own : description.column_of("Ending", 0);
  if (ending < 0) return false;
  const auto column = static_cast<std::size_t>(ending);
  for (const FieldDescription& field : description.columns[column].fields) {
    if (memory_of(column)[index_of(place_of(column, field, world, own >= 0 ? row : 0))] !=
        std::byte{})
      return true;
  }
  return false;
}

std::vector<std::byte> WorldMemory::pack() const {
  std::vector<std::byte> bytes;
  const auto& columns = batch_.description().columns;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (!is_saved(columns[column])) continue;
    const std::byte* memory = memory_of(column).data();
    for (std::int64_t world = first_; world < first_ + worlds_; ++world) {
      const std::int64_t rows = rows_of(columns[column].table, world);
      const std::size_t begin = bytes.size();
      bytes.resize(begin + index_of(rows * row_bytes(columns[column])));
      for_each_scalar(column, world, rows,
                      [&](std::size_t place, std::size_t at, std::size_t size) {
                        std::memcpy(bytes.data() + begin + at, memory + place, size);
                      });
    }
  }
  return bytes;
}

void WorldMemory::unpack(std::int64_t world, const PartIndex& part, std::int64_t source) {
  const auto& columns = batch_.description().columns;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (!is_saved(columns[column])) continue;
    std::byte* memory = memory_of(column).data();
    const std::byte* bytes = part.rows_of(column, source).data();
    for_each_scalar(column, world, part.rows(columns[column].table, source),
                    [&](std::size_t place, std::size_t at, std::size_t size) {
                      std::memcpy(memory + place, bytes + at, size);
                    });
  }
  // what the engine works with inside a step, as it is between two: no row is doomed, and a final
  // observation of now is the first of its launch
  set_words("EpisodesEnded", 0, world, 1, 1);
  for (int table = 1; table < static_cast<int>(batch_.description().tables.size()); ++table)
    set_words("RowFate", table, world, part.rows(table, source), 0);
}

void WorldMemory::write_back() {
  const auto& columns = batch_.description().columns;
  const auto slab_bytes = static_cast<std::int64_t>(slabs_.size());
  batch_.backend().write(batch_.slab(first_tile_), slabs_.data(), slab_bytes);
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (exports_[column].empty()) continue;
    batch_.backend().write(export_of(column), exports_[column].data(),
                           static_cast<std::int64_t>(exports_[column].size()));
  }
}

template <class Visit>
void WorldMemory::for_each_scalar(std::size_t column, std::int64_t world, std::int64_t rows,
                                  Visit visit) const {
  const ColumnDescription& described = batch_.description().columns[column];
  if (rows == 0) return;
  const std::int64_t width = row_bytes(described);
  for (const FieldDescription& field : described.fields) {
    const std::int64_t first = place_of(column, field, world, 0);
    const std::int64_t stride = place_of(column, field, world, 1) - first;
    for (std::int64_t row = 0; row < rows; ++row) {
      visit(index_of(first + row * stride), index_of(row * width + field.offset_bytes),
            index_of(size_bytes(field.dtype)));
    }
  }
}

std::int64_t WorldMemory::rows_of(int table, std::int64_t world) const {
  const TableDescription& described = batch_.description().tables[index_of(table)];
  if (!described.grows) return described.rows_per_world;
  return std::min<std::int64_t>(word(index_of(described.population), world),
                                described.rows_per_world);
}

/// From the start of memory_of(column).
std::int64_t WorldMemory::place_of(std::size_t column, const FieldDescription& field,
                                   std::int64_t world, std::int64_t row) const {
  const ColumnDescription& described = batch_.description().columns[column];
  if (described.is_exported()) {
    return ((world - first_) * described.rows_per_world + row) * described.size_bytes +
           field.offset_bytes;
  }
  const Plan& plan = batch_.plan();
  return (world / plan.tile_worlds - first_tile_) * plan.slab_bytes +
         batch_.place_in_slab(column, field, world, row);
}

std::vector<std::byte>& WorldMemory::memory_of(std::size_t column) {
  return batch_.description().columns[column].is_exported() ? exports_[column] : slabs_;
}

const std::vector<std::byte>& WorldMemory::memory_of(std::size_t column) const {
  return batch_.description().columns[column].is_exported() ? exports_[column] : slabs_;
}

/// The first field, of four bytes, of a singleton.
std::uint32_t WorldMemory::word(std::size_t column, std::int64_t world) const {
  const FieldDescription& field = batch_.description().columns[column].fields.front();
  std::uint32_t value = 0;
  std::memcpy(&value, memory_of(column).data() + place_of(column, field, world, 0), sizeof value);
  return value;
}

/// Of a component of one field of four bytes, where the table has it.
void WorldMemory::set_words(const char* component, int table, std::int64_t world, std::int64_t rows,
                            std::uint32_t value) {
  const int found = batch_.description().column_of(component, table);
  if (found < 0) return;
  const auto column = static_cast<std::size_t>(found);
  for_each_scalar(column, world, rows, [&](std::size_t place, std::size_t, std::size_t) {
    std::memcpy(slabs_.data() + place, &value, sizeof value);
  });
}

/// Final observations go where the first of a launch would.
std::byte* WorldMemory::export_of(std::size_t column) const {
  const int number = static_cast<int>(column);
  const ColumnDescription& described = batch_.description().columns[column];
  const std::int64_t slot = described.role == ColumnRole::Final ? 0 : batch_.current_slot();
  return batch_.export_data(number) + slot * batch_.slot_bytes(number) +
         first_ * described.bytes_per_world();
}

}  // namespace starling::checkpoint
