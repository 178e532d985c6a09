#include "viewer/panels/scalar_text.hpp"

#include <charconv>
#include <cstring>

#include "engine/world_snapshot.hpp"

namespace starling::viewer {
namespace {

template <class Scalar>
std::string shown(std::uint64_t bits) {
  Scalar value{};
  std::memcpy(&value, &bits, sizeof value);
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", static_cast<double>(value));
  return text;
}

template <class Scalar>
std::optional<std::uint64_t> read(std::string_view text) {
  Scalar value{};
  const char* end = text.data() + text.size();
  const auto [parsed, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || parsed != end) return std::nullopt;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

}  // namespace

std::string shown_scalar(DType dtype, std::uint64_t bits) {
  if (dtype == DType::Float32) return shown<float>(bits);
  if (dtype == DType::Float64) return shown<double>(bits);
  return text_of(dtype, bits);
}

std::optional<std::uint64_t> read_scalar(DType dtype, std::string_view text) {
  switch (dtype) {
    case DType::Bool:
      if (text == "true" || text == "1") return 1;
      if (text == "false" || text == "0") return 0;
      return std::nullopt;
    case DType::Int8:
      return read<std::int8_t>(text);
    case DType::UInt8:
      return read<std::uint8_t>(text);
    case DType::Int16:
      return read<std::int16_t>(text);
    case DType::UInt16:
      return read<std::uint16_t>(text);
    case DType::Int32:
      return read<std::int32_t>(text);
    case DType::UInt32:
      return read<std::uint32_t>(text);
    case DType::Int64:
      return read<std::int64_t>(text);
    case DType::UInt64:
      return read<std::uint64_t>(text);
    case DType::Float32:
      return read<float>(text);
    case DType::Float64:
      return read<double>(text);
  }
  return std::nullopt;
}

}  // namespace starling::viewer
