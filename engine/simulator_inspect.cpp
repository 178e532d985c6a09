/// Looking into one world: every scalar by name.
#include <cstring>

#include "engine/world_scalars.hpp"

namespace starling {
namespace {

template <class Scalar>
std::string as_text(std::uint64_t bits) {
  Scalar value{};
  std::memcpy(&value, &bits, sizeof value);
  return std::to_string(value);
}

std::string text_of(DType dtype, std::uint64_t bits) {
  switch (dtype) {
    case DType::Bool:
      return bits != 0 ? "true" : "false";
    case DType::Int8:
      return as_text<std::int8_t>(bits);
    case DType::Int16:
      return as_text<std::int16_t>(bits);
    case DType::Int32:
      return as_text<std::int32_t>(bits);
    case DType::Int64:
      return as_text<std::int64_t>(bits);
    case DType::Float32:
      return as_text<float>(bits);
    case DType::Float64:
      return as_text<double>(bits);
    default:
      return std::to_string(bits);
  }
}

}  // namespace

std::vector<FieldValue> Simulator::inspect(std::int64_t world) {
  std::vector<FieldValue> values;
  for (const WorldScalar& scalar : scalars_of(*batch_, world)) {
    const std::uint64_t bits = read_bits(*batch_, scalar.place);
    values.push_back({path_of(description(), scalar.column, scalar.field), scalar.row, bits,
                      text_of(scalar.dtype, bits)});
  }
  return values;
}

}  // namespace starling
