/// Shapes in which warps do attention over short sequences.
#pragma once

namespace starling::kernels {

namespace detail {

struct ShortAttentionChoice {
  int pairs;
  int blocks;
};

/// By head dim (16, 32, 64) and keys (16, 32, 48, 64). Nothing spills at these.
inline constexpr ShortAttentionChoice short_attention_choices[3][4] = {
    {{2, 8}, {1, 7}, {1, 6}, {1, 4}},
    {{1, 7}, {1, 5}, {1, 4}, {1, 3}},
    {{1, 4}, {1, 3}, {1, 2}, {1, 2}}};

}  // namespace detail

/// How a warp works through its pairs of a sequence and a head: it holds a pair's keys and values
/// in registers, and 16 of its queries at a time. `keys`: at most, a multiple of 16.
///
/// Microseconds and GB/s, of q, k, v and out, on an H200; 65,536 sequences of 4 heads, 17 tokens
/// with a mask that leaves 70% of the keys. Times of one run, in which a copy moved 3,955 GB/s:
///   tokens    head dim 16        head dim 32        head dim 64
///       16    139.5   3,849      271.0   3,962      551.7   3,892
///       17    273.0   2,090      350.7   3,253      620.0   3,680
///       32    271.6   3,954      537.7   3,994    1,087.4   3,950
///       64    657.3   3,267    1,102.4   3,896    2,066.8   4,156
template <int dim, int keys>
struct ShortAttentionTile {
  static_assert(dim == 16 || dim == 32 || dim == 64, "Heads are of 16, 32 or 64.");
  static_assert(keys % 16 == 0 && keys >= 16 && keys <= 64, "Keys come by 16, up to 64.");
  static constexpr int head_dim = dim;
  static constexpr int key_rows = keys;
  /// While a warp computes with one pair, the loads of the others that it holds are under way.
  static constexpr int pairs_held = detail::short_attention_choices[dim / 32][keys / 16 - 1].pairs;
  /// How many are to fit a multiprocessor, which caps registers; the grid has no more.
  static constexpr int blocks_a_processor =
      detail::short_attention_choices[dim / 32][keys / 16 - 1].blocks;
  static constexpr int threads = 128;
  static constexpr int warps = threads / 32;
};

}  // namespace starling::kernels
