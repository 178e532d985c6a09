#include "engine/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace starling {

Histogram histogram_of(std::span<const double> values, std::size_t bins) {
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](double value) { return std::isfinite(value); });
  if (finite.empty()) return {};
  const auto [lowest, highest] = std::minmax_element(finite.begin(), finite.end());
  const auto all = static_cast<double>(bins);
  const double width = *highest / all - *lowest / all;  // does not overflow
  Histogram histogram{*lowest, *highest, std::vector<std::int64_t>(width > 0 ? bins : 1)};
  for (const double value : finite) {
    const double bin = width > 0 ? std::min((value - *lowest) / width, all - 1) : 0;
    ++histogram.counts[static_cast<std::size_t>(bin)];
  }
  return histogram;
}

}  // namespace starling
