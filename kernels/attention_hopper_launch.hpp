/// Attention's kernel for Hopper and its launch in any shape of block; only for files that nvcc
/// compiles, for sm_90a among others.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/attention_arguments.hpp"
#include "kernels/attention_hopper_block.hpp"
#include "kernels/attention_hopper_plan.hpp"
#include "kernels/cuda_check.hpp"
#include "kernels/device_attribute.hpp"
#include "kernels/tensor_map.hpp"

namespace starling::kernels {

/// Empty for other GPUs, in builds for them too.
template <class Tile, bool masked>
__global__ __launch_bounds__(Tile::threads, 1) void hopper_attention_kernel(
    [[maybe_unused]] const __grid_constant__ HopperAttentionArguments arguments) {
  extern __shared__ __align__(1024) std::byte shared[];
  if constexpr (has_warpgroup_products())
    run_hopper_attention<Tile, masked>(arguments, blockIdx.x, gridDim.x, shared);
}

namespace detail {

inline BoxedTensor boxed(const AttentionArguments& arguments, const Bfloat16* first,
                         const AttentionStrides& strides, std::int64_t length, int box_rows) {
  return {first,       arguments.head_dim, length,        arguments.heads, arguments.batch,
          strides.row, strides.head,       strides.batch, box_rows};
}

template <class Tile>
std::optional<AttentionTensors> attention_tensors(const AttentionArguments& arguments) {
  const auto q = describe_tensor(
      boxed(arguments, arguments.q, arguments.q_strides, arguments.query_length, warpgroup_rows));
  const auto k = describe_tensor(
      boxed(arguments, arguments.k, arguments.k_strides, arguments.key_length, Tile::key_rows));
  const auto v = describe_tensor(
      boxed(arguments, arguments.v, arguments.v_strides, arguments.key_length, Tile::key_rows));
  if (!q || !k || !v) return std::nullopt;
  return AttentionTensors{*q, *k, *v};
}

template <class Tile, bool masked>
void launch_hopper_attention_kernel(const HopperAttentionArguments& arguments, std::uint32_t blocks,
                                    cudaStream_t stream) {
  const auto kernel = hopper_attention_kernel<Tile, masked>;
  cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(Tile::shared_bytes)),
             "reserving shared memory for attention");
  kernel<<<blocks, Tile::threads, Tile::shared_bytes, stream>>>(arguments);
  cuda_check(cudaGetLastError(), "launching attention");
}

}  // namespace detail

/// launch_hopper_attention in one shape, for arguments of its head_dim.
template <class Tile>
bool launch_hopper_attention_in(const AttentionArguments& arguments, void* stream) {
  check_attention(arguments);
  if (!is_hopper()) return false;
  if (is_empty(arguments)) return true;
  const auto tensors = detail::attention_tensors<Tile>(arguments);
  if (!tensors) return false;
  const AttentionPlan plan =
      plan_attention<Tile>(arguments, static_cast<unsigned>(processor_count()));
  const HopperAttentionArguments own{*tensors, arguments, plan.order};
  const auto own_stream = static_cast<cudaStream_t>(stream);
  if (arguments.key_mask != nullptr) {
    detail::launch_hopper_attention_kernel<Tile, true>(own, plan.blocks, own_stream);
  } else {
    detail::launch_hopper_attention_kernel<Tile, false>(own, plan.blocks, own_stream);
  }
  return true;
}

}  // namespace starling::kernels
