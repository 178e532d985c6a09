/// Products of rows in a warp's registers with matrices of bf16 in memory, which lie there, as
/// panels, in the order in which matrix instructions take their second factor.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/async_copy.hpp"
#include "kernels/warp_tile.hpp"
#include "kernels/warpgroup.hpp"

namespace starling::kernels {

/// Bytes of a panel [rows, columns], multiples of 16, in any order.
STARLING_FN constexpr std::int64_t panel_bytes(std::int64_t rows, std::int64_t columns) {
  return 2 * rows * columns;
}

/// By each warp alone, on GPUs from sm_80 on; panels lie in shared or global memory. A lane reads
/// 16 bytes, two fragments, from beside those of its neighbours.
struct WarpProducts {
  static constexpr std::uint32_t threads = 32;  ///< That work together.

  /// Where an element of a panel [rows, columns] lies: in blocks of 16 rows by 16 columns, 512
  /// bytes each, row-major; in a block lane l's words are, of columns l / 4 and l / 4 + 8, rows 2
  /// (l % 4) and the next, and 8 rows further.
  static constexpr std::int64_t offset(std::int64_t row, std::int64_t column, std::int64_t,
                                       std::int64_t columns) {
    const std::int64_t block = row / 16 * (columns / 16) + column / 16;
    const std::int64_t lane = column % 8 * 4 + row % 8 / 2;
    const std::int64_t word = column / 8 % 2 * 2 + row / 8 % 2;
    return block * 512 + lane * 16 + word * 4 + row % 2 * 2;
  }

  /// sums += factor * panel, or, unless it adds, sums = factor * panel  // [16, columns]
  template <bool adds = true, int rows, int columns>
  STARLING_FN static void multiply(const WarpFactor<rows>& factor, const std::byte* panel,
                                   WarpSums<columns>& sums) {
    if constexpr (!adds) sums = {};
    const std::byte* own = panel + thread_index() % 32 * chunk_bytes;
    STARLING_UNROLL
    for (int k = 0; k < rows / 16; ++k) {
      STARLING_UNROLL
      for (int n = 0; n < columns / 16; ++n) {
        const Chunk b = read_chunk(own + (k * (columns / 16) + n) * 512);
        multiply_add(factor.of[k], b.words[0], b.words[1], sums.of[2 * n]);
        multiply_add(factor.of[k], b.words[2], b.words[3], sums.of[2 * n + 1]);
      }
    }
  }
};

/// By four warps together, on sm_90a; panels lie in shared memory, where the copy engine has put
/// them.
struct WarpgroupProducts {
  static constexpr std::uint32_t threads = warpgroup_threads;

  /// In core matrices of 8 columns by 8 rows: see CoreMatrices, of the panel transposed.
  static constexpr std::int64_t offset(std::int64_t row, std::int64_t column, std::int64_t rows,
                                       std::int64_t) {
    return column / 8 * rows * 16 + row / 8 * 128 + column % 8 * 16 + row % 8 * 2;
  }

  template <bool adds = true, int rows, int columns>
  STARLING_FN static void multiply(const WarpFactor<rows>& factor, const std::byte* panel,
                                   WarpSums<columns>& sums) {
    const SharedAddress first = shared_address(panel);
    settle(sums);
    fence_products();
    STARLING_UNROLL
    for (int k = 0; k < rows / 16; ++k)
      start_product<Major::K>(factor.of[k], CoreMatrices<columns, rows>::k_major(first, 16 * k),
                              adds || k > 0, sums);
    commit_products();
    wait_for_products<0>();
    settle(sums);
  }
};

}  // namespace starling::kernels
