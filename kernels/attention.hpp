/// Exact attention over sequences of any length on the GPU, without the matrix of scores in memory.
#pragma once

#include "kernels/attention_arguments.hpp"

namespace starling::kernels {

/// Queues one kernel on `stream`, a cudaStream_t of the current device (null: the default stream),
/// and does not wait for it. Nothing is queued where batch, heads or query_length is 0; without
/// keys `out` is filled with zeros. Sums and softmax are float32; the weights of the values are
/// rounded to bf16. For sm_80 and up, in builds with CUDA; on sm_90 in builds for sm_90a by the
/// kernel of kernels/attention_hopper.hpp.
///
/// Throws std::invalid_argument for arguments that check_attention refuses, std::runtime_error
/// where CUDA fails. Dao, "FlashAttention-2: Faster attention with better parallelism and work
/// partitioning", 2023.
void launch_attention(const AttentionArguments& arguments, void* stream);

}  // namespace starling::kernels
