/// How many values lie where.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace starling {

/// How many values lie in each of equally wide bins from the lowest value to the highest, both
/// included. No bins where there are no values, and one where all are the same.
struct Histogram {
  double lowest = 0;
  double highest = 0;
  std::vector<std::int64_t> counts;

  friend bool operator==(const Histogram&, const Histogram&) = default;
};

/// Of values in any order; what is not finite counts as no value.
Histogram histogram_of(std::span<const double> values, std::size_t bins);

}  // namespace starling
