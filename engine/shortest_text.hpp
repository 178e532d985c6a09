/// Numbers in as few digits as read back to the same number.
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace starling {

/// "0.1", "1e-05", "-3"
template <class Number>
std::string shortest_text(Number number) {
  std::array<char, 32> text;
  const auto result = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), result.ptr};
}

}  // namespace starling
