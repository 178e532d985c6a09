/// Whole numbers of JSON that nobody has checked.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

namespace starling::policy {

/// A whole number from 0 to 2^63 - 1, or -1 where the value is none.
inline std::int64_t whole_number(const nlohmann::json& value) {
  if (!value.is_number_unsigned()) return -1;
  const auto number = value.get<std::uint64_t>();
  return number > INT64_MAX ? -1 : static_cast<std::int64_t>(number);
}

}  // namespace starling::policy
