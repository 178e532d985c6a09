/// Scores of keys that a query does not see become -infinity, in a warpgroup's sums.
#pragma once

#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/elementary.hpp"
#include "kernels/platform.hpp"
#include "kernels/warpgroup.hpp"

namespace starling::kernels {

namespace detail {

/// Of the lane's scores in each fragment.
STARLING_FN std::uint32_t first_column() {
  return thread_index() % 4 * 2;
}

STARLING_FN void hide_if(bool is_hidden, float& score) {
  score = is_hidden ? -infinity : score;
}

}  // namespace detail

/// Hides the keys that a mask leaves out. `present`: bit w of lane l is that of key 32 w + l; all
/// 32 lanes call.
template <int keys>
STARLING_FN void hide_absent(std::uint32_t present, WarpgroupSums<keys>& scores) {
  std::uint32_t word = 0;  // bits of 32 keys, from the lane's first column on
  STARLING_UNROLL
  for (int t = 0; t < WarpgroupSums<keys>::fragments; ++t) {
    if (t % 4 == 0) word = warp_ballot((present >> t / 4 & 1U) != 0) >> detail::first_column();
    STARLING_UNROLL
    for (int i = 0; i < 4; ++i)
      detail::hide_if((word & 1U << (t % 4 * 8 + i % 2)) == 0, scores.of[t][i]);
  }
}

/// Hides all but the first keys, of which the lane's two rows see so many each.
template <int keys>
STARLING_FN void hide_from(int seen_by_upper, int seen_by_lower, WarpgroupSums<keys>& scores) {
  const auto first = static_cast<int>(detail::first_column());
  STARLING_UNROLL
  for (int half = 0; half < 2; ++half) {
    const int seen = (half == 0 ? seen_by_upper : seen_by_lower) - first;
    STARLING_UNROLL
    for (int at = 0; at < 2 * WarpgroupSums<keys>::fragments; ++at)
      detail::hide_if(at / 2 * 8 + at % 2 >= seen, scores.of[at / 2][2 * half + at % 2]);
  }
}

}  // namespace starling::kernels
