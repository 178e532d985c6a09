/// What an attention kernel is given, and which of it is refused.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "kernels/bfloat16.hpp"

namespace starling::kernels {

/// Elements from one batch, head or row to the next; a row's elements lie side by side.
struct AttentionStrides {
  std::int64_t batch;
  std::int64_t head;
  std::int64_t row;
};

/// out = softmax(scale q k^T) v, for each batch and head.
///
/// q, out: [batch, heads, query_length, head_dim], k, v: [batch, heads, key_length, head_dim],
/// bf16, by strides, 16-byte aligned. A packed [batch, row, 3, heads, head_dim] is three of them.
struct AttentionArguments {
  const Bfloat16* q;
  const Bfloat16* k;
  const Bfloat16* v;
  Bfloat16* out;
  AttentionStrides q_strides;
  AttentionStrides k_strides;
  AttentionStrides v_strides;
  AttentionStrides out_strides;
  /// [batch, key_length], row-major: 0 where a key is absent. Null: all are present. The rows of
  /// absent keys in k and v may hold anything, NaN and infinities too.
  const std::uint8_t* key_mask;
  std::int64_t batch;
  std::int64_t heads;
  std::int64_t query_length;
  std::int64_t key_length;
  std::int64_t head_dim;  ///< 32, 64 or 128; of short sequences 16, 32 or 64
  /// Query i sees the keys up to i + key_length - query_length: the last query sees all, as in
  /// FlashAttention-2. A query that sees no present key gives zeros. A key that is present but lies
  /// behind a query must hold numbers: 0 times a value that is none would reach the query's result.
  bool causal;
  float scale;  ///< Of q k^T: positive, by custom 1 / sqrt(head_dim).
};

namespace detail {

inline constexpr std::int64_t attention_length_limit = std::int64_t{1} << 30;
inline constexpr std::int64_t attention_block_limit = (std::int64_t{1} << 31) - 1;
inline constexpr std::int64_t attention_query_rows = 128;  // of a block
inline constexpr std::int64_t attention_alignment = 8;     // elements

inline void refuse_unless(bool is_fine, const std::string& what, const std::string& value,
                          const std::string& limit) {
  if (is_fine) return;
  throw std::invalid_argument("attention: " + what + " is " + value + ", but must be " + limit +
                              ".");
}

inline void check_size(const char* name, std::int64_t size, std::int64_t limit) {
  refuse_unless(size >= 0 && size <= limit, name, std::to_string(size),
                "from 0 to " + std::to_string(limit));
}

/// Of sizes of one the stride means nothing. `least` keeps neighbours apart; that rows, heads and
/// batches of `out` do not meet further off is the caller's to see to.
inline void check_stride(const std::string& name, std::int64_t stride, std::int64_t size,
                         std::int64_t least) {
  if (size <= 1) return;
  const bool is_fine = stride >= least && stride % attention_alignment == 0;
  refuse_unless(is_fine, name + " stride", std::to_string(stride),
                "a multiple of 8 elements, at least " + std::to_string(least));
}

inline void check_tensor(const std::string& name, const void* data, const AttentionStrides& strides,
                         const AttentionArguments& arguments, std::int64_t length,
                         std::int64_t least) {
  if (length == 0) return;
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  refuse_unless(address != 0 && address % 16 == 0, name + "'s address", std::to_string(address),
                "a multiple of 16 bytes and not null");
  check_stride(name + "'s batch", strides.batch, arguments.batch, least);
  check_stride(name + "'s head", strides.head, arguments.heads, least);
  check_stride(name + "'s row", strides.row, length, least);
}

}  // namespace detail

/// The blocks of attention_query_rows queries of each batch and head.
inline std::int64_t attention_blocks_of_queries(const AttentionArguments& arguments) {
  return (arguments.query_length + detail::attention_query_rows - 1) / detail::attention_query_rows;
}

/// True where there is nothing to compute.
inline bool is_empty(const AttentionArguments& arguments) {
  return arguments.batch == 0 || arguments.heads == 0 || arguments.query_length == 0;
}

namespace detail {

/// All but the head dim, which every kernel has its own of; lengths up to `length_limit`.
inline void check_all_but_head_dim(const AttentionArguments& arguments, std::int64_t length_limit) {
  check_size("batch", arguments.batch, attention_block_limit);
  check_size("heads", arguments.heads, attention_block_limit);
  check_size("query_length", arguments.query_length, length_limit);
  check_size("key_length", arguments.key_length, length_limit);
  refuse_unless(std::isfinite(arguments.scale) && arguments.scale > 0, "scale",
                std::to_string(arguments.scale), "finite and positive");
  if (is_empty(arguments)) return;
  const std::int64_t pairs_limit = attention_block_limit / attention_blocks_of_queries(arguments);
  refuse_unless(arguments.batch <= pairs_limit / arguments.heads, "batch times heads",
                std::to_string(arguments.batch) + " times " + std::to_string(arguments.heads),
                "at most " + std::to_string(pairs_limit) + " with queries of this length");
  check_tensor("q", arguments.q, arguments.q_strides, arguments, arguments.query_length, 0);
  check_tensor("k", arguments.k, arguments.k_strides, arguments, arguments.key_length, 0);
  check_tensor("v", arguments.v, arguments.v_strides, arguments, arguments.key_length, 0);
  check_tensor("out", arguments.out, arguments.out_strides, arguments, arguments.query_length,
               arguments.head_dim);
}

}  // namespace detail

/// Throws std::invalid_argument with a sentence that names the value and its limit unless the
/// kernel supports the arguments.
inline void check_attention(const AttentionArguments& arguments) {
  const std::int64_t dim = arguments.head_dim;
  detail::refuse_unless(dim == 32 || dim == 64 || dim == 128, "head_dim", std::to_string(dim),
                        "32, 64 or 128");
  detail::check_all_but_head_dim(arguments, detail::attention_length_limit);
}

}  // namespace starling::kernels
