/// Products of rows in a warp's registers with matrices of bf16 in memory, which lie there in the
/// order in which matrix instructions take their second factor.
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

  /// Blocks of 16 rows by 16 columns, 512 bytes each, row-major; in a block lane l's words are, of
  /// columns l / 4 and l / 4 + 8, rows 2 (l % 4) and the next, and 8 rows further.
  static constexpr std::int64_t offset(std::int64_t row, std::int64_t column, std::int64_t,
                                       std::int64_t columns) {
    const std::int64_t block = row / 16 * (columns / 16) + column / 16;
    const std::int64_t lane = column % 8 * 4 + row % 8 / 2;
    const std::int64_t word = column / 8 % 2 * 2 + row / 8 % 2;
    return block * 512 + lane * 16 + word * 4 + row % 2 * 2;
  }

  static constexpr bool run_by_themselves = false;

  /// sums += factor * panel, or, unless it adds, sums = factor * panel  // [16 tiles, columns]
  template <bool adds = true, int tiles, int rows, int columns>
  STARLING_FN static void start(const WarpFactor<tiles, rows>& factor, const std::byte* panel,
                                WarpSums<tiles, columns>& sums) {
    if constexpr (!adds) sums = {};
    const std::byte* own = panel + thread_index() % 32 * chunk_bytes;
    STARLING_UNROLL
    for (int k = 0; k < rows / 16; ++k) {
      STARLING_UNROLL
      for (int n = 0; n < columns / 16; ++n) {
        const Chunk b = read_chunk(own + (k * (columns / 16) + n) * 512);
        STARLING_UNROLL
        for (int i = 0; i < tiles; ++i) {
          multiply_add(factor.of[i][k], b.words[0], b.words[1], sums.of[i].of[2 * n]);
          multiply_add(factor.of[i][k], b.words[2], b.words[3], sums.of[i].of[2 * n + 1]);
        }
      }
    }
  }

  /// Nothing is left to be waited for.
  template <int pending, int tiles, int columns>
  STARLING_FN static void wait_for(WarpSums<tiles, columns>&) {}
};

/// By four warps together, on sm_90a; panels lie in shared memory, and are visible to the copy
/// engine's side.
struct WarpgroupProducts {
  static constexpr std::uint32_t threads = warpgroup_threads;

  /// Core matrices of 8 columns by 8 rows, see CoreMatrices: a matrix of the panel's columns.
  static constexpr std::int64_t offset(std::int64_t row, std::int64_t column, std::int64_t rows,
                                       std::int64_t) {
    return column / 8 * rows * 16 + row / 8 * 128 + column % 8 * 16 + row % 8 * 2;
  }

  static constexpr bool run_by_themselves = true;

  /// Starts sums += factor * panel, or, unless it adds, sums = factor * panel, as a batch. Neither
  /// sums nor factor may be touched before the batch is waited for, nor the panel overwritten.
  /// Of each warp: [16, columns]
  template <bool adds = true, int rows, int columns>
  STARLING_FN static void start(const WarpFactor<1, rows>& factor, const std::byte* panel,
                                WarpSums<1, columns>& sums) {
    using Panel = CoreMatrices<columns, rows>;
    const SharedAddress first = shared_address(panel);
    settle(sums.of[0]);
    fence_products();
    STARLING_UNROLL
    for (int k = 0; k < rows / 16; ++k)
      start_product<Major::K>(factor.of[0][k], Panel::k_major(first, 16 * k), adds || k > 0,
                              sums.of[0]);
    commit_products();
  }

  /// Waits until at most `pending` batches are at work; then sums are there.
  template <int pending, int columns>
  STARLING_FN static void wait_for(WarpSums<1, columns>& sums) {
    wait_for_products<pending>();
    settle(sums.of[0]);
  }
};

}  // namespace starling::kernels
