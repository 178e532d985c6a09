/// Attention of a warp's rows to ranges of rows in shared memory: for short sequences that lie
/// there one after the other, each row seeing those of its own.
#pragma once

#include <cstdint>

#include "kernels/swizzle.hpp"
#include "kernels/warp_tile.hpp"

namespace starling::kernels {

/// Of each row of which a lane holds elements, which rows it sees: [begin, begin + count).
template <int tiles>
struct SeenRows {
  std::uint32_t begin[tiles][2];
  std::uint32_t count[tiles][2];
};

/// Keys and values of one head: [rows, width] each, as SwizzledRows. All rows of a block of 16 in
/// which a row is seen hold finite values.
struct SharedHead {
  SharedAddress keys;
  SharedAddress values;
};

/// Some rows in blocks of 16, which a warp reads.
struct RowBlocks {
  std::uint32_t first;  ///< A multiple of 16.
  std::uint32_t end;
};

namespace detail {

/// Scores of a row that it does not see become -infinity, whatever they are.
template <int tiles, int columns>
STARLING_FN void hide_others(const SeenRows<tiles>& seen, std::uint32_t first,
                             WarpSums<tiles, columns>& scores) {
  STARLING_UNROLL
  for (int i = 0; i < tiles; ++i) {
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half) {
      const std::uint32_t own = first + own_column() - seen.begin[i][half];
      STARLING_UNROLL
      for (int at = 0; at < columns / 4; ++at) {
        float& score = scores.of[i].of[at / 2][2 * half + at % 2];
        const std::uint32_t column = own + static_cast<std::uint32_t>(at / 2 * 8 + at % 2);
        score = column < seen.count[i][half] ? score : -infinity;
      }
    }
  }
}

/// The greatest score so far of each row of which a lane holds elements.
template <int tiles>
struct Greatest {
  float of[tiles][2];
};

/// Turns scores, in powers of two, into weights; rescales what was summed with those before.
template <bool is_first, int tiles, int columns, int width>
STARLING_FN void weigh(WarpSums<tiles, columns>& scores, Greatest<tiles>& greatest,
                       WarpSums<tiles, width>& out) {
  STARLING_UNROLL
  for (int i = 0; i < tiles; ++i) {
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half) {
      float top = is_first ? -infinity : greatest.of[i][half];
      STARLING_UNROLL
      for (int at = 0; at < columns / 4; ++at)
        top = greater_of(top, scores.of[i].of[at / 2][2 * half + at % 2]);
      top = greatest_of_row(top);
      const float shift = top == -infinity ? 0.0F : top;
      if constexpr (!is_first) {
        const float factor = approximate_exp2(greatest.of[i][half] - shift);
        STARLING_UNROLL
        for (int t = 0; t < width / 8; ++t) {
          out.of[i].of[t][2 * half] *= factor;
          out.of[i].of[t][2 * half + 1] *= factor;
        }
      }
      greatest.of[i][half] = top;
      STARLING_UNROLL
      for (int at = 0; at < columns / 4; ++at) {
        float& score = scores.of[i].of[at / 2][2 * half + at % 2];
        score = approximate_exp2(score - shift);
      }
    }
  }
}

