/// What one CUDA block does of layer norms: a row a warp.
#pragma once

#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/layer_norm_rows.hpp"
#include "kernels/tensor_core.hpp"
#include "kernels/warp_row.hpp"

namespace starling::kernels {

inline constexpr std::uint32_t layer_norm_threads = 256;
inline constexpr std::uint32_t layer_norm_rows_a_block = layer_norm_threads / 32;

/// One block of the grid, of which each warp takes a row. `columns`: those of the arguments.
template <int columns>
STARLING_FN void normalize_rows_of_block(const LayerNormRowsArguments& arguments,
                                         std::uint32_t index) {
  const std::int64_t row = std::int64_t{index} * layer_norm_rows_a_block + thread_index() / 32;
  if (row >= arguments.rows) return;
  WarpRow<columns> own = read_warp_row<columns>(arguments.from + row * columns);
  normalize(own, arguments.eps);
  STARLING_UNROLL
  for (int t = 0; t < own.pairs; ++t) {
    if (!own.has(t)) continue;
    *reinterpret_cast<std::uint32_t*>(arguments.to + row * columns + own.column(t)) =
        pack_bfloat16(own.of[t].low, own.of[t].high);
  }
}

}  // namespace starling::kernels
