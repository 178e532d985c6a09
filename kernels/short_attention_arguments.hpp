/// What the attention kernel for short sequences refuses.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/attention_arguments.hpp"

namespace starling::kernels {

/// Of queries and of keys.
inline constexpr std::int64_t short_attention_length_limit = 64;

namespace detail {

/// A stride's bytes are a 32-bit number of the kernel's.
inline constexpr std::int64_t short_attention_stride_limit = (std::int64_t{1} << 31) - 8;

inline void check_short_strides(const std::string& name, const AttentionStrides& strides,
                                const AttentionArguments& arguments, std::int64_t length) {
  const auto check = [&](const char* which, std::int64_t stride, std::int64_t size) {
    refuse_unless(size <= 1 || stride <= short_attention_stride_limit, name + which,
                  std::to_string(stride),
                  "at most " + std::to_string(short_attention_stride_limit));
  };
  check("'s batch stride", strides.batch, arguments.batch);
  check("'s head stride", strides.head, arguments.heads);
  check("'s row stride", strides.row, length);
}

}  // namespace detail

/// Throws std::invalid_argument with a sentence that names the value and its limit unless the
/// kernel supports the arguments.
inline void check_short_attention(const AttentionArguments& arguments) {
  const std::int64_t dim = arguments.head_dim;
  detail::refuse_unless(dim == 16 || dim == 32 || dim == 64, "head_dim", std::to_string(dim),
                        "16, 32 or 64");
  detail::refuse_unless(!arguments.causal, "causal", "true", "false for short sequences");
  detail::check_all_but_head_dim(arguments, short_attention_length_limit);
  detail::check_short_strides("q", arguments.q_strides, arguments, arguments.query_length);
  detail::check_short_strides("k", arguments.k_strides, arguments, arguments.key_length);
  detail::check_short_strides("v", arguments.v_strides, arguments, arguments.key_length);
  detail::check_short_strides("out", arguments.out_strides, arguments, arguments.query_length);
}

}  // namespace starling::kernels
