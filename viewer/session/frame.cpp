#include "viewer/session/frame.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace starling::viewer {

std::int64_t Histogram::total() const {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

Histogram histogram_of(const std::vector<float>& values, std::size_t bins) {
  Histogram histogram;
  std::vector<float> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](float value) { return std::isfinite(value); });
  if (finite.empty()) return histogram;
  const auto [lowest, highest] = std::minmax_element(finite.begin(), finite.end());
  histogram.lowest = static_cast<double>(*lowest);
  histogram.highest = static_cast<double>(*highest);
  const double width = histogram.highest - histogram.lowest;
  histogram.counts.resize(width > 0 ? bins : 1);
  for (const float value : finite) {
    const double share = width > 0 ? (static_cast<double>(value) - histogram.lowest) / width : 0;
    const auto bin = static_cast<std::size_t>(share * static_cast<double>(bins));
    ++histogram.counts[std::min(bin, histogram.counts.size() - 1)];
  }
  return histogram;
}

}  // namespace starling::viewer
