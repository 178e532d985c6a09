/// Shapes in which a CUDA block does its part of attention.
#pragma once

#include <cstdint>

#include "kernels/attention_arguments.hpp"
#include "kernels/attention_softmax.hpp"
#include "kernels/swizzle.hpp"

namespace starling::kernels {

/// The shape of a block's work: a warp for every 32 of its queries, against `keys` keys at a time.
/// `holds`: the queries stay in registers, instead of being loaded from shared memory for each
/// block of keys. `blocks`: how many blocks are to fit a multiprocessor, which caps registers.
template <int dim, int keys, bool holds, int blocks>
struct AttentionTile {
  static constexpr int head_dim = dim;
  static constexpr int query_rows = static_cast<int>(detail::attention_query_rows);
  static constexpr int key_rows = keys;
  static constexpr int threads = query_rows / warp_query_rows * 32;
  static constexpr int blocks_a_processor = blocks;
  static constexpr bool holds_queries = holds;

  using Rows = SwizzledRows<dim>;
  /// Shared memory: the queries, then two blocks of keys, then two of values. Aligned to 1024.
  static constexpr std::uint32_t queries_bytes = query_rows * Rows::row_bytes;
  static constexpr std::uint32_t keys_bytes = key_rows * Rows::row_bytes;
  static constexpr std::uint32_t shared_bytes = queries_bytes + 4 * keys_bytes;
};

/// Nothing spills at these. At 128 sums and scores alone take 192 of a lane's 255 registers.
/// TFLOP/s on an H200, 8,192 tokens, not causal and causal, with head dim 64: 128 keys and two
/// blocks 360 and 334; 64 keys and three blocks 332 and 308, two that hold their queries 335 and
/// 316; 32 keys 306 and 286. With head dim 128: 64 keys 397 and 359, 32 keys 358 and 322.
template <int dim>
using TunedAttentionTile = AttentionTile<dim, dim == 64 ? 128 : 64, dim == 32, dim == 32 ? 3 : 2>;

}  // namespace starling::kernels
