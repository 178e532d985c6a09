/// Layer norm in plain loops and double precision: what kernels/layer_norm_rows.hpp is compared
/// with.
#pragma once

#include <cmath>
#include <cstddef>

#include "kernels/span.hpp"

namespace starling::kernels {

/// One row: to = (from - mean) / sqrt(variance + eps). from, to: [columns].
inline void layer_norm_reference(Span<const float> from, double eps, Span<double> to) {
  const auto columns = static_cast<double>(from.size());
  double mean = 0.0;
  for (const float number : from)
    mean += static_cast<double>(number) / columns;
  double variance = 0.0;
  for (const float number : from)
    variance += std::pow(static_cast<double>(number) - mean, 2) / columns;
  for (std::size_t column = 0; column < from.size(); ++column)
    to[column] = (static_cast<double>(from[column]) - mean) / std::sqrt(variance + eps);
}

}  // namespace starling::kernels
