/// A network's weights as it is run layer by layer, and where in them each matrix begins.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "systems/policy/network.hpp"

namespace starling::policy {

/// A matrix and what is added behind it.
struct LayeredMatrix {
  std::int64_t panel = 0;  ///< Bytes, in the panels: see kernels/panel.hpp, WarpProducts.
  std::int64_t bias = 0;   ///< In the numbers.
  std::int64_t inner = 0;
  std::int64_t columns = 0;
};

struct LayeredLayer {
  LayeredMatrix in;  ///< Queries of all heads, keys of all, values of all.
  LayeredMatrix out;
  LayeredMatrix up;
  LayeredMatrix down;  ///< From hidden units doubled.
};

/// Where everything lies.
struct LayeredShape {
  LayeredMatrix embed;
  std::vector<LayeredLayer> layers;
  std::int64_t head_weights = 0;  ///< Of the answers: [outputs, d_model], in the numbers.
  std::int64_t head_biases = 0;
  std::int64_t outputs = 0;
  std::int64_t d_model = 0;
  std::int64_t heads = 0;
  std::int64_t head_width = 0;  ///< Columns of a head: those of 8 and 16 are padded with zeros.
  std::int64_t d_ff = 0;
  std::int64_t tokens = 0;
  float score_scale = 0.0F;
  float norm_eps = 0.0F;

  /// Columns of all heads together.
  std::int64_t head_columns() const { return heads * head_width; }
  /// Columns of bf16 that are needed at a time beside a row's normalized numbers.
  std::int64_t wide_columns() const { return std::max({embed.inner, 4 * head_columns(), d_ff}); }
  /// Of memory that a token takes while the network runs.
  std::int64_t row_bytes() const { return 6 * d_model + 2 * wide_columns() + 1; }
};

/// Weights in bf16, biases in float32. What is linear is folded as in systems/policy/affine.hpp;
/// those of the answers, which are applied to an agent's mean alone, stay in float32.
struct LayeredWeights {
  LayeredShape shape;
  std::vector<std::byte> panels;
  std::vector<float> numbers;
};

LayeredWeights pack_layered(const Network& network);

}  // namespace starling::policy
