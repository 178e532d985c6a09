/// What the float32 kernel is given, and how its blocks share out their memory.
#pragma once

#include <cstdint>

#include "kernels/platform.hpp"
#include "systems/policy/float32/weights.hpp"
#include "systems/policy/observed_tokens.hpp"

namespace starling::policy {

/// How a block's memory is shared out.
struct Float32Sizes {
  std::int32_t agents = 0;        ///< At a time.
  std::int32_t row_stride = 0;    ///< Numbers from row to row of d_model: odd, against conflicts,
  std::int32_t wide_stride = 0;   ///< of what is projected, or hidden,
  std::int32_t score_stride = 0;  ///< and of scores.

  static constexpr int max_rows = 64;

  /// Numbers of a block's workspace.
  STARLING_FN std::int64_t workspace(std::int32_t tokens) const {
    return std::int64_t{agents} * tokens * (2 * row_stride + wide_stride + score_stride);
  }
};

/// Agents that together have about so many tokens share a block.
inline constexpr int rows_of_a_block = 16;

/// Of a network for 1 <= tokens <= Float32Sizes::max_rows.
inline Float32Sizes float32_sizes(const PackedNetwork& network, std::int32_t tokens) {
  const std::int32_t projected = 3 * network.d_model;
  Float32Sizes sizes;
  sizes.agents = tokens < rows_of_a_block ? rows_of_a_block / tokens : 1;
  sizes.row_stride = network.d_model + 1;
  sizes.wide_stride = (network.d_ff > projected ? network.d_ff : projected) + 1;
  sizes.score_stride = tokens | 1;
  return sizes;
}

/// Plain data, handed to the kernel by value.
struct Float32Arguments {
  PackedNetwork network;
  ObservedTokens observed;
  Float32Sizes sizes;
  float* answers = nullptr;    ///< [agents, heads.outputs]
  float* workspace = nullptr;  ///< Of all blocks; null where each has its own in shared memory.
};

}  // namespace starling::policy
