/// Layer norms of rows by blocks of fibers, one after the other.
#pragma once

#include "kernels/layer_norm_rows_block.hpp"
#include "tests/emulated/block_of_fibers.hpp"

namespace starling::tests {

template <int columns>
void run_layer_norm_blocks(const kernels::LayerNormRowsArguments& arguments, std::uint32_t order) {
  BlockOfFibers block(kernels::layer_norm_threads, order);
  for (std::uint32_t index = 0; index * kernels::layer_norm_rows_a_block < arguments.rows; ++index)
    block.run([&] { kernels::normalize_rows_of_block<columns>(arguments, index); });
}

inline void run_layer_norm_of_fibers(const kernels::LayerNormRowsArguments& arguments,
                                     std::uint32_t order) {
  if (arguments.columns == 32) return run_layer_norm_blocks<32>(arguments, order);
  if (arguments.columns == 64) return run_layer_norm_blocks<64>(arguments, order);
  if (arguments.columns == 128) return run_layer_norm_blocks<128>(arguments, order);
  run_layer_norm_blocks<256>(arguments, order);
}

}  // namespace starling::tests
