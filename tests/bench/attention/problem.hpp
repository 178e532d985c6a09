/// The problems that papers on attention time: 16,384 tokens of 2,048 numbers, cut into sequences
/// and heads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/attention_arguments.hpp"

namespace starling::bench::attention {

inline constexpr std::int64_t all_tokens = 16384;
inline constexpr std::int64_t hidden = 2048;

struct Problem {
  std::int64_t head_dim;
  std::int64_t length;
  bool causal;

  std::int64_t batch() const { return all_tokens / length; }
  std::int64_t heads() const { return hidden / head_dim; }
  /// Multiplications and additions of both products; half of them under a causal mask.
  double flops() const {
    const double all = 4.0 * static_cast<double>(all_tokens * hidden) * static_cast<double>(length);
    return causal ? all / 2 : all;
  }
  /// Where a row of a head begins in [batch, length, heads, head_dim].
  std::int64_t start_of(std::int64_t batch, std::int64_t head, std::int64_t row) const {
    return (batch * length + row) * hidden + head * head_dim;
  }
};

/// [all_tokens, hidden] each, normal, the same in every run.
struct Inputs {
  std::vector<kernels::Bfloat16> q, k, v;
};

Inputs draw_inputs();

kernels::AttentionArguments arguments_of(const Problem& problem, const kernels::Bfloat16* q,
                                         const kernels::Bfloat16* k, const kernels::Bfloat16* v,
                                         kernels::Bfloat16* out);

/// Whether a row of the output, [head_dim], is the reference's.
bool is_right(const Problem& problem, const Inputs& inputs, std::int64_t batch, std::int64_t head,
              std::int64_t row, const std::vector<kernels::Bfloat16>& got);

}  // namespace starling::bench::attention
