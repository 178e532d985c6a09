/// Attention of 16 queries over all keys of a short sequence, in a warp's registers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/attention_softmax.hpp"
#include "kernels/elementary.hpp"
#include "kernels/platform.hpp"
#include "kernels/short_attention_pair.hpp"
#include "kernels/tensor_core.hpp"

namespace starling::kernels {

/// Which keys are present, of those whose scores and values a lane holds: 8 t + member + 4 i is bit
/// 8 (t % 4) + 4 i of word t / 4. The others' bits mean nothing.
template <int keys>
struct OwnKeys {
  std::uint32_t of[(keys + 31) / 32];

  STARLING_FN bool has(int t, int i) const {
    return (of[t / 4] & 1U << (8 * (t % 4) + 4 * i)) != 0;
  }
};

/// Scores of 16 queries.
template <int keys>
struct ScoreTile {
  float of[keys / 8][4];
};

/// Weights of 16 queries, as fragments of A.
template <int keys>
struct WeightTile {
  std::uint32_t of[keys / 16][4];
};

/// Weighted values of 16 queries, and the weights' sums for rows group and group + 8.
template <int dim>
struct ValueSums {
  float of[dim / 8][4];
  float weights[2];
};

/// Values of absent keys become zeros: not even times a weight of 0 may a NaN be summed.
template <int dim, int keys>
STARLING_FN void clear_absent(const OwnKeys<keys>& own, ValueRows<dim, keys>& values) {
  STARLING_UNROLL
  for (int r = 0; r < keys / 4; ++r) {
    STARLING_UNROLL
    for (int word = 0; word < value_words<dim>; ++word)
      values.of[r][word] = own.has(r / 2, r % 2) ? values.of[r][word] : 0U;
  }
}

/// q k^T  // [16, keys]
template <int dim, int keys>
STARLING_FN ScoreTile<keys> scores_of(const QueryTile<dim>& queries,
                                      const KeyRows<dim, keys>& keys_held) {
  ScoreTile<keys> scores{};
  STARLING_UNROLL
  for (int word = 0; word < row_words<dim>; word += 2) {
    const std::uint32_t a[4] = {queries.of[0][word], queries.of[1][word], queries.of[0][word + 1],
                                queries.of[1][word + 1]};
    STARLING_UNROLL
    for (int t = 0; t < keys / 8; ++t)
      multiply_add(a, keys_held.of[t][word], keys_held.of[t][word + 1], scores.of[t]);
  }
  return scores;
}

/// Sets the scores of absent keys to -infinity, whatever they are.
template <int keys>
STARLING_FN void hide_absent(const OwnKeys<keys>& own, ScoreTile<keys>& scores) {
  STARLING_UNROLL
  for (int t = 0; t < keys / 8; ++t) {
    STARLING_UNROLL
    for (int i = 0; i < 4; ++i)
      scores.of[t][i] = own.has(t, i % 2) ? scores.of[t][i] : -infinity;
  }
}

/// Powers of two of the scores, the greatest of each row's 1. `scale`: log2(e) times the softmax's.
template <int keys>
STARLING_FN WeightTile<keys> weights_of(const ScoreTile<keys>& scores, float scale) {
  float shift[2];
  STARLING_UNROLL
  for (int half = 0; half < 2; ++half) {
    float top = -infinity;
    STARLING_UNROLL
    for (int t = 0; t < keys / 8; ++t)
      top = greater_of(top, greater_of(scores.of[t][2 * half], scores.of[t][2 * half + 1]));
    top = greatest_of_row(top);
    shift[half] = top == -infinity ? 0.0F : -top * scale;
  }
  WeightTile<keys> weights;
  STARLING_UNROLL
  for (int word = 0; word < keys / 4; ++word) {
    const int half = word % 2;
    const float* pair = &scores.of[word / 2][2 * half];
    weights.of[word / 4][word % 4] =
        pack_bfloat16(approximate_exp2(fma(pair[0], scale, shift[half])),
                      approximate_exp2(fma(pair[1], scale, shift[half])));
  }
  return weights;
}

/// weights v  // [16, dim]
/// The weights' sums are a product with ones: those of the weights as rounded, and in every lane of
/// a row.
template <int dim, int keys>
STARLING_FN ValueSums<dim> sum_values(const WeightTile<keys>& weights,
                                      const ValueRows<dim, keys>& values) {
  constexpr std::uint32_t ones = 0x3f803f80U;
  ValueSums<dim> sums{};
  float rows[4] = {};
  STARLING_UNROLL
  for (int j = 0; j < keys / 16; ++j) {
    multiply_add(weights.of[j], ones, ones, rows);
    STARLING_UNROLL
    for (int n = 0; n < dim / 8; ++n)
      multiply_add(weights.of[j], values.of[4 * j + n % 2][n / 2],
                   values.of[4 * j + 2 + n % 2][n / 2], sums.of[n]);
  }
  sums.weights[0] = rows[0];
  sums.weights[1] = rows[2];
  return sums;
}

/// The means of row group + 8 half, as the lane's share of a row of queries lies in memory; zeros
/// where no key is present.
template <int dim>
STARLING_FN void write_means(const ValueSums<dim>& sums, int half, std::byte* to) {
  constexpr int at_once = dim == 16 ? 2 : 4;
  const float whole = sums.weights[half];
  const float factor = whole == 0.0F ? 0.0F : approximate_reciprocal(whole);
  STARLING_UNROLL
  for (int first = 0; first < row_words<dim>; first += at_once) {
    Words<at_once> words;
    STARLING_UNROLL
    for (int i = 0; i < at_once; ++i) {
      const int part = (first + i) / value_words<dim>;
      const int n = (first + i) % value_words<dim> * 2;
      words.of[i] = pack_bfloat16(sums.of[n][2 * half + part] * factor,
                                  sums.of[n + 1][2 * half + part] * factor);
    }
    write_once<at_once>(to + first * 16, words);
  }
}

}  // namespace starling::kernels
