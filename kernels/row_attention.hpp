/// Attention of a warp's rows to ranges of rows in shared memory: for short sequences that lie
/// there one after the other, each row seeing those of its own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/elementary.hpp"
#include "kernels/swizzle.hpp"
#include "kernels/warp_tile.hpp"

namespace starling::kernels {

/// Of both rows of which a lane holds parts, which rows they see: [begin, begin + count).
struct SeenRows {
  std::uint32_t begin[2];
  std::uint32_t count[2];
};

/// Keys and values of one head: [rows, width] each, as SwizzledRows.
struct SharedHead {
  SharedAddress keys;
  SharedAddress values;
};

/// Some rows, in blocks of 16 of which each holds finite numbers.
struct RowBlocks {
  std::uint32_t first;  ///< A multiple of 16.
  std::uint32_t end;
};

namespace detail {

/// What a warp knows of its rows so far.
template <int width>
struct RowsSoFar {
  float greatest[2];            ///< Scores.
  WarpSums<width + 8> weighed;  ///< Sums of weighted values; the last columns are those of weights.
};

/// Scores of rows that are not seen become -infinity, whatever they are.
STARLING_FN void hide_others(const SeenRows& seen, std::uint32_t first, WarpSums<16>& scores) {
  STARLING_UNROLL
  for (int half = 0; half < 2; ++half) {
    const std::uint32_t own = first + own_column() - seen.begin[half];
    STARLING_UNROLL
    for (std::uint32_t at = 0; at < 4; ++at) {
      float& score = scores.of[at / 2][2 * half + at % 2];
      score = own + at / 2 * 8 + at % 2 < seen.count[half] ? score : -infinity;
    }
  }
}

/// Turns scores, in powers of two, into weights; rescales what was summed with those before.
template <bool is_first, int width>
STARLING_FN void weigh(WarpSums<16>& scores, RowsSoFar<width>& rows) {
  STARLING_UNROLL
  for (int half = 0; half < 2; ++half) {
    float top = is_first ? -infinity : rows.greatest[half];
    STARLING_UNROLL
    for (int at = 0; at < 4; ++at)
      top = greater_of(top, scores.of[at / 2][2 * half + at % 2]);
    top = greatest_of_row(top);
    const float shift = top == -infinity ? 0.0F : top;
    if constexpr (!is_first) {
      const float factor = approximate_exp2(rows.greatest[half] - shift);
      STARLING_UNROLL
      for (int t = 0; t < width / 8 + 1; ++t) {
        rows.weighed.of[t][2 * half] *= factor;
        rows.weighed.of[t][2 * half + 1] *= factor;
      }
    }
    rows.greatest[half] = top;
    STARLING_UNROLL
    for (int at = 0; at < 4; ++at) {
      float& score = scores.of[at / 2][2 * half + at % 2];
      score = approximate_exp2(score - shift);
    }
  }
}

/// Takes in the block of rows from `first` on. `own`: where the lane loads the first one's.
template <bool is_first, int width>
STARLING_FN void take_in(const WarpFactor<width>& queries, const SharedHead& own,
                         const SeenRows& seen, std::uint32_t first, RowsSoFar<width>& rows) {
  constexpr std::uint32_t ones = 0x3f803f80U;
  const std::uint32_t beyond = first * SwizzledRows<width>::row_bytes;
  WarpSums<16> scores{};
  STARLING_UNROLL
  for (int k = 0; k < width / 16; ++k) {
    std::uint32_t b[4];
    load_matrices((own.keys ^ static_cast<std::uint32_t>(32 * k)) + beyond, b);
    multiply_add(queries.of[k], b[0], b[1], scores.of[0]);
    multiply_add(queries.of[k], b[2], b[3], scores.of[1]);
  }
  hide_others(seen, first, scores);
  weigh<is_first>(scores, rows);
  WarpFactor<16> weights;
  round_to_factor(scores, weights);
  STARLING_UNROLL
  for (int n = 0; n < width / 16; ++n) {
    std::uint32_t b[4];
    load_matrices_transposed((own.values ^ static_cast<std::uint32_t>(32 * n)) + beyond, b);
    multiply_add(weights.of[0], b[0], b[1], rows.weighed.of[2 * n]);
    multiply_add(weights.of[0], b[2], b[3], rows.weighed.of[2 * n + 1]);
  }
  multiply_add(weights.of[0], ones, ones, rows.weighed.of[width / 8]);
}

}  // namespace detail

/// out = softmax2(queries keys^T) values, over the rows that each row sees, and those not at all,
/// whatever they hold; zeros where it sees none. Queries carry the softmax's scale and log2(e).
/// `blocks`: all rows that any row of the warp sees lie in them; the first is read in any case.
template <int width>
STARLING_FN void attend_rows(const WarpFactor<width>& queries, const SharedHead& head,
                             const SeenRows& seen, RowBlocks blocks, WarpFactor<width>& out) {
  using Rows = SwizzledRows<width>;
  const std::uint32_t lane = thread_index() % 32;
  const SharedHead own{head.keys + Rows::offset(lane % 8 + lane / 16 * 8, lane / 8 % 2),
                       head.values + Rows::offset(lane % 16, lane / 16)};
  detail::RowsSoFar<width> rows{};
  detail::take_in<true>(queries, own, seen, blocks.first, rows);
  for (std::uint32_t first = blocks.first + 16; first < blocks.end; first += 16)
    detail::take_in<false>(queries, own, seen, first, rows);
  STARLING_UNROLL
  for (int half = 0; half < 2; ++half) {
    const float whole = rows.weighed.of[width / 8][2 * half];
    const float share = whole == 0.0F ? 0.0F : approximate_reciprocal(whole);
    STARLING_UNROLL
    for (int t = 0; t < width / 8; ++t) {
      rows.weighed.of[t][2 * half] *= share;
      rows.weighed.of[t][2 * half + 1] *= share;
    }
  }
  round_to_factor(rows.weighed, out);
}

/// Writes columns of a warp's sums, from `first` on, as SwizzledRows of which `rows` is the first
/// one's address, finite.
template <int first, int width, int columns>
STARLING_FN void store_finite_rows(const WarpSums<columns>& sums, std::byte* rows) {
  const std::uint32_t lane = thread_index() % 32;
  STARLING_UNROLL
  for (int half = 0; half < 2; ++half) {
    const std::uint32_t row = static_cast<std::uint32_t>(8 * half) + lane / 4;
    STARLING_UNROLL
    for (std::uint32_t t = 0; t < width / 8; ++t) {
      const float* pair = &sums.of[first / 8 + t][2 * half];
      *reinterpret_cast<std::uint32_t*>(rows + SwizzledRows<width>::offset(row, t) + lane % 4 * 4) =
          finite_bfloat16(pack_bfloat16(pair[0], pair[1]));
    }
  }
}

}  // namespace starling::kernels
