#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "kernels/cuda_check.hpp"
#include "kernels/device_attribute.hpp"
#include "kernels/short_attention.hpp"
#include "kernels/short_attention_arguments.hpp"
#include "kernels/short_attention_block.hpp"

namespace starling::kernels {

template <class Tile, bool ragged>
__global__ __launch_bounds__(Tile::threads, Tile::blocks_a_processor) void short_attention_kernel(
    const __grid_constant__ AttentionArguments arguments) {
  ShortAttentionBlock<Tile, ragged>(arguments, blockIdx.x, gridDim.x).run();
}

namespace {

/// A warp for every pair, or as many as the device holds at a time.
template <class Tile>
void launch_in(const AttentionArguments& arguments, cudaStream_t stream) {
  const std::int64_t pairs = arguments.batch * arguments.heads;
  const auto blocks =
      static_cast<unsigned>(std::min((pairs + Tile::warps - 1) / Tile::warps,
                                     std::int64_t{processor_count()} * Tile::blocks_a_processor));
  if (is_ragged<Tile>(arguments)) {
    short_attention_kernel<Tile, true><<<blocks, Tile::threads, 0, stream>>>(arguments);
  } else {
    short_attention_kernel<Tile, false><<<blocks, Tile::threads, 0, stream>>>(arguments);
  }
  cuda_check(cudaGetLastError(), "launching short attention");
}

template <int dim>
void launch_of_head_dim(const AttentionArguments& arguments, cudaStream_t stream) {
  if (arguments.key_length <= 16) {
    launch_in<ShortAttentionTile<dim, 16>>(arguments, stream);
  } else if (arguments.key_length <= 32) {
    launch_in<ShortAttentionTile<dim, 32>>(arguments, stream);
  } else if (arguments.key_length <= 48) {
    launch_in<ShortAttentionTile<dim, 48>>(arguments, stream);
  } else {
    launch_in<ShortAttentionTile<dim, 64>>(arguments, stream);
  }
}

}  // namespace

void launch_short_attention(const AttentionArguments& arguments, void* stream) {
  check_short_attention(arguments);
  if (is_empty(arguments)) return;
  const auto own_stream = static_cast<cudaStream_t>(stream);
  if (arguments.head_dim == 16) {
    launch_of_head_dim<16>(arguments, own_stream);
  } else if (arguments.head_dim == 32) {
    launch_of_head_dim<32>(arguments, own_stream);
  } else {
    launch_of_head_dim<64>(arguments, own_stream);
  }
}

}  // namespace starling::kernels
