/// Shapes in which a CUDA block does its part of a matrix product.
#pragma once

#include <cstdint>

#include "kernels/panel.hpp"
#include "kernels/swizzle.hpp"

namespace starling::kernels {

/// Results of a block, and how its warps share them: each has [32, 64].
template <int block_rows, int block_columns>
struct MatmulTile {
  static constexpr int rows = block_rows;
  static constexpr int columns = block_columns;
  static constexpr int depth = 64;  ///< Columns of a, rows of b, that are in use at a time.
  static constexpr int warp_rows = 32;
  static constexpr int warp_columns = 64;
  static_assert(rows % warp_rows == 0 && columns % warp_columns == 0);
  static constexpr int column_warps = columns / warp_columns;
  static constexpr int threads = rows / warp_rows * column_warps * 32;
  /// So that a thread may have 128 registers, of which sums take 64.
  static constexpr int blocks_a_processor = 512 / threads;

  // Shared memory: two stages that take turns, of rows of a and then of b's panel. Aligned to 1024.
  using Rows = SwizzledRows<depth>;
  static constexpr std::uint32_t a_bytes = rows * Rows::row_bytes;
  static constexpr std::uint32_t b_bytes = static_cast<std::uint32_t>(panel_bytes(depth, columns));
  static constexpr std::uint32_t stage_bytes = a_bytes + b_bytes;
  static constexpr std::uint32_t shared_bytes = 2 * stage_bytes;
};

using WideMatmulTile = MatmulTile<128, 128>;
using NarrowMatmulTile = MatmulTile<128, 64>;  ///< For at most 64 columns.

}  // namespace starling::kernels
