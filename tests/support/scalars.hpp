/// Reading and setting one scalar of one world by its path, whatever the device.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/description.hpp"
#include "engine/simulator.hpp"

namespace starling::tests {

/// Index, in the order of `inspect`, of a scalar. Throws std::runtime_error if there is none.
inline std::size_t index_of(const std::vector<FieldValue>& scalars, std::string_view path,
                            std::int64_t row = 0) {
  for (std::size_t index = 0; index < scalars.size(); ++index) {
    if (scalars[index].path == path && scalars[index].row == row) return index;
  }
  throw std::runtime_error("no scalar " + std::string(path));
}

template <class T>
T scalar_of(Simulator& simulator, std::int64_t world, std::string_view path, std::int64_t row = 0) {
  const std::vector<FieldValue> scalars = simulator.inspect(world);
  const std::uint64_t bits = scalars[index_of(scalars, path, row)].bits;
  T value{};
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Makes a scalar whose bits are `from` one whose bits are `to`.
inline void set_bits(Simulator& simulator, std::int64_t world, std::size_t index,
                     std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t rest = from ^ to; rest != 0; rest &= rest - 1) {
    simulator.flip_bit(world, index, std::countr_zero(rest));
  }
}

template <class T>
void set_scalar(Simulator& simulator, std::int64_t world, std::string_view path, T value,
                std::int64_t row = 0) {
  const std::vector<FieldValue> scalars = simulator.inspect(world);
  const std::size_t index = index_of(scalars, path, row);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  set_bits(simulator, world, index, scalars[index].bits, bits);
}

/// Gives a world the scalars that `inspect` read in one of the same environment.
inline void set_world(Simulator& simulator, std::int64_t world,
                      const std::vector<FieldValue>& scalars) {
  const std::vector<FieldValue> held = simulator.inspect(world);
  if (held.size() != scalars.size()) throw std::runtime_error("worlds of different scalars");
  for (std::size_t index = 0; index < held.size(); ++index) {
    set_bits(simulator, world, index, held[index].bits, scalars[index].bits);
  }
}

/// Type of a scalar that `inspect` lists. Throws std::runtime_error if there is none.
inline DType dtype_of(const EnvironmentDescription& description, std::string_view path) {
  for (const ColumnDescription& column : description.columns) {
    const std::string& table = description.tables[static_cast<std::size_t>(column.table)].name;
    for (const FieldDescription& field : column.fields) {
      if (table + "." + column.component + "." + field.path == path) return field.dtype;
    }
  }
  throw std::runtime_error("no scalar " + std::string(path));
}

}  // namespace starling::tests
