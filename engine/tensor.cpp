#include "engine/tensor.hpp"

namespace starling {

std::int64_t size_bytes(DType dtype) {
  switch (dtype) {
    case DType::Bool:
    case DType::Int8:
    case DType::UInt8:
      return 1;
    case DType::Int16:
    case DType::UInt16:
      return 2;
    case DType::Int32:
    case DType::UInt32:
    case DType::Float32:
      return 4;
    case DType::Int64:
    case DType::UInt64:
    case DType::Float64:
      return 8;
  }
  return 0;
}

const char* name_of(DType dtype) {
  constexpr const char* names[] = {"bool",   "int8",  "uint8",  "int16",   "uint16", "int32",
                                   "uint32", "int64", "uint64", "float32", "float64"};
  return names[static_cast<int>(dtype)];
}

}  // namespace starling
