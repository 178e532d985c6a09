/// The actions of many steps in few bytes: see format.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/bytes.hpp"
#include "engine/description.hpp"

namespace starling::recording {

/// An input column.
struct ActionColumn {
  int column = 0;           ///< Index in the description's columns.
  std::int64_t agents = 0;  ///< Rows of all recorded worlds.
  const ColumnDescription* described = nullptr;

  std::int64_t step_bytes() const { return agents * described->size_bytes; }
};

/// All input columns that have rows.
std::vector<ActionColumn> action_columns(const EnvironmentDescription& description,
                                         std::int64_t worlds);

/// actions: [steps, agents], rows of the column's size.
void pack_actions(ByteWriter& to, const ActionColumn& column, std::int64_t steps,
                  std::span<const std::byte> actions);

/// The packed actions of one column, read step by step. What they were read from must outlive it.
class PackedActions {
 public:
  /// Throws Error (Usage).
  PackedActions(ByteReader& from, const ActionColumn& column, std::int64_t steps);

  /// rows: [agents], of the column's size; bytes that are of no field are left.
  void read(std::int64_t step, std::span<std::byte> rows) const;

 private:
  struct Exception {
    std::int64_t place = 0;  ///< step * agents + agent
    std::uint64_t bits = 0;
  };
  struct Field {
    int offset_bytes = 0;
    int size_bytes = 0;
    std::int64_t base = 0;  ///< Choices; 0 where the values are whole.
    int digits = 0;         ///< In a byte.
    std::span<const std::byte> bytes;
    std::vector<Exception> exceptions;
  };
  void read_exceptions(ByteReader& from, Field& field);
  void read_digits(const Field& field, std::int64_t step, std::byte* rows) const;
  void read_whole(const Field& field, std::int64_t step, std::byte* rows) const;

  ActionColumn column_;
  std::int64_t steps_;
  std::vector<Field> fields_;
};

}  // namespace starling::recording
