/// Queries, keys and values of one short sequence and head, from memory straight into the fragments
/// of a warp's matrix instructions.
///
/// No shared memory and no transposition, because orders are free: that of the numbers of a head,
/// as long as queries and keys agree; that of the keys, as long as weights and values agree; and
/// that of the output's columns. They are chosen so that a lane's share lies side by side in memory
/// and a warp's loads take whole sectors. With lane = 4 group + member:
///   queries, keys  column 2 member (and 8 further) of a fragment's 16 by 8 is number 4 member (and
///                  2 further) of 16, or of the chunks of 16 bytes that the lane loads;
///   keys           column j of fragment t of the scores is key 8 t + j / 2 + 4 (j % 2);
///   values, out    column j of fragment n is number n of part j of the row, in eight parts; of 64
///                  numbers part j is the j / 2 + 4 (j % 2)th.
#pragma once

#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/platform.hpp"
#include "kernels/words.hpp"

namespace starling::kernels {

/// A lane's share of a row of queries or keys, of a row of values.
template <int dim>
inline constexpr int row_words = dim / 8;
template <int dim>
inline constexpr int value_words = dim / 16;

/// What a lane holds of 16 queries: rows group and group + 8 of them.
template <int dim>
struct QueryTile {
  std::uint32_t of[2][row_words<dim>];
};

/// What a lane holds of a pair's keys: columns group of the scores' fragments.
template <int dim, int keys>
struct KeyRows {
  std::uint32_t of[keys / 8][row_words<dim>];
};

/// What a lane holds of a pair's values: as loaded, rows member, member + 4 and so on; as
/// fragments, [2 t + n % 2][n / 2] is that of the keys of the scores' fragment t and of column
/// fragment n.
template <int dim, int keys>
struct ValueRows {
  std::uint32_t of[keys / 4][value_words<dim>];
};

namespace detail {

STARLING_FN std::uint32_t lane_group() {
  return thread_index() % 32 / 4;
}
STARLING_FN std::uint32_t lane_member() {
  return thread_index() % 4;
}

/// First all even, then all odd ones: the place of j among eight.
STARLING_FN std::uint32_t parted(std::uint32_t j) {
  return j / 2 + 4 * (j % 2);
}

/// A lane's share of a row of queries or keys, from its first byte on.
template <int dim>
STARLING_FN void read_row(const std::byte* from, bool present,
                          std::uint32_t (&row)[row_words<dim>]) {
  constexpr int at_once = dim == 16 ? 2 : 4;
  STARLING_UNROLL
  for (int word = 0; word < row_words<dim>; word += at_once) {
    const auto words = read_once<at_once>(from + word * 16, present);
    STARLING_UNROLL
    for (int i = 0; i < at_once; ++i)
      row[word + i] = words.of[i];
  }
}

/// The low halves of two words, and the high ones.
STARLING_FN std::uint32_t low_halves(std::uint32_t first, std::uint32_t second) {
#if defined(__CUDA_ARCH__)
  return __byte_perm(first, second, 0x5410);
#else
  return (first & 0xffffU) | second << 16;
#endif
}
STARLING_FN std::uint32_t high_halves(std::uint32_t first, std::uint32_t second) {
#if defined(__CUDA_ARCH__)
  return __byte_perm(first, second, 0x7632);
#else
  return first >> 16 | (second & 0xffff0000U);
#endif
}

}  // namespace detail

/// Bytes from a row's begin to the lane's share.
template <int dim>
STARLING_FN std::uint32_t query_offset() {
  return detail::lane_member() * (dim == 16 ? 8U : 16U);
}
template <int dim>
STARLING_FN std::uint32_t value_offset() {
  const std::uint32_t part =
      dim == 64 ? detail::parted(detail::lane_group()) : detail::lane_group();
  return part * (dim / 4U);
}

/// Rows in which the lane's share begins.
STARLING_FN std::uint32_t first_query_row() {
  return detail::lane_group();
}
STARLING_FN std::uint32_t first_key_row() {
  return detail::parted(detail::lane_group());
}
STARLING_FN std::uint32_t first_value_row() {
  return detail::lane_member();
}

/// `from`: the lane's share of its first row; `stride`: bytes from a row to the next; `rows`: how
/// many are present from that first one on. Others become zeros.
template <int dim>
STARLING_FN void read_queries(const std::byte* from, std::uint32_t stride, int rows,
                              QueryTile<dim>& queries) {
  STARLING_UNROLL
  for (int half = 0; half < 2; ++half)
    detail::read_row<dim>(from + std::uint64_t{stride} * (8U * static_cast<std::uint32_t>(half)),
                          8 * half < rows, queries.of[half]);
}
template <int dim, int keys>
STARLING_FN void read_keys(const std::byte* from, std::uint32_t stride, int rows,
                           KeyRows<dim, keys>& result) {
  STARLING_UNROLL
  for (int t = 0; t < keys / 8; ++t)
    detail::read_row<dim>(from + std::uint64_t{stride} * (8U * static_cast<std::uint32_t>(t)),
                          8 * t < rows, result.of[t]);
}
template <int dim, int keys>
STARLING_FN void read_values(const std::byte* from, std::uint32_t stride, int rows,
                             ValueRows<dim, keys>& values) {
  STARLING_UNROLL
  for (int r = 0; r < keys / 4; ++r) {
    const auto words = read_once<value_words<dim>>(
        from + std::uint64_t{stride} * (4U * static_cast<std::uint32_t>(r)), 4 * r < rows);
    STARLING_UNROLL
    for (int word = 0; word < value_words<dim>; ++word)
      values.of[r][word] = words.of[word];
  }
}

/// Makes rows fragments, in place: a word holds two keys of one column then.
template <int dim, int keys>
STARLING_FN void pair_up(ValueRows<dim, keys>& values) {
  STARLING_UNROLL
  for (int r = 0; r < keys / 4; r += 2) {
    STARLING_UNROLL
    for (int word = 0; word < value_words<dim>; ++word) {
      const std::uint32_t first = values.of[r][word];
      const std::uint32_t second = values.of[r + 1][word];
      values.of[r][word] = detail::low_halves(first, second);
      values.of[r + 1][word] = detail::high_halves(first, second);
    }
  }
}

}  // namespace starling::kernels
