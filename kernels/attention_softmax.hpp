/// The softmax over scores that come a block of keys at a time, each warp with its rows' running
/// maximum and sum in registers.
#pragma once

#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/elementary.hpp"
#include "kernels/platform.hpp"
#include "kernels/row_lanes.hpp"
#include "kernels/tensor_core.hpp"

namespace starling::kernels {

/// Rows of a warp, as fragments of 16 of them: a key's or value's fragment, once loaded, is used
/// for both, which halves the traffic of shared memory.
inline constexpr int row_fragments = 2;
inline constexpr int warp_query_rows = 16 * row_fragments;

/// A number for each row of which a lane holds elements: row 16 * fragment + 8 * half + lane / 4.
struct RowNumbers {
  float of[row_fragments][2];
};

/// Sums of a warp's rows and `columns` columns, as fragments of 16 by 8.
template <int columns>
struct RowTile {
  static constexpr int fragments = columns / 8;
  float of[row_fragments][fragments][4];
};

namespace detail {

/// While a row's maximum grows by less than this, in powers of two, its sums are not rescaled:
/// weights of at most 2^8 lose nothing in float32 and bf16, and the division at the end is by the
/// same scale. A step that FlashAttention-4 took.
inline constexpr float growth_tolerated = 8.0F;

}  // namespace detail

/// What a warp knows of its rows' scores so far.
struct OnlineSoftmax {
  float scale;         ///< Of scores, for powers of two: log2(e) times the softmax's own.
  RowNumbers maximum;  ///< Of unscaled scores, or less by what is tolerated; -infinity: none.
  RowNumbers sum;      ///< Of the weights, over the lane's own columns.

  STARLING_FN explicit OnlineSoftmax(float scale_of_powers) : scale(scale_of_powers) {
    STARLING_UNROLL
    for (int i = 0; i < row_fragments; ++i) {
      STARLING_UNROLL
      for (int half = 0; half < 2; ++half) {
        maximum.of[i][half] = -infinity;
        sum.of[i][half] = 0.0F;
      }
    }
  }

  /// Takes in a block's scores, of which absent ones are -infinity, before their weights are asked
  /// for; rescales what the weights so far were summed into.
  template <int keys, int dim>
  STARLING_FN void raise_maximum(const RowTile<keys>& scores, RowTile<dim>& out) {
    RowNumbers top = maximum;
    bool grew = false;
    STARLING_UNROLL
    for (int i = 0; i < row_fragments; ++i) {
      STARLING_UNROLL
      for (int half = 0; half < 2; ++half) {
        float& own = top.of[i][half];
        STARLING_UNROLL
        for (int t = 0; t < RowTile<keys>::fragments; ++t) {
          own = greater_of(own, scores.of[i][t][2 * half]);
          own = greater_of(own, scores.of[i][t][2 * half + 1]);
        }
        own = greatest_of_row(own);
        // Both -infinity: NaN, which is not more.
        grew = grew || (own - maximum.of[i][half]) * scale > detail::growth_tolerated;
      }
    }
    if (warp_ballot(grew) != 0) rescale(top, out);
  }

  /// What to subtract from scaled scores; a number even where no key has been present.
  STARLING_FN float shift(int i, int half) const {
    return maximum.of[i][half] == -infinity ? 0.0F : maximum.of[i][half] * scale;
  }

  /// The factor by which a row's summed values become its output; 0 where no key was present.
  STARLING_FN float normalizer(int i, int half) const {
    const float whole = sum_of_row(sum.of[i][half]);
    return whole == 0.0F ? 0.0F : 1.0F / whole;
  }

 private:
  template <int dim>
  STARLING_FN void rescale(const RowNumbers& top, RowTile<dim>& out) {
    STARLING_UNROLL
    for (int i = 0; i < row_fragments; ++i) {
      STARLING_UNROLL
      for (int half = 0; half < 2; ++half) {
        const float before = maximum.of[i][half];
        const float factor =
            before == -infinity ? 0.0F : approximate_exp2((before - top.of[i][half]) * scale);
        maximum.of[i][half] = top.of[i][half];
        sum.of[i][half] *= factor;
        STARLING_UNROLL
        for (int t = 0; t < RowTile<dim>::fragments; ++t) {
          out.of[i][t][2 * half] *= factor;
          out.of[i][t][2 * half + 1] *= factor;
        }
      }
    }
  }
};

}  // namespace starling::kernels
