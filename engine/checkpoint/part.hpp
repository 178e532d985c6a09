/// The bytes of a part of a checkpoint: where each row lies, and that they can be rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/description.hpp"

namespace starling::checkpoint {

/// Whether checkpoints have a column: all but what the engine works with inside a step.
bool is_saved(const ColumnDescription& column);

/// Bytes of a row, scalar by scalar, without the padding of final observations.
std::int64_t row_bytes(const ColumnDescription& column);

/// Bytes of a world whose tables are full.
std::int64_t most_world_bytes(const EnvironmentDescription& description);

/// Worlds of a part, of a batch that has enough.
std::int64_t part_worlds_of(const EnvironmentDescription& description);

class PartIndex {
 public:
  /// Of `worlds` worlds. Throws Error (Usage) where the bytes are not those of so many; `name`
  /// begins the sentence. The bytes must outlive it.
  PartIndex(const EnvironmentDescription& description, std::span<const std::byte> bytes,
            std::int64_t worlds, std::string name);

  /// Throws Error (Usage) where what the engine believes of its own account cannot be: rows that
  /// live, who has which handle, which rows have one key, and bools that are neither. With the
  /// components of environments anything goes, as for Simulator::edit.
  void check() const;

  std::int64_t worlds() const { return worlds_; }
  /// Rows of a table that live in a world.
  std::int64_t rows(int table, std::int64_t world) const;
  /// A saved column's rows of a world. [rows, row_bytes]
  std::span<const std::byte> rows_of(std::size_t column, std::int64_t world) const;

 private:
  void check_bools(const ColumnDescription& column, std::size_t index) const;
  void check_population(int table) const;
  void check_handles(int table, int entities, int slots_table) const;
  void check_ranges(int table, std::size_t column, int sorted_table) const;
  std::uint32_t word(int column, std::int64_t world, std::int64_t row, std::size_t field) const;
  [[noreturn]] void refuse(const std::string& reason) const;

  const EnvironmentDescription& description_;
  std::span<const std::byte> bytes_;
  std::int64_t worlds_;
  std::string name_;
  std::vector<std::size_t> begins_;  ///< [columns, worlds], and the end.
};

}  // namespace starling::checkpoint
