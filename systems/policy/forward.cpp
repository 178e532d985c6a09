#include "systems/policy/forward.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace starling::policy {
namespace {

/// Rows of numbers, one a token that is there.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<float> values;

  Matrix(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), values(row_count * column_count) {}

  std::span<float> row(std::size_t index) { return {values.data() + index * columns, columns}; }
  std::span<const float> row(std::size_t index) const {
    return {values.data() + index * columns, columns};
  }
};

void apply(const Linear& linear, std::span<const float> from, std::span<float> to) {
  for (std::size_t output = 0; output < to.size(); ++output) {
    const float* weight = linear.weight.data() + output * from.size();
    double sum = linear.bias[output];
    for (std::size_t input = 0; input < from.size(); ++input)
      sum += static_cast<double>(weight[input]) * static_cast<double>(from[input]);
    to[output] = static_cast<float>(sum);
  }
}

Matrix apply(const Linear& linear, const Matrix& from) {
  Matrix to(from.rows, static_cast<std::size_t>(linear.outputs));
  for (std::size_t row = 0; row < from.rows; ++row)
    apply(linear, from.row(row), to.row(row));
  return to;
}

Matrix apply(const LayerNorm& norm, float eps, const Matrix& from) {
  Matrix to(from.rows, from.columns);
  const auto width = static_cast<double>(from.columns);
  for (std::size_t row = 0; row < from.rows; ++row) {
    double mean = 0.0;
    for (const float value : from.row(row))
      mean += static_cast<double>(value);
    mean /= width;
    double variance = 0.0;
    for (const float value : from.row(row))
      variance += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
    const double scale = 1.0 / std::sqrt(variance / width + static_cast<double>(eps));
    for (std::size_t column = 0; column < from.columns; ++column) {
      const double normal = (static_cast<double>(from.row(row)[column]) - mean) * scale;
      to.row(row)[column] = static_cast<float>(normal) * norm.weight[column] + norm.bias[column];
    }
  }
  return to;
}

void add(const Matrix& from, Matrix& to) {
  for (std::size_t index = 0; index < to.values.size(); ++index)
    to.values[index] += from.values[index];
}

/// The exact one, of the error function.
float gelu(float x) {
  return 0.5F * x * (1.0F + std::erf(x * 0.70710678118654752F));
}

/// Attention of one head: queries, keys and values are columns of one matrix.
void attend(const Matrix& projected, std::size_t head, std::size_t width, Matrix& to) {
  const std::size_t d_model = projected.columns / 3;
  const std::size_t first = head * width;
  const float scale = 1.0F / std::sqrt(static_cast<float>(width));
  std::vector<float> weights(projected.rows);
  for (std::size_t row = 0; row < projected.rows; ++row) {
    const auto query = projected.row(row).subspan(first, width);
    for (std::size_t other = 0; other < projected.rows; ++other) {
      const auto key = projected.row(other).subspan(d_model + first, width);
      float score = 0.0F;
      for (std::size_t column = 0; column < width; ++column)
        score += query[column] * key[column];
      weights[other] = score * scale;
    }
    const float highest = *std::max_element(weights.begin(), weights.end());
    float sum = 0.0F;
    for (float& weight : weights) {
      weight = std::exp(weight - highest);
      sum += weight;
    }
    for (std::size_t column = 0; column < width; ++column) {
      float mixed = 0.0F;
      for (std::size_t other = 0; other < projected.rows; ++other)
        mixed += weights[other] * projected.row(other)[2 * d_model + first + column];
      to.row(row)[first + column] = mixed / sum;
    }
  }
}

void run_layer(const EncoderLayer& layer, const Architecture& shape, Matrix& tokens) {
  const Matrix projected = apply(layer.in_proj, apply(layer.norm1, shape.norm_eps, tokens));
  Matrix attended(tokens.rows, tokens.columns);
  for (std::size_t head = 0; head < static_cast<std::size_t>(shape.heads); ++head)
    attend(projected, head, static_cast<std::size_t>(shape.d_head()), attended);
  add(apply(layer.out_proj, attended), tokens);
  Matrix hidden = apply(layer.linear1, apply(layer.norm2, shape.norm_eps, tokens));
  std::transform(hidden.values.begin(), hidden.values.end(), hidden.values.begin(), gelu);
  add(apply(layer.linear2, hidden), tokens);
}

/// The tokens that are there, embedded. Nothing of the others is read.
Matrix embed(const Network& network, std::span<const float> features,
             std::span<const std::uint8_t> present) {
  const Architecture& shape = network.architecture;
  const auto count = static_cast<std::size_t>(
      std::count_if(present.begin(), present.end(), [](std::uint8_t is) { return is != 0; }));
  Matrix tokens(count, static_cast<std::size_t>(shape.d_model));
  std::size_t token = 0;
  std::size_t row = 0;
  for (std::size_t type = 0; type < shape.types.size(); ++type) {
    const auto width = static_cast<std::size_t>(shape.types[type].features);
    for (std::int64_t entity = 0; entity < shape.types[type].count; ++entity, ++token) {
      if (present[token] != 0) apply(network.embed[type], features.first(width), tokens.row(row++));
      features = features.subspan(width);
    }
  }
  return tokens;
}

}  // namespace

Answer forward(const Network& network, std::span<const float> features,
               std::span<const std::uint8_t> present) {
  const Architecture& shape = network.architecture;
  Matrix tokens = embed(network, features, present);
  for (const EncoderLayer& layer : network.layers)
    run_layer(layer, shape, tokens);
  tokens = apply(network.norm, shape.norm_eps, tokens);
  std::vector<float> pooled(tokens.columns);
  for (std::size_t column = 0; column < tokens.columns; ++column) {
    double sum = 0.0;
    for (std::size_t row = 0; row < tokens.rows; ++row)
      sum += static_cast<double>(tokens.row(row)[column]);
    pooled[column] = static_cast<float>(sum / static_cast<double>(tokens.rows));
  }
  Answer answer;
  for (const Linear& actor : network.actors) {
    std::vector<float> logits(static_cast<std::size_t>(actor.outputs));
    apply(actor, pooled, logits);
    answer.logits.insert(answer.logits.end(), logits.begin(), logits.end());
  }
  apply(network.critic, pooled, {&answer.value, 1});
  return answer;
}

}  // namespace starling::policy
