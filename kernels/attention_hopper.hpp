/// Attention by the warpgroups and the copy engine of Hopper, for launch_attention.
#pragma once

#include "kernels/attention_arguments.hpp"

namespace starling::kernels {

/// launch_attention for head dims 64 and 128. False, and nothing is queued, for other arguments,
/// for tensors that the copy engine cannot take, such as those without keys or with strides of 0,
/// and where the current device is not of compute capability 9.0. In builds for sm_90a.
///
/// Shah, Bikshandi, Zhang, Thakkar, Ramani and Dao, "FlashAttention-3: Fast and accurate attention
/// with asynchrony and low-precision", 2024.
bool launch_hopper_attention(const AttentionArguments& arguments, void* stream);

}  // namespace starling::kernels
