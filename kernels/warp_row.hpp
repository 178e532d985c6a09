/// One row of numbers in the registers of a whole warp.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/platform.hpp"
#include "kernels/tensor_core.hpp"
#include "kernels/warp_tile.hpp"

namespace starling::kernels {

/// What lane l holds of a row: of[t] are columns 64 t + 2 l and the next; zeros past the last.
template <int columns>
struct WarpRow {
  static_assert(columns % 2 == 0, "Columns lie in pairs.");
  static constexpr int pairs = (columns + 63) / 64;
  FloatPair of[pairs];

  STARLING_FN static std::uint32_t column(int t) {
    return static_cast<std::uint32_t>(64 * t) + thread_index() % 32 * 2;
  }
  STARLING_FN static bool has(int t) { return column(t) < columns; }
};

/// Over all lanes, in the same order in each; all 32 call.
STARLING_FN float sum_of_warp(float number) {
  STARLING_UNROLL
  for (std::uint32_t bits = 1; bits < 32; bits *= 2)
    number += std::bit_cast<float>(warp_read_across(std::bit_cast<std::uint32_t>(number), bits));
  return number;
}

/// row: [columns], aligned to 8 bytes; no thread writes there while the kernel runs.
template <int columns>
STARLING_FN WarpRow<columns> read_warp_row(const float* row) {
  WarpRow<columns> own{};
  STARLING_UNROLL
  for (int t = 0; t < own.pairs; ++t) {
    if (own.has(t)) own.of[t] = read_pair(row + own.column(t));
  }
  return own;
}

/// row = (row - mean) / sqrt(variance + eps); all 32 lanes call.
/// Ba, Kiros and Hinton, "Layer Normalization", 2016.
template <int columns>
STARLING_FN void normalize(WarpRow<columns>& row, float eps) {
  constexpr float share = 1.0F / columns;
  float sum = 0.0F;
  STARLING_UNROLL
  for (const FloatPair& pair : row.of)
    sum += pair.low + pair.high;
  const float mean = sum_of_warp(sum) * share;
  float squares = 0.0F;
  STARLING_UNROLL
  for (int t = 0; t < row.pairs; ++t) {
    row.of[t].low -= mean;
    row.of[t].high -= mean;
    if (!row.has(t)) continue;
    squares = fma(row.of[t].low, row.of[t].low, squares);
    squares = fma(row.of[t].high, row.of[t].high, squares);
  }
  const float scale = approximate_rsqrt(fma(sum_of_warp(squares), share, eps));
  STARLING_UNROLL
  for (FloatPair& pair : row.of) {
    pair.low *= scale;
    pair.high *= scale;
  }
}

}  // namespace starling::kernels
