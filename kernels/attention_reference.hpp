/// Attention in plain loops and double precision: what kernels/attention.hpp is compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/span.hpp"

namespace starling::kernels {

struct AttentionShape {
  std::size_t batch;
  std::size_t heads;
  std::size_t query_length;
  std::size_t key_length;
  std::size_t head_dim;
  bool causal;
  double scale;

  /// How many keys query `row` sees, from the first on, absent ones counted.
  std::size_t visible_keys(std::size_t row) const {
    if (!causal) return key_length;
    const std::size_t end = row + 1 + key_length;  // less query_length, which may be more
    return end <= query_length ? 0 : std::min(end - query_length, key_length);
  }
};

/// One query's row. query, out: [dim]; keys, values: [visible, dim]; mask: [visible], 0 where a key
/// is absent, or empty where all are present. Zeros where none is.
inline void attention_row_reference(Span<const float> query, Span<const float> keys,
                                    Span<const float> values, Span<const std::uint8_t> mask,
                                    double scale, Span<double> out) {
  const std::size_t dim = query.size();
  const std::size_t visible = keys.size() / dim;
  std::vector<double> weights(visible);
  double maximum = -std::numeric_limits<double>::infinity();
  for (std::size_t key = 0; key < visible; ++key) {
    for (std::size_t i = 0; i < dim; ++i)
      weights[key] += static_cast<double>(query[i]) * static_cast<double>(keys[key * dim + i]);
    weights[key] *= scale;
    if (mask.empty() || mask[key] != 0) maximum = std::max(maximum, weights[key]);
  }
  std::fill(out.begin(), out.end(), 0.0);
  double sum = 0;
  for (std::size_t key = 0; key < visible; ++key) {
    if (!mask.empty() && mask[key] == 0) continue;
    const double weight = std::exp(weights[key] - maximum);
    sum += weight;
    for (std::size_t i = 0; i < dim; ++i)
      out[i] += weight * static_cast<double>(values[key * dim + i]);
  }
  if (sum == 0) return;
  for (double& number : out)
    number /= sum;
}

/// q, out: [batch, heads, query_length, head_dim]; k, v: [batch, heads, key_length, head_dim], all
/// row-major; mask: [batch, key_length], or empty.
inline void attention_reference(const AttentionShape& shape, Span<const float> q,
                                Span<const float> k, Span<const float> v,
                                Span<const std::uint8_t> mask, Span<double> out) {
  const std::size_t dim = shape.head_dim;
  for (std::size_t pair = 0; pair < shape.batch * shape.heads; ++pair) {
    const std::size_t first_key = pair * shape.key_length;
    const std::size_t first_byte = pair / shape.heads * shape.key_length;
    for (std::size_t row = 0; row < shape.query_length; ++row) {
      const std::size_t visible = shape.visible_keys(row);
      const std::size_t query = (pair * shape.query_length + row) * dim;
      const Span<const std::uint8_t> present =
          mask.empty() ? mask : mask.subspan(first_byte, visible);
      attention_row_reference(q.subspan(query, dim), k.subspan(first_key * dim, visible * dim),
                              v.subspan(first_key * dim, visible * dim), present, shape.scale,
                              out.subspan(query, dim));
    }
  }
}

}  // namespace starling::kernels
