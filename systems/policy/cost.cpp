#include "systems/policy/cost.hpp"

namespace starling::policy {

Cost cost_of(const Architecture& shape, double present) {
  const auto d = static_cast<double>(shape.d_model);
  double outputs = 1.0;
  for (const std::int64_t choices : shape.actions)
    outputs += static_cast<double>(choices);
  double tokens = 0.0;
  double features = 0.0;
  bool is_first = true;
  for (const TokenType& type : shape.types) {
    const double self = is_first ? 1.0 : 0.0;
    const double there = self + present * (static_cast<double>(type.count) - self);
    tokens += there;
    features += there * static_cast<double>(type.features);
    is_first = false;
  }
  const double weights = 4.0 * d * d + 2.0 * d * static_cast<double>(shape.d_ff);  // of a layer
  const double scores_and_values = 2.0 * tokens * d;
  const double layers = static_cast<double>(shape.layers);
  const double products =
      features * d + layers * tokens * (weights + scores_and_values) + d * outputs;
  constexpr double float_bytes = sizeof(float);
  return {2.0 * products, float_bytes * (features + outputs)};
}

}  // namespace starling::policy
