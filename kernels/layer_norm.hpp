/// Layer norm of a warp's rows, without gain and bias: those are folded into what follows.
#pragma once

#include "kernels/warp_tile.hpp"

namespace starling::kernels {

/// factor = (row - mean) / sqrt(variance + eps), each row by itself, rounded to bf16.
/// Ba, Kiros and Hinton, "Layer Normalization", 2016.
template <int columns>
STARLING_FN void normalize_rows(const WarpSums<columns>& rows, float eps,
                                WarpFactor<columns>& factor) {
  constexpr float share = 1.0F / columns;
  STARLING_UNROLL
  for (int half = 0; half < 2; ++half) {
    float sum = 0.0F;
    STARLING_UNROLL
    for (int t = 0; t < columns / 8; ++t)
      sum += rows.of[t][2 * half] + rows.of[t][2 * half + 1];
    const float mean = sum_of_row(sum) * share;
    float squares = 0.0F;
    STARLING_UNROLL
    for (int t = 0; t < columns / 8; ++t) {
      const float low = rows.of[t][2 * half] - mean;
      const float high = rows.of[t][2 * half + 1] - mean;
      squares = fma(low, low, squares);
      squares = fma(high, high, squares);
    }
    const float scale = approximate_rsqrt(fma(sum_of_row(squares), share, eps));
    const float shift = -mean * scale;
    STARLING_UNROLL
    for (int t = 0; t < columns / 8; ++t)
      factor.of[t / 2][t % 2 * 2 + half] = pack_bfloat16(
          fma(rows.of[t][2 * half], scale, shift), fma(rows.of[t][2 * half + 1], scale, shift));
  }
}

}  // namespace starling::kernels
