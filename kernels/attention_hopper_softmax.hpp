/// The softmax over scores that come a block of keys at a time, of a warpgroup's sums.
#pragma once

#include <cstdint>

#include "kernels/attention_softmax.hpp"
#include "kernels/block_threads.hpp"
#include "kernels/elementary.hpp"
#include "kernels/platform.hpp"
#include "kernels/tensor_core.hpp"
#include "kernels/warpgroup.hpp"

namespace starling::kernels {

/// Weights of [64, keys] as a product takes its factor A: rounded to bf16.
template <int keys>
struct WarpgroupWeights {
  std::uint32_t of[keys / 16][4];
};

/// What a lane knows of its two rows, lane / 4 and 8 further, of its warp's 16.
struct WarpgroupSoftmax {
  float scale;                                ///< Of scores, for powers of two.
  float maximum[2] = {-infinity, -infinity};  ///< As in OnlineSoftmax.
  float sum[2] = {0.0F, 0.0F};                ///< Of the weights, over the lane's own columns.
  float factor[2] = {1.0F, 1.0F};             ///< By which rescale() multiplies.

  /// Takes in a block's scores, of which absent ones are -infinity, before their weights are asked
  /// for. True, the same in all of a warp: what was summed with weights before must be rescaled.
  template <int keys>
  STARLING_FN bool raise_maximum(const WarpgroupSums<keys>& scores) {
    float top[2];
    bool grew = false;
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half) {
      top[half] = greatest_of_row(greater_of(maximum[half], greatest(scores, half)));
      // Both -infinity: NaN, which is not more.
      grew = grew || (top[half] - maximum[half]) * scale > detail::growth_tolerated;
    }
    if (warp_ballot(grew) == 0) return false;
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half) {
      const float before = maximum[half];
      factor[half] = before == -infinity ? 0.0F : approximate_exp2((before - top[half]) * scale);
      maximum[half] = top[half];
      sum[half] *= factor[half];
    }
    return true;
  }

  /// Scores become weights. By the unit for powers of two alone: with one weight of eight computed
  /// as a polynomial instead, as FlashAttention-4 does, head dim 64 lost 8%, with two 15%.
  template <int keys>
  STARLING_FN void weigh(WarpgroupSums<keys>& scores) {
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half) {
      const float shift = maximum[half] == -infinity ? 0.0F : -(maximum[half] * scale);
      // Two sums, so that an addition need not wait for the one before.
      float sums[2] = {0.0F, 0.0F};
      STARLING_UNROLL
      for (int t = 0; t < WarpgroupSums<keys>::fragments; ++t) {
        STARLING_UNROLL
        for (int i = 0; i < 2; ++i) {
          float& score = scores.of[t][2 * half + i];
          score = approximate_exp2(fma(score, scale, shift));
          sums[i] += score;
        }
      }
      sum[half] += sums[0] + sums[1];
    }
  }

  template <int dim>
  STARLING_FN void rescale(WarpgroupSums<dim>& out) const {
    STARLING_UNROLL
    for (int t = 0; t < WarpgroupSums<dim>::fragments; ++t) {
      STARLING_UNROLL
      for (int i = 0; i < 4; ++i)
        out.of[t][i] *= factor[i / 2];
    }
  }

  /// The factor by which a row's summed values become its output; 0 where no key was present.
  STARLING_FN float normalizer(int half) const {
    const float whole = sum_of_row(sum[half]);
    return whole == 0.0F ? 0.0F : 1.0F / whole;
  }

 private:
  /// Of the lane's own columns.
  template <int keys>
  STARLING_FN static float greatest(const WarpgroupSums<keys>& scores, int half) {
    float tops[2] = {scores.of[0][2 * half], scores.of[0][2 * half + 1]};
    STARLING_UNROLL
    for (int t = 1; t < WarpgroupSums<keys>::fragments; ++t) {
      tops[0] = greater_of(tops[0], scores.of[t][2 * half]);
      tops[1] = greater_of(tops[1], scores.of[t][2 * half + 1]);
    }
    return greater_of(tops[0], tops[1]);
  }
};

/// The sums' fragments are those of A as they are.
template <int keys>
STARLING_FN void pack_weights(const WarpgroupSums<keys>& sums, WarpgroupWeights<keys>& weights) {
  STARLING_UNROLL
  for (int j = 0; j < keys / 16; ++j) {
    STARLING_UNROLL
    for (int word = 0; word < 4; ++word) {
      const float* pair = &sums.of[2 * j + word / 2][word % 2 * 2];
      weights.of[j][word] = pack_bfloat16(pair[0], pair[1]);
    }
  }
}

}  // namespace starling::kernels
