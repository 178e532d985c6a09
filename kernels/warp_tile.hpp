/// Sixteen rows of numbers in a warp's registers, as its matrix instructions hold them: what they
/// sum, in float32, and what they take as their first factor, in bf16.
///
/// Lane l holds parts of rows l / 4 (half 0) and l / 4 + 8 (half 1).
#pragma once

#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/platform.hpp"
#include "kernels/row_lanes.hpp"
#include "kernels/tensor_core.hpp"
#include "kernels/warpgroup.hpp"

namespace starling::kernels {

/// [16, columns], float32: of[t][2 half + i] is column 8 t + 2 (l % 4) + i. The four warps of a
/// warpgroup hold [64, columns] like this.
template <int columns>
using WarpSums = WarpgroupSums<columns>;

/// [16, columns], bf16, the first factor of a product.
template <int columns>
struct WarpFactor {
  std::uint32_t of[columns / 16][4];
};

/// The first column of a lane's pair in each fragment of 8.
STARLING_FN std::uint32_t own_column() {
  return thread_index() % 4 * 2;
}

/// Columns of sums, from the first on, rounded: their fragments are those of a factor as they lie.
template <int all, int columns>
STARLING_FN void round_to_factor(const WarpSums<all>& sums, WarpFactor<columns>& factor) {
  static_assert(columns <= all, "The sums have no such columns.");
  STARLING_UNROLL
  for (int t = 0; t < columns / 8; ++t) {
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half)
      factor.of[t / 2][t % 2 * 2 + half] =
          pack_bfloat16(sums.of[t][2 * half], sums.of[t][2 * half + 1]);
  }
}

// Rows that are all alike -------------------------------------------------------------------------

/// Two numbers that lie side by side.
struct FloatPair {
  float low;
  float high;
};

/// `from`: aligned to 8 bytes; no thread writes there while the kernel runs.
STARLING_FN FloatPair read_pair(const float* from) {
#if defined(__CUDA_ARCH__)
  const float2 pair = __ldg(reinterpret_cast<const float2*>(from));
  return {pair.x, pair.y};
#else
  return {from[0], from[1]};
#endif
}

/// Reads and writes what this thread alone does. Aligned to 8 bytes.
STARLING_FN FloatPair load_pair(const float* from) {
#if defined(__CUDA_ARCH__)
  const float2 pair = *reinterpret_cast<const float2*>(from);
  return {pair.x, pair.y};
#else
  return {from[0], from[1]};
#endif
}
STARLING_FN void store_pair(float* to, FloatPair pair) {
#if defined(__CUDA_ARCH__)
  *reinterpret_cast<float2*>(to) = make_float2(pair.low, pair.high);
#else
  to[0] = pair.low;
  to[1] = pair.high;
#endif
}

/// A lane's columns of them.
template <int columns>
struct RowPairs {
  FloatPair of[columns / 8];
};

/// row: [columns], aligned to 8 bytes; no thread writes there while the kernel runs.
template <int columns>
STARLING_FN RowPairs<columns> read_row(const float* row) {
  RowPairs<columns> pairs;
  STARLING_UNROLL
  for (int t = 0; t < columns / 8; ++t)
    pairs.of[t] = read_pair(row + 8 * t + own_column());
  return pairs;
}

template <int columns>
STARLING_FN void add_to_rows(const RowPairs<columns>& row, WarpSums<columns>& sums) {
  STARLING_UNROLL
  for (int t = 0; t < columns / 8; ++t) {
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half) {
      sums.of[t][2 * half] += row.of[t].low;
      sums.of[t][2 * half + 1] += row.of[t].high;
    }
  }
}

/// Sets the first columns of each row, and the others to zero.
template <int given, int columns>
STARLING_FN void set_rows(const RowPairs<given>& row, WarpSums<columns>& sums) {
  static_assert(given <= columns, "The sums have no such columns.");
  sums = {};
  STARLING_UNROLL
  for (int t = 0; t < given / 8; ++t) {
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half) {
      sums.of[t][2 * half] = row.of[t].low;
      sums.of[t][2 * half + 1] = row.of[t].high;
    }
  }
}

}  // namespace starling::kernels
