/// Some of a batch's worlds, as runs of consecutive ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace starling {

/// Worlds [first, first + worlds).
struct WorldRange {
  std::int64_t first = 0;
  std::int64_t worlds = 0;

  bool operator==(const WorldRange&) const = default;
};

/// "0-63,100" as ranges, joined where they touch. Throws Error (Usage), which `option` begins,
/// where it is not in rising order or names a world that is not below `worlds`.
std::vector<WorldRange> parse_world_list(const std::string& option, const std::string& text,
                                         std::int64_t worlds);

std::int64_t count_worlds(const std::vector<WorldRange>& ranges);

/// A world's place among those of the ranges; -1 where it is none of them.
std::int64_t place_in(const std::vector<WorldRange>& ranges, std::int64_t world);

/// The world at a place among those of the ranges.
std::int64_t world_at(const std::vector<WorldRange>& ranges, std::int64_t place);

}  // namespace starling
