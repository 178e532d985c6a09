/// From planes of words to rows of words, eight by eight in vectors.
#pragma once

#include <cstdint>
#include <cstring>

#include "kernels/platform.hpp"

namespace starling::detail {

using Words8 [[gnu::vector_size(32)]] = std::uint32_t;

STARLING_FN Words8 load_words(const std::uint32_t* from) {
  Words8 words;
  std::memcpy(&words, from, sizeof words);
  return words;
}

/// Eight planes, `plane_words` apart, to eight rows, `row_words` apart: the halves of pairs, then
/// of fours, then of eights change places.
STARLING_FN void transpose_eight(const std::uint32_t* planes, std::ptrdiff_t plane_words,
                                 std::uint32_t* rows, std::ptrdiff_t row_words) {
  Words8 fours[8];
  STARLING_UNROLL
  for (int quarter = 0; quarter < 2; ++quarter) {
    const std::uint32_t* from = planes + 4 * quarter * plane_words;
    const Words8 a = load_words(from);
    const Words8 b = load_words(from + plane_words);
    const Words8 c = load_words(from + 2 * plane_words);
    const Words8 d = load_words(from + 3 * plane_words);
    const Words8 ab_low = __builtin_shuffle(a, b, Words8{0, 8, 1, 9, 4, 12, 5, 13});
    const Words8 ab_high = __builtin_shuffle(a, b, Words8{2, 10, 3, 11, 6, 14, 7, 15});
    const Words8 cd_low = __builtin_shuffle(c, d, Words8{0, 8, 1, 9, 4, 12, 5, 13});
    const Words8 cd_high = __builtin_shuffle(c, d, Words8{2, 10, 3, 11, 6, 14, 7, 15});
    Words8* to = fours + 4 * quarter;
    to[0] = __builtin_shuffle(ab_low, cd_low, Words8{0, 1, 8, 9, 4, 5, 12, 13});
    to[1] = __builtin_shuffle(ab_low, cd_low, Words8{2, 3, 10, 11, 6, 7, 14, 15});
    to[2] = __builtin_shuffle(ab_high, cd_high, Words8{0, 1, 8, 9, 4, 5, 12, 13});
    to[3] = __builtin_shuffle(ab_high, cd_high, Words8{2, 3, 10, 11, 6, 7, 14, 15});
  }
  STARLING_UNROLL
  for (int row = 0; row < 4; ++row) {
    const Words8 near =
        __builtin_shuffle(fours[row], fours[row + 4], Words8{0, 1, 2, 3, 8, 9, 10, 11});
    const Words8 far =
        __builtin_shuffle(fours[row], fours[row + 4], Words8{4, 5, 6, 7, 12, 13, 14, 15});
    std::memcpy(rows + row * row_words, &near, sizeof near);
    std::memcpy(rows + (row + 4) * row_words, &far, sizeof far);
  }
}

// g++ 12 does not see that callers have written planes [0, plane_count) of rows [0, count).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

/// rows[row * row_words + plane] = planes[plane * plane_words + row] for row < `count` and
/// plane < `plane_count`.
template <std::ptrdiff_t plane_count, std::ptrdiff_t plane_words>
STARLING_FN void transpose(const std::uint32_t* planes, std::ptrdiff_t count, std::uint32_t* rows,
                           std::ptrdiff_t row_words) {
  constexpr std::ptrdiff_t whole_planes = plane_count / 8 * 8;
  const std::ptrdiff_t whole_rows = count / 8 * 8;
  for (std::ptrdiff_t row = 0; row < whole_rows; row += 8) {
    for (std::ptrdiff_t plane = 0; plane < whole_planes; plane += 8) {
      transpose_eight(planes + plane * plane_words + row, plane_words,
                      rows + row * row_words + plane, row_words);
    }
  }
  for (std::ptrdiff_t row = 0; row < count; ++row) {
    const std::ptrdiff_t done = row < whole_rows ? whole_planes : 0;
    for (std::ptrdiff_t plane = done; plane < plane_count; ++plane)
      rows[row * row_words + plane] = planes[plane * plane_words + row];
  }
}

#pragma GCC diagnostic pop

}  // namespace starling::detail
