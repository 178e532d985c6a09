/// Rows of numbers in a warp's registers, in tiles of 16, as its matrix instructions hold them:
/// what they sum, in float32, and what they take as factor A, in bf16.
///
/// Lane l holds of each tile rows l / 4 and l / 4 + 8; half 0 is the upper of the two.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/elementary.hpp"
#include "kernels/platform.hpp"
#include "kernels/tensor_core.hpp"
#include "kernels/warpgroup.hpp"

namespace starling::kernels {

/// [16 tiles, columns], float32: of[tile].of[t][2 half + i] is column 8 t + 2 (l % 4) + i.
template <int tiles, int columns>
struct WarpSums {
  static constexpr int fragments = columns / 8;
  WarpgroupSums<columns> of[tiles];
};

/// [16 tiles, columns], bf16, the first factor of a product.
template <int tiles, int columns>
struct WarpFactor {
  static constexpr int fragments = columns / 16;
  std::uint32_t of[tiles][fragments][4];
};

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

/// The first column of a lane's pair in each fragment of 8.
STARLING_FN std::uint32_t own_column() {
  return thread_index() % 4 * 2;
}

/// Over the four lanes that share a row; all 32 call.
STARLING_FN float sum_of_row(float number) {
  for (std::uint32_t bits = 1; bits <= 2; bits *= 2)
    number += std::bit_cast<float>(warp_read_across(std::bit_cast<std::uint32_t>(number), bits));
  return number;
}
STARLING_FN float greatest_of_row(float number) {
  for (std::uint32_t bits = 1; bits <= 2; bits *= 2)
    number = greater_of(
        number, std::bit_cast<float>(warp_read_across(std::bit_cast<std::uint32_t>(number), bits)));
  return number;
}

/// Columns of sums from `first` on, rounded: their fragments are those of a factor as they lie.
template <int first = 0, int tiles, int all, int columns>
STARLING_FN void round_to_factor(const WarpSums<tiles, all>& sums,
                                 WarpFactor<tiles, columns>& factor) {
  static_assert(first % 16 == 0 && first + columns <= all, "The sums have no such columns.");
  STARLING_UNROLL
  for (int i = 0; i < tiles; ++i) {
    STARLING_UNROLL
    for (int t = 0; t < columns / 8; ++t) {
      STARLING_UNROLL
      for (int half = 0; half < 2; ++half) {
        const float* pair = &sums.of[i].of[first / 8 + t][2 * half];
        factor.of[i][t / 2][t % 2 * 2 + half] = pack_bfloat16(pair[0], pair[1]);
      }
    }
  }
}

/// Of a lane's columns of rows that are all alike.
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

/// Adds to each row the same.
template <int tiles, int columns>
STARLING_FN void add_to_rows(const RowPairs<columns>& row, WarpSums<tiles, columns>& sums) {
  STARLING_UNROLL
  for (int i = 0; i < tiles; ++i) {
    STARLING_UNROLL
    for (int at = 0; at < columns / 2; ++at) {
      const FloatPair& pair = row.of[at / 4];
      sums.of[i].of[at / 4][at % 4] += at % 2 == 0 ? pair.low : pair.high;
    }
  }
}

/// Sets the first `count` columns of each row to the same, and the others to zero.
template <int count, int tiles, int columns>
STARLING_FN void set_rows(const RowPairs<count>& row, WarpSums<tiles, columns>& sums) {
  STARLING_UNROLL
  for (int i = 0; i < tiles; ++i) {
    STARLING_UNROLL
    for (int at = 0; at < columns / 2; ++at) {
      float& sum = sums.of[i].of[at / 4][at % 4];
      sum = 0.0F;
      if (at < count / 2) sum = at % 2 == 0 ? row.of[at / 4].low : row.of[at / 4].high;
    }
  }
}

}  // namespace starling::kernels
