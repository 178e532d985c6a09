/// What a network does to rows of numbers, in one order of operations: the CPU and the GPU give the
/// same bits. Values are float32; the sums of linear layers, of layer norms and of the mean over
/// tokens run in double.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/elementary.hpp"

namespace starling::policy {

/// One output of a linear layer for some rows at once: to[row] = bias + sum over inputs of
/// weight[input * stride] * from[row][input], in the order of inputs. A product of two floats is
/// exact in double, so that fma rounds as a product and a sum do. Rows share what is read of the
/// weights, and their sums do not wait for each other.
template <int rows>
STARLING_FN void apply_linear(const float* weight, std::int64_t stride, float bias,
                              std::int64_t inputs, const float* const (&from)[rows],
                              float (&to)[rows]) {
  double sums[rows];
  STARLING_UNROLL
  for (int row = 0; row < rows; ++row)
    sums[row] = static_cast<double>(bias);
  for (std::int64_t input = 0; input < inputs; ++input) {
    const auto factor = static_cast<double>(weight[input * stride]);
    STARLING_UNROLL
    for (int row = 0; row < rows; ++row)
      sums[row] = std::fma(factor, static_cast<double>(from[row][input]), sums[row]);
  }
  STARLING_UNROLL
  for (int row = 0; row < rows; ++row)
    to[row] = static_cast<float>(sums[row]);
}

/// How a row lies around its mean.
struct Moments {
  double mean = 0.0;
  double scale = 0.0;  ///< 1 / sqrt(variance + eps)
};

STARLING_FN Moments moments_of(const float* row, std::int64_t width, float eps) {
  double mean = 0.0;
  for (std::int64_t column = 0; column < width; ++column)
    mean += static_cast<double>(row[column]);
  mean /= static_cast<double>(width);
  double variance = 0.0;
  for (std::int64_t column = 0; column < width; ++column) {
    const double away = static_cast<double>(row[column]) - mean;
    variance += away * away;
  }
  return {mean, 1.0 / std::sqrt(variance / static_cast<double>(width) + static_cast<double>(eps))};
}

/// One number of a row under a layer norm.
STARLING_FN float normalise(float value, const Moments& moments, float weight, float bias) {
  const double normal = (static_cast<double>(value) - moments.mean) * moments.scale;
  return static_cast<float>(normal) * weight + bias;
}

/// The exact one, of the error function.
STARLING_FN float gelu(float x) {
  return 0.5F * x * (1.0F + kernels::erf(x * 0.70710678118654752F));
}

/// 1 / sqrt(width of a head), by which scores are multiplied.
STARLING_FN float score_scale(std::int64_t width) {
  return 1.0F / kernels::sqrt(static_cast<float>(width));
}

/// How much a query wants of a key.
STARLING_FN float score_of(const float* query, const float* key, std::int64_t width, float scale) {
  float score = 0.0F;
  for (std::int64_t column = 0; column < width; ++column)
    score += query[column] * key[column];
  return score * scale;
}

/// Makes scores the weights of a softmax, without its division: returns their sum.
STARLING_FN float weigh_scores(float* scores, std::int64_t count) {
  float highest = scores[0];
  for (std::int64_t other = 1; other < count; ++other)
    highest = highest < scores[other] ? scores[other] : highest;
  float sum = 0.0F;
  for (std::int64_t other = 0; other < count; ++other) {
    scores[other] = kernels::exp(scores[other] - highest);
    sum += scores[other];
  }
  return sum;
}

/// The mean of one column of `count` rows by their weights, whose sum is `sum`.
STARLING_FN float mix_values(const float* weights, float sum, const float* values,
                             std::int64_t stride, std::int64_t count) {
  float mixed = 0.0F;
  for (std::int64_t other = 0; other < count; ++other)
    mixed += weights[other] * values[other * stride];
  return mixed / sum;
}

/// The mean of one column of `count` rows.
STARLING_FN float mean_of(const float* values, std::int64_t stride, std::int64_t count) {
  double sum = 0.0;
  for (std::int64_t row = 0; row < count; ++row)
    sum += static_cast<double>(values[row * stride]);
  return static_cast<float>(sum / static_cast<double>(count));
}

}  // namespace starling::policy
