/// A view of an exported column as learners take it: pointer, shape, strides, dtype, device.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace starling {

/// Where memory lies and code runs.
enum class Device : std::uint8_t { Cpu, Cuda };

/// Type of one element.
enum class DType : std::uint8_t {
  Bool,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Float32,
  Float64
};

/// Bytes of one element.
std::int64_t size_bytes(DType dtype);

/// Name as numpy writes it: "float32".
const char* name_of(DType dtype);

/// An exported column over all worlds: [slots, worlds, rows, elements], row-major.
///
/// Slot k holds step k of the last launch (of final observations: see Final); `rows` are the
/// entities of one world. The memory belongs to the simulator that made the view and lives as long
/// as it does.
struct Tensor {
  std::string name;                       ///< "observation", "ending.terminated", ...
  void* data = nullptr;                   ///< First element; a device pointer if device is Cuda.
  std::array<std::int64_t, 4> shape{};    ///< [slots, worlds, rows, elements]
  std::array<std::int64_t, 4> strides{};  ///< In elements.
  DType dtype = DType::Float32;
  Device device = Device::Cpu;
  std::int32_t device_index = 0;

  std::int64_t elements() const { return shape[0] * shape[1] * shape[2] * shape[3]; }
};

}  // namespace starling