/// Takes in `chunk` blocks of rows from `first` on. The last eight columns of `out` are sums of
/// weights.
template <int chunk, bool is_first, int tiles, int width>
STARLING_FN void take_in(const WarpFactor<tiles, width>& queries, const SharedHead& own,
                         const SeenRows<tiles>& seen, std::uint32_t first, std::uint32_t end,
                         Greatest<tiles>& greatest, WarpSums<tiles, width + 8>& out) {
  using Rows = SwizzledRows<width>;
  constexpr std::uint32_t ones = 0x3f803f80U;
  WarpSums<tiles, 16 * chunk> scores{};
  STARLING_UNROLL
  for (int block = 0; block < chunk; ++block) {
    const std::uint32_t row = first + 16 * block;
    if (block > 0 && row >= end) continue;
    STARLING_UNROLL
    for (int k = 0; k < width / 16; ++k) {
      std::uint32_t b[4];
      load_matrices((own.keys ^ static_cast<std::uint32_t>(32 * k)) + row * Rows::row_bytes, b);
      STARLING_UNROLL
      for (int i = 0; i < tiles; ++i) {
        multiply_add(queries.of[i][k], b[0], b[1], scores.of[i].of[2 * block]);
        multiply_add(queries.of[i][k], b[2], b[3], scores.of[i].of[2 * block + 1]);
      }
    }
  }
  hide_others(seen, first, scores);
  weigh<is_first>(scores, greatest, out);
  WarpFactor<tiles, 16 * chunk> weights;
  round_to_factor(scores, weights);
  STARLING_UNROLL
  for (int block = 0; block < chunk; ++block) {
    const std::uint32_t row = first + 16 * block;
    if (block > 0 && row >= end) continue;
    STARLING_UNROLL
    for (int n = 0; n < width / 16; ++n) {
      std::uint32_t b[4];
      load_matrices_transposed(
          (own.values ^ static_cast<std::uint32_t>(32 * n)) + row * Rows::row_bytes, b);
      STARLING_UNROLL
      for (int i = 0; i < tiles; ++i) {
        multiply_add(weights.of[i][block], b[0], b[1], out.of[i].of[2 * n]);
        multiply_add(weights.of[i][block], b[2], b[3], out.of[i].of[2 * n + 1]);
      }
    }
    STARLING_UNROLL
    for (int i = 0; i < tiles; ++i)
      multiply_add(weights.of[i][block], ones, ones, out.of[i].of[width / 8]);
  }
}

}  // namespace detail

/// factor = softmax2(queries keys^T) values, over the rows that each row sees; zeros where it sees
/// none. Queries carry the softmax's scale and log2(e). `blocks`: all rows that any row of the warp
/// sees lie in them, and the first holds finite numbers; `chunk` of them are taken at a time.
template <int chunk, int tiles, int width>
STARLING_FN void attend_rows(const WarpFactor<tiles, width>& queries, const SharedHead& head,
                             const SeenRows<tiles>& seen, RowBlocks blocks,
                             WarpFactor<tiles, width>& factor) {
  using Rows = SwizzledRows<width>;
  const std::uint32_t lane = thread_index() % 32;
  const SharedHead own{head.keys + Rows::offset(lane % 8 + lane / 16 * 8, lane / 8 % 2),
                       head.values + Rows::offset(lane % 16, lane / 16)};
  WarpSums<tiles, width + 8> out{};
  detail::Greatest<tiles> greatest;
  detail::take_in<chunk, true>(queries, own, seen, blocks.first, blocks.end, greatest, out);
  for (std::uint32_t first = blocks.first + 16 * chunk; first < blocks.end; first += 16 * chunk)
    detail::take_in<chunk, false>(queries, own, seen, first, blocks.end, greatest, out);
  STARLING_UNROLL
  for (int i = 0; i < tiles; ++i) {
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half) {
      const float whole = out.of[i].of[width / 8][2 * half];
      const float share = whole == 0.0F ? 0.0F : approximate_reciprocal(whole);
      STARLING_UNROLL
      for (int t = 0; t < width / 8; ++t) {
        out.of[i].of[t][2 * half] *= share;
        out.of[i].of[t][2 * half + 1] *= share;
      }
    }
  }
  round_to_factor(out, factor);
}

/// Writes columns of a warp's sums from `first` on, as SwizzledRows of which `rows` is the first's
/// address, finite.
template <int first, int width, int tiles, int columns>
STARLING_FN void store_finite_rows(const WarpSums<tiles, columns>& sums, std::byte* rows) {
  using Rows = SwizzledRows<width>;
  const std::uint32_t lane = thread_index() % 32;
  STARLING_UNROLL
  for (int i = 0; i < tiles; ++i) {
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half) {
      const std::uint32_t row = static_cast<std::uint32_t>(16 * i + 8 * half) + lane / 4;
      STARLING_UNROLL
      for (int t = 0; t < width / 8; ++t) {
        const float* pair = &sums.of[i].of[first / 8 + t][2 * half];
        const std::uint32_t at = Rows::offset(row, static_cast<std::uint32_t>(t)) + lane % 4 * 4;
        *reinterpret_cast<std::uint32_t*>(rows + at) =
            finite_bfloat16(pack_bfloat16(pair[0], pair[1]));
      }
    }
  }
}

}  // namespace starling::kernels
