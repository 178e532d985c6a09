/// The kernel of attention over short sequences and its launch in any shape; only for files that
/// nvcc compiles.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "kernels/cuda_check.hpp"
#include "kernels/short_attention_arguments.hpp"
#include "kernels/short_attention_block.hpp"

namespace starling::kernels {

template <class Tile, bool ragged>
__global__ __launch_bounds__(Tile::threads, Tile::blocks_a_processor) void short_attention_kernel(
    const __grid_constant__ AttentionArguments arguments) {
  ShortAttentionBlock<Tile, ragged>(arguments, blockIdx.x, gridDim.x).run();
}

namespace detail {

inline std::int64_t processors_of_device() {
  int device = 0;
  int processors = 0;
  cuda_check(cudaGetDevice(&device), "looking for a device");
  cuda_check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
             "counting multiprocessors");
  return processors;
}

/// A warp for every turns_a_warp pairs, or as many as the device holds at a time.
template <class Tile>
unsigned blocks_of_short_attention(const AttentionArguments& arguments) {
  constexpr std::int64_t pairs_a_block =
      std::int64_t{Tile::warps} * (Tile::turns_a_warp == 0 ? 1 : Tile::turns_a_warp);
  const std::int64_t pairs = arguments.batch * arguments.heads;
  std::int64_t blocks = (pairs + pairs_a_block - 1) / pairs_a_block;
  if constexpr (Tile::turns_a_warp == 0)
    blocks = std::min(blocks, processors_of_device() * Tile::blocks_a_processor);
  return static_cast<unsigned>(blocks);
}

template <class Tile, bool ragged>
void launch_short_attention_kernel(const AttentionArguments& arguments, cudaStream_t stream) {
  const unsigned blocks = blocks_of_short_attention<Tile>(arguments);
  short_attention_kernel<Tile, ragged><<<blocks, Tile::threads, 0, stream>>>(arguments);
  cuda_check(cudaGetLastError(), "launching short attention");
}

}  // namespace detail

/// launch_short_attention in one shape, for arguments of its head_dim and at most its keys.
template <class Tile>
void launch_short_attention_in(const AttentionArguments& arguments, void* stream) {
  check_short_attention(arguments);
  detail::refuse_unless(arguments.key_length <= Tile::key_rows, "key_length",
                        std::to_string(arguments.key_length),
                        "at most " + std::to_string(Tile::key_rows) + " in this shape");
  if (is_empty(arguments)) return;
  const auto own_stream = static_cast<cudaStream_t>(stream);
  if (is_ragged<Tile>(arguments)) {
    detail::launch_short_attention_kernel<Tile, true>(arguments, own_stream);
  } else {
    detail::launch_short_attention_kernel<Tile, false>(arguments, own_stream);
  }
}

}  // namespace starling::kernels
