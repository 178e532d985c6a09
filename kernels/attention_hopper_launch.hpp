/// Attention's kernel for Hopper and its launch in any shape of block; only for files that nvcc
/// compiles, for sm_90a among others.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/attention_arguments.hpp"
#include "kernels/attention_hopper_block.hpp"
#include "kernels/cuda_check.hpp"
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

/// Whether the current device is of compute capability 9.0.
inline bool is_hopper() {
  int device = 0;
  int major = 0;
  int minor = 0;
  cuda_check(cudaGetDevice(&device), "looking for the device of attention");
  cuda_check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device),
             "asking for the device's compute capability");
  cuda_check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device),
             "asking for the device's compute capability");
  return major == 9 && minor == 0;
}

namespace detail {

/// Of keys and values that are worked with at a time: half of an H200's L2 cache.
inline constexpr std::int64_t section_bytes = std::int64_t{24} << 20;

inline BoxedTensor boxed(const AttentionArguments& arguments, const Bfloat16* first,
                         const AttentionStrides& strides, std::int64_t length, int box_rows) {
  return {first,       arguments.head_dim, length,        arguments.heads, arguments.batch,
          strides.row, strides.head,       strides.batch, box_rows};
}

/// Under a causal mask works differ in size, and the largest of several heads come first.
inline std::uint32_t heads_a_section(const AttentionArguments& arguments) {
  if (!arguments.causal) return 1;
  const std::int64_t bytes_a_head = 4 * arguments.key_length * arguments.head_dim;
  const std::int64_t most = arguments.batch * arguments.heads;
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(section_bytes / bytes_a_head, 1, most));
}

template <class Tile>
std::optional<HopperAttentionArguments> hopper_arguments(const AttentionArguments& arguments) {
  const auto q = describe_tensor(
      boxed(arguments, arguments.q, arguments.q_strides, arguments.query_length, warpgroup_rows));
  const auto k = describe_tensor(
      boxed(arguments, arguments.k, arguments.k_strides, arguments.key_length, Tile::key_rows));
  const auto v = describe_tensor(
      boxed(arguments, arguments.v, arguments.v_strides, arguments.key_length, Tile::key_rows));
  if (!q || !k || !v) return std::nullopt;
  return HopperAttentionArguments{*q, *k, *v, arguments, heads_a_section(arguments)};
}

inline unsigned processor_count() {
  int device = 0;
  int processors = 0;
  cuda_check(cudaGetDevice(&device), "looking for the device of attention");
  cuda_check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
             "counting multiprocessors");
  return static_cast<unsigned>(processors);
}

template <class Tile, bool masked>
void launch_hopper_attention_kernel(const HopperAttentionArguments& arguments,
                                    cudaStream_t stream) {
  const auto kernel = hopper_attention_kernel<Tile, masked>;
  cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(Tile::shared_bytes)),
             "reserving shared memory for attention");
  unsigned blocks = AttentionWorks<Tile>::count(arguments.all);
  if (!arguments.all.causal || Tile::is_resident_if_causal)
    blocks = std::min(blocks, processor_count());
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
  const auto own_arguments = detail::hopper_arguments<Tile>(arguments);
  if (!own_arguments) return false;
  const auto own_stream = static_cast<cudaStream_t>(stream);
  if (arguments.key_mask != nullptr) {
    detail::launch_hopper_attention_kernel<Tile, true>(*own_arguments, own_stream);
  } else {
    detail::launch_hopper_attention_kernel<Tile, false>(*own_arguments, own_stream);
  }
  return true;
}

}  // namespace starling::kernels
