/// Shapes in which warps do attention over short sequences.
#pragma once

#include <cstdint>

namespace starling::kernels {

/// How a warp works through its pairs of a sequence and a head, whose keys and values it holds in
/// registers. `keys`: at most, a multiple of 16. `pairs`: how many a warp holds at a time: while it
/// computes with one, the others' loads are under way. `tiles`: how many tiles of 16 queries it
/// holds of each; where that is all of them, the loop over them is unrolled. `blocks`: how many are
/// to fit a multiprocessor, which caps registers. `turns`: how many pairs a warp takes in all; 0
/// where the grid is as large as the GPU and each takes its share.
template <int dim, int keys, int pairs, int tiles, int blocks, int turns>
struct ShortAttentionTile {
  static_assert(dim == 16 || dim == 32 || dim == 64, "Heads are of 16, 32 or 64.");
  static_assert(keys % 16 == 0 && keys >= 16 && keys <= 64, "Keys come by 16, up to 64.");
  static_assert(tiles >= 1 && tiles <= 4, "There are at most four tiles of queries.");
  static constexpr int head_dim = dim;
  static constexpr int key_rows = keys;
  static constexpr int pairs_held = pairs;
  static constexpr int query_tiles_held = tiles;
  static constexpr int blocks_a_processor = blocks;
  static constexpr int turns_a_warp = turns;

  static constexpr int threads = 128;
  static constexpr int warps = threads / 32;
};

namespace detail {

struct ShortAttentionChoice {
  int pairs;
  int blocks;
};

consteval ShortAttentionChoice short_attention_choice(int dim, int keys) {
  constexpr ShortAttentionChoice choices[3][4] = {{{2, 8}, {1, 7}, {1, 6}, {1, 4}},
                                                  {{1, 7}, {1, 5}, {1, 4}, {1, 3}},
                                                  {{1, 4}, {1, 3}, {1, 2}, {1, 2}}};
  return choices[dim / 32][keys / 16 - 1];
}

}  // namespace detail

/// Nothing spills at these.
template <int dim, int keys>
using TunedShortAttentionTile =
    ShortAttentionTile<dim, keys, detail::short_attention_choice(dim, keys).pairs, 1,
                       detail::short_attention_choice(dim, keys).blocks, 0>;

}  // namespace starling::kernels
