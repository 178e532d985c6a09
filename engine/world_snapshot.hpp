/// The state of one world at one moment, copied to the host: what is looked at, sent and drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/description.hpp"

namespace starling {

/// Columns lie one after the other, each [rows, size_bytes of its component], structs whole and in
/// the order of the description's columns; of the engine's own and of final observations none.
struct WorldSnapshot {
  std::int64_t world = 0;
  std::vector<std::int32_t> rows;     ///< That live, by table.
  std::vector<std::uint32_t> begins;  ///< First byte by column, and one more behind the last.
  std::vector<std::byte> bytes;

  std::span<const std::byte> column(int index) const {
    const auto at = static_cast<std::size_t>(index);
    return std::span(bytes).subspan(begins[at], begins[at + 1] - begins[at]);
  }
};

/// Whether a column is no state of the world: the engine's own, or what a Commit works with.
bool is_engines_own(const ColumnDescription& column);

/// Whether snapshots hold a column: it is of the environment, and no final observation.
bool is_in_snapshots(const ColumnDescription& column);

/// Makes room for a world with so many rows by table; a column begins on 16 bytes.
void set_rows(WorldSnapshot& snapshot, const EnvironmentDescription& description,
              std::vector<std::int32_t> rows);

/// Bits of a scalar of a row. Throws Error (Usage) where the snapshot has no such row.
std::uint64_t bits_of(const WorldSnapshot& snapshot, const EnvironmentDescription& description,
                      int column, const FieldDescription& field, std::int64_t row);

/// A scalar as a person reads it, in as few digits as read back to the same value.
std::string text_of(DType dtype, std::uint64_t bits);

}  // namespace starling
