#include "engine/checkpoint/part.hpp"

#include <algorithm>
#include <cstring>

#include "engine/checkpoint/format.hpp"
#include "engine/entity.hpp"
#include "engine/error.hpp"
#include "engine/world_snapshot.hpp"

namespace starling::checkpoint {

bool is_saved(const ColumnDescription& column) {
  return !is_engines_own(column) && !column.fields.empty();
}

std::int64_t row_bytes(const ColumnDescription& column) {
  const FieldDescription& last = column.fields.back();
  return last.offset_bytes + size_bytes(last.dtype);
}

std::int64_t most_world_bytes(const EnvironmentDescription& description) {
  std::int64_t bytes = 0;
  for (const ColumnDescription& column : description.columns) {
    if (is_saved(column)) bytes += column.rows_per_world * row_bytes(column);
  }
  return bytes;
}

std::int64_t part_worlds_of(const EnvironmentDescription& description) {
  const std::int64_t fit = full_part_bytes / most_world_bytes(description);
  return std::clamp<std::int64_t>(fit, 1, most_part_worlds);
}

PartIndex::PartIndex(const EnvironmentDescription& description, std::span<const std::byte> bytes,
                     std::int64_t worlds, std::string name)
    : description_(description), bytes_(bytes), worlds_(worlds), name_(std::move(name)) {
  begins_.reserve(description.columns.size() * static_cast<std::size_t>(worlds) + 1);
  std::size_t end = 0;
  for (const ColumnDescription& column : description.columns) {
    for (std::int64_t world = 0; world < worlds; ++world) {
      begins_.push_back(end);
      if (!is_saved(column)) continue;
      // populations stand in the world's own columns, before the tables that grow
      end += static_cast<std::size_t>(rows(column.table, world) * row_bytes(column));
      if (end > bytes.size()) refuse("ends within its " + column.component);
    }
  }
  begins_.push_back(end);
  if (end != bytes.size()) refuse("has " + std::to_string(bytes.size() - end) + " bytes too many");
}

std::int64_t PartIndex::rows(int table, std::int64_t world) const {
  const TableDescription& described = description_.tables[static_cast<std::size_t>(table)];
  if (!described.grows) return described.rows_per_world;
  const std::uint32_t rows = word(described.population, world, 0, 0);
  if (rows > static_cast<std::uint32_t>(described.rows_per_world)) {
    refuse("says that a world has " + std::to_string(rows) + " rows of " + described.name +
           ", which has room for " + std::to_string(described.rows_per_world));
  }
  return rows;
}

std::span<const std::byte> PartIndex::rows_of(std::size_t column, std::int64_t world) const {
  const auto at = column * static_cast<std::size_t>(worlds_) + static_cast<std::size_t>(world);
  return bytes_.subspan(begins_[at], begins_[at + 1] - begins_[at]);
}

/// A field of four bytes.
std::uint32_t PartIndex::word(int column, std::int64_t world, std::int64_t row,
                              std::size_t field) const {
  const auto index = static_cast<std::size_t>(column);
  const ColumnDescription& described = description_.columns[index];
  const std::size_t begin =
      begins_[index * static_cast<std::size_t>(worlds_) + static_cast<std::size_t>(world)];
  std::uint32_t value = 0;
  std::memcpy(&value,
              bytes_.data() + begin + static_cast<std::size_t>(row * row_bytes(described)) +
                  static_cast<std::size_t>(described.fields[field].offset_bytes),
              sizeof value);
  return value;
}

void PartIndex::check() const {
  for (std::size_t index = 0; index < description_.columns.size(); ++index)
    check_bools(description_.columns[index], index);
  const auto tables = static_cast<int>(description_.tables.size());
  for (int table = 0; table < tables; ++table) {
    const TableDescription& described = description_.tables[static_cast<std::size_t>(table)];
    if (!described.grows) continue;
    check_population(table);
    for (int other = 0; other < tables; ++other) {
      const int entities = description_.column_of("Entity", table);
      if (description_.tables[static_cast<std::size_t>(other)].name == described.name + "Slots")
        check_handles(table, entities, other);
    }
    for (std::size_t column = 0; column < description_.columns.size(); ++column) {
      const ColumnDescription& ranges = description_.columns[column];
      if (ranges.component.starts_with("RangeOf<") &&
          ranges.component.ends_with(described.name + ">"))
        check_ranges(ranges.table, column, table);
    }
  }
}

void PartIndex::check_bools(const ColumnDescription& column, std::size_t index) const {
  if (!is_saved(column)) return;
  for (const FieldDescription& field : column.fields) {
    if (field.dtype != DType::Bool) continue;
    for (std::int64_t world = 0; world < worlds_; ++world) {
      const std::span<const std::byte> bytes = rows_of(index, world);
      for (auto at = static_cast<std::size_t>(field.offset_bytes); at < bytes.size();
           at += static_cast<std::size_t>(row_bytes(column))) {
        if (bytes[at] > std::byte{1})
          refuse("has a bool, " + column.component + "." + field.path +
                 ", that is neither 0 nor 1");
      }
    }
  }
}

/// Between steps no entity waits for a Commit.
void PartIndex::check_population(int table) const {
  const int column = description_.tables[static_cast<std::size_t>(table)].population;
  for (std::int64_t world = 0; world < worlds_; ++world) {
    if (word(column, world, 0, 1) != 0 || word(column, world, 0, 2) != 0) {
      refuse("is of worlds within a step: rows of " +
             description_.tables[static_cast<std::size_t>(table)].name + " wait for a Commit");
    }
  }
}

/// Every living row has a slot of its own, which names it; all other slots are free.
void PartIndex::check_handles(int table, int entities, int slots_table) const {
  const TableDescription& described = description_.tables[static_cast<std::size_t>(table)];
  const int slots = description_.column_of("Slot", slots_table);
  std::uint32_t first_slot = 0;
  for (int before = 1; before < table; ++before)
    first_slot += static_cast<std::uint32_t>(
        description_.tables[static_cast<std::size_t>(before)].rows_per_world);
  for (std::int64_t world = 0; world < worlds_; ++world) {
    const std::int64_t living = rows(table, world);
    std::int64_t taken = 0;
    for (std::int64_t slot = 0; slot < described.rows_per_world; ++slot) {
      if (word(slots, world, slot, 1) >= detail::pending_generation)
        refuse("has a handle of " + described.name + " that was used too often");
      taken += word(slots, world, slot, 0) != detail::Slot::free ? 1 : 0;
    }
    bool agrees = taken == living;
    for (std::int64_t row = 0; agrees && row < living; ++row) {
      const std::uint32_t slot = word(entities, world, row, 0) - first_slot;
      agrees = slot < static_cast<std::uint32_t>(described.rows_per_world) &&
               word(slots, world, slot, 0) == static_cast<std::uint32_t>(row) &&
               word(slots, world, slot, 1) == word(entities, world, row, 1);
    }
    if (!agrees) refuse("has handles of " + described.name + " that are not those of its rows");
  }
}

/// Systems read rows [first, first + count) of the table that was sorted.
void PartIndex::check_ranges(int table, std::size_t column, int sorted_table) const {
  const std::int64_t most =
      description_.tables[static_cast<std::size_t>(sorted_table)].rows_per_world;
  for (std::int64_t world = 0; world < worlds_; ++world) {
    for (std::int64_t row = 0; row < rows(table, world); ++row) {
      const std::int64_t first = word(static_cast<int>(column), world, row, 0);
      const std::int64_t count = word(static_cast<int>(column), world, row, 1);
      if (first + count > most) refuse("has a range of rows that are not there");
    }
  }
}

void PartIndex::refuse(const std::string& reason) const {
  throw Error(Refusal::Usage, name_ + " " + reason);
}

}  // namespace starling::checkpoint
