/// Numbers given by a user, checked against their range.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>

#include "engine/error.hpp"

namespace starling::cli {

/// The whole numbers that an option takes, both ends included.
template <class Number>
struct Range {
  Number lowest;
  Number highest = std::numeric_limits<Number>::max();
};

inline constexpr Range<std::int64_t> world_range{1, std::numeric_limits<std::int32_t>::max()};
inline constexpr Range<std::int64_t> step_range{1};
inline constexpr Range<std::uint64_t> seed_range{0};
inline constexpr Range<int> thread_range{1, 1024};
inline constexpr Range<int> tile_range{1};
inline constexpr Range<int> lane_range{1, 32};
inline constexpr Range<int> launch_range{1};
inline constexpr Range<std::int64_t> trace_range{1 << 14, 1 << 30};
inline constexpr Range<int> period_range{1, 1 << 16};
inline constexpr Range<int> look_range{1, 1000};
inline constexpr Range<std::int64_t> hash_period_range{1, 1'000'000'000};

/// Throws Error unless `text` is a whole number of the range, written in decimal digits.
template <class Number>
Number parse_number(std::string_view option, std::string_view text, Range<Number> range) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [parsed, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc() || parsed != end || number < range.lowest || number > range.highest) {
    throw Error(Refusal::Usage, fmt::format("{} is '{}', which is not a whole number from {} to {}",
                                            option, text, range.lowest, range.highest));
  }
  return number;
}

}  // namespace starling::cli
