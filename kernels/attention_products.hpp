/// A warp's two matrix products of attention, from tiles in shared memory.
#pragma once

#include <cstdint>

#include "kernels/attention_softmax.hpp"
#include "kernels/attention_tile.hpp"
#include "kernels/block_threads.hpp"
#include "kernels/platform.hpp"
#include "kernels/tensor_core.hpp"

namespace starling::kernels {

namespace detail {

/// The lane's part of loading 16 rows by 16 columns: matrices 0 and 1 are rows 0 to 7 and 8 to 15
/// of the left columns, 2 and 3 of the right ones. So a load gives a fragment A of rows, and,
/// transposed, two fragments B of as many rows (values).
template <class Rows>
STARLING_FN std::uint32_t offset_down() {
  const std::uint32_t lane = thread_index() % 32;
  return Rows::offset(lane % 16, lane / 16);
}

/// The same with matrices 0 and 1 side by side: two fragments B of columns given as rows (keys).
template <class Rows>
STARLING_FN std::uint32_t offset_across() {
  const std::uint32_t lane = thread_index() % 32;
  return Rows::offset(lane % 8 + lane / 16 * 8, lane / 8 % 2);
}

/// Of the fragments at a row and a column, multiples of 8 and 16, of a tile whose first the lane
/// loads from `first`.
template <class Rows>
STARLING_FN std::uint32_t fragment_address(std::uint32_t first, int row, int column) {
  return (first ^ static_cast<std::uint32_t>(2 * column)) +
         static_cast<std::uint32_t>(row) * Rows::row_bytes;
}

}  // namespace detail

/// A warp's queries as fragments of A, for shapes that hold them.
template <class Tile>
struct HeldQueries {
  std::uint32_t of[row_fragments][Tile::head_dim / 16][4];
};

/// `from`: where the warp's queries begin.
template <class Tile>
STARLING_FN void load_queries(SharedAddress from, HeldQueries<Tile>& queries) {
  from += detail::offset_down<typename Tile::Rows>();
  STARLING_UNROLL
  for (int i = 0; i < row_fragments; ++i) {
    STARLING_UNROLL
    for (int k = 0; k < Tile::head_dim / 16; ++k)
      load_matrices(detail::fragment_address<typename Tile::Rows>(from, 16 * i, 16 * k),
                    queries.of[i][k]);
  }
}

/// scores += q k^T  // [warp_query_rows, key_rows]
/// `queries_at`: where the warp's queries begin, for shapes that do not hold them; `keys_at`: where
/// the block of keys does.
template <class Tile>
STARLING_FN void add_products(const HeldQueries<Tile>& held, SharedAddress queries_at,
                              SharedAddress keys_at, RowTile<Tile::key_rows>& scores) {
  using Rows = typename Tile::Rows;
  queries_at += detail::offset_down<Rows>();
  keys_at += detail::offset_across<Rows>();
  STARLING_UNROLL
  for (int k = 0; k < Tile::head_dim / 16; ++k) {
    std::uint32_t a[row_fragments][4];
    STARLING_UNROLL
    for (int i = 0; i < row_fragments; ++i) {
      if constexpr (Tile::holds_queries) {
        STARLING_UNROLL
        for (int word = 0; word < 4; ++word)
          a[i][word] = held.of[i][k][word];
      } else {
        load_matrices(detail::fragment_address<Rows>(queries_at, 16 * i, 16 * k), a[i]);
      }
    }
    STARLING_UNROLL
    for (int t = 0; t < RowTile<Tile::key_rows>::fragments; t += 2) {
      std::uint32_t b[4];
      load_matrices(detail::fragment_address<Rows>(keys_at, 8 * t, 16 * k), b);
      STARLING_UNROLL
      for (int i = 0; i < row_fragments; ++i) {
        multiply_add(a[i], b[0], b[1], scores.of[i][t]);
        multiply_add(a[i], b[2], b[3], scores.of[i][t + 1]);
      }
    }
  }
}

/// out += weights v  // [warp_query_rows, head_dim]
/// Weights are computed 16 keys at a time, so that those of the next can be while the matrix
/// units work. The scores' fragments are those of A as they are.
/// `values_at`: where the block of values begins.
template <class Tile>
STARLING_FN void add_values(const RowTile<Tile::key_rows>& scores, SharedAddress values_at,
                            OnlineSoftmax& softmax, RowTile<Tile::head_dim>& out) {
  using Rows = typename Tile::Rows;
  values_at += detail::offset_down<Rows>();
  STARLING_UNROLL
  for (int j = 0; j < Tile::key_rows / 16; ++j) {
    std::uint32_t a[row_fragments][4];
    STARLING_UNROLL
    for (int i = 0; i < row_fragments; ++i) {
      STARLING_UNROLL
      for (int word = 0; word < 4; ++word) {
        const int half = word % 2;
        const float* pair = &scores.of[i][2 * j + word / 2][2 * half];
        const float shift = -softmax.shift(i, half);
        const float low = approximate_exp2(fma(pair[0], softmax.scale, shift));
        const float high = approximate_exp2(fma(pair[1], softmax.scale, shift));
        softmax.sum.of[i][half] += low + high;
        a[i][word] = pack_bfloat16(low, high);
      }
    }
    STARLING_UNROLL
    for (int t = 0; t < RowTile<Tile::head_dim>::fragments; t += 2) {
      std::uint32_t b[4];
      load_matrices_transposed(detail::fragment_address<Rows>(values_at, 16 * j, 8 * t), b);
      STARLING_UNROLL
      for (int i = 0; i < row_fragments; ++i) {
        multiply_add(a[i], b[0], b[1], out.of[i][t]);
        multiply_add(a[i], b[2], b[3], out.of[i][t + 1]);
      }
    }
  }
}

}  // namespace starling::kernels
