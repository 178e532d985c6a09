/// Attention's kernel and its launch in any shape of block; only for files that nvcc compiles.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "kernels/attention_arguments.hpp"
#include "kernels/attention_block.hpp"
#include "kernels/cuda_check.hpp"

namespace starling::kernels {

template <class Tile, bool masked>
__global__ __launch_bounds__(Tile::threads, Tile::blocks_a_processor) void attention_kernel(
    const __grid_constant__ AttentionArguments arguments) {
  extern __shared__ __align__(1024) std::byte shared[];
  AttentionBlock<Tile, masked>(arguments, blockIdx.x, shared).run();
}

namespace detail {

template <class Tile, bool masked>
void launch_attention_kernel(const AttentionArguments& arguments, cudaStream_t stream) {
  const auto kernel = attention_kernel<Tile, masked>;
  cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(Tile::shared_bytes)),
             "reserving shared memory for attention");
  cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                  cudaSharedmemCarveoutMaxShared),
             "preferring shared memory for attention");
  const auto blocks = static_cast<unsigned>(attention_blocks_of_queries(arguments) *
                                            arguments.heads * arguments.batch);
  kernel<<<blocks, Tile::threads, Tile::shared_bytes, stream>>>(arguments);
  cuda_check(cudaGetLastError(), "launching attention");
}

}  // namespace detail

/// launch_attention in one shape, for arguments of its head_dim.
template <class Tile>
void launch_attention_in(const AttentionArguments& arguments, void* stream) {
  check_attention(arguments);
  if (is_empty(arguments)) return;
  const auto own_stream = static_cast<cudaStream_t>(stream);
  if (arguments.key_mask != nullptr) {
    detail::launch_attention_kernel<Tile, true>(arguments, own_stream);
  } else {
    detail::launch_attention_kernel<Tile, false>(arguments, own_stream);
  }
}

}  // namespace starling::kernels
