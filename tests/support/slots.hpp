/// Tensors, a step's slot at a time, as vectors of host values.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "engine/simulator.hpp"

namespace starling::tests {

/// The view of one slot of a tensor.
inline Tensor slot_of(const Tensor& tensor, int slot) {
  Tensor view = tensor;
  view.data =
      static_cast<std::byte*>(tensor.data) + slot * tensor.strides[0] * size_bytes(tensor.dtype);
  view.shape[0] = 1;
  return view;
}

/// The rows of all slots of a tensor as Ts: a T is all elements of a row.
template <class T>
std::vector<T> rows_of(Simulator& simulator, const Tensor& tensor) {
  const std::vector<std::byte> bytes = simulator.read(tensor);
  std::vector<T> rows(bytes.size() / sizeof(T));
  std::memcpy(rows.data(), bytes.data(), bytes.size());
  return rows;
}

/// One slot of a tensor as Ts, row by row: a T is all elements of a row, a struct of them perhaps.
template <class T>
std::vector<T> read_slot(Simulator& simulator, std::string_view name, int slot) {
  const Tensor view = slot_of(simulator.tensor(name), slot);
  const std::vector<std::byte> bytes = simulator.read(view);
  std::vector<T> values(static_cast<std::size_t>(view.shape[1] * view.shape[2]));
  EXPECT_EQ(bytes.size(), values.size() * sizeof(T)) << name;
  if (bytes.size() == values.size() * sizeof(T) && !bytes.empty()) {
    std::memcpy(values.data(), bytes.data(), bytes.size());
  }
  return values;
}

/// The newest step's slot.
template <class T>
std::vector<T> read_newest(Simulator& simulator, std::string_view name) {
  return read_slot<T>(simulator, name, simulator.current_slot());
}

template <class T>
void write_slot(Simulator& simulator, std::string_view name, int slot,
                const std::vector<T>& values) {
  simulator.write(slot_of(simulator.tensor(name), slot), std::as_bytes(std::span(values)));
}

}  // namespace starling::tests
