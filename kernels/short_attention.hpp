/// Exact attention over very many short sequences on the GPU: at most 64 tokens each.
#pragma once

#include "kernels/attention_arguments.hpp"

namespace starling::kernels {

/// As launch_attention, for head dims of 16, 32 and 64, up to 64 queries and 64 keys, not causal,
/// and strides below 2^31 elements. It is bound by the bytes of q, k, v and out, which it touches
/// once. Sums and softmax are float32; the weights of the values are rounded to bf16. For sm_80 and
/// up, in builds with CUDA.
///
/// Throws std::invalid_argument for arguments that check_short_attention refuses,
/// std::runtime_error where CUDA fails.
void launch_short_attention(const AttentionArguments& arguments, void* stream);

}  // namespace starling::kernels
