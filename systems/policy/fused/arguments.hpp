/// What the kernel of a fused network is given.
#pragma once

#include <cstddef>
#include <cstdint>

#include "systems/policy/observed_tokens.hpp"

namespace starling::policy {

/// Plain data, handed to the kernel by value. Layer norms' gains and biases, biases of keys and
/// values and the softmax's scale are folded into weights and biases; see pack.hpp.
struct FusedArguments {
  ObservedTokens observed;
  float* answers = nullptr;          ///< [agents, outputs]
  const std::byte* slabs = nullptr;  ///< Of all layers, in the order in which they are used.
  const std::byte* embed = nullptr;  ///< Panel [16 embed_blocks, d_model].
  const std::byte* heads = nullptr;  ///< Panels [d_model, 16], one for each 16 outputs.
  /// Of each layer: queries' [heads, head_width], the attention's output's [d_model], the hidden
  /// units' [slices, fused_slice], the MLP's output's [d_model].
  const float* biases = nullptr;
  const float* output_biases = nullptr;  ///< [outputs]
  std::int32_t embed_blocks = 0;
  std::int32_t outputs = 0;
  std::int32_t layers = 0;
  std::int32_t heads_a_layer = 0;
  std::int32_t slices = 0;       ///< Of a layer's hidden units.
  std::int32_t total_slabs = 0;  ///< Of all layers.
  std::int32_t slots = 0;        ///< Slabs that shared memory holds.
  float norm_eps = 0.0F;
};

}  // namespace starling::policy
