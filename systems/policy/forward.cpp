#include "systems/policy/forward.hpp"

#include <algorithm>
#include <cstddef>

#include "systems/policy/row_operations.hpp"

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
    float result[1];
    apply_linear<1>(linear.weight.data() + output * from.size(), 1, linear.bias[output],
                    linear.inputs, {from.data()}, result);
    to[output] = result[0];
  }
}

/// Four rows at a time, and the last ones alone.
Matrix apply(const Linear& linear, const Matrix& from) {
  Matrix to(from.rows, static_cast<std::size_t>(linear.outputs));
  constexpr int together = 4;
  std::size_t row = 0;
  for (; row + together <= from.rows; row += together) {
    const float* const sources[together] = {from.row(row).data(), from.row(row + 1).data(),
                                            from.row(row + 2).data(), from.row(row + 3).data()};
    for (std::size_t output = 0; output < to.columns; ++output) {
      float results[together];
      apply_linear<together>(linear.weight.data() + output * from.columns, 1, linear.bias[output],
                             linear.inputs, sources, results);
      for (std::size_t index = 0; index < together; ++index)
        to.row(row + index)[output] = results[index];
    }
  }
  for (; row < from.rows; ++row)
    apply(linear, from.row(row), to.row(row));
  return to;
}

Matrix apply(const LayerNorm& norm, float eps, const Matrix& from) {
  Matrix to(from.rows, from.columns);
  for (std::size_t row = 0; row < from.rows; ++row) {
    const std::span<const float> source = from.row(row);
    const Moments moments =
        moments_of(source.data(), static_cast<std::int64_t>(source.size()), eps);
    for (std::size_t column = 0; column < from.columns; ++column) {
      to.row(row)[column] =
          normalise(source[column], moments, norm.weight[column], norm.bias[column]);
    }
  }
  return to;
}

void add(const Matrix& from, Matrix& to) {
  for (std::size_t index = 0; index < to.values.size(); ++index)
    to.values[index] += from.values[index];
}

/// Attention of one head: queries, keys and values are columns of one matrix. Adds the shares that
/// the first row's query gives to all rows.
void attend(const Matrix& projected, std::size_t head, std::size_t width, Matrix& to,
            std::vector<float>& first_shares) {
  const std::size_t d_model = projected.columns / 3;
  const std::size_t first = head * width;
  const auto size = static_cast<std::int64_t>(width);
  const auto count = static_cast<std::int64_t>(projected.rows);
  const float scale = score_scale(size);
  std::vector<float> weights(projected.rows);
  for (std::size_t row = 0; row < projected.rows; ++row) {
    const float* query = projected.row(row).data() + first;
    for (std::size_t other = 0; other < projected.rows; ++other) {
      const float* key = projected.row(other).data() + d_model + first;
      weights[other] = score_of(query, key, size, scale);
    }
    const float sum = weigh_scores(weights.data(), count);
    for (std::size_t other = 0; row == 0 && other < projected.rows; ++other)
      first_shares[other] += weights[other] / sum;
    for (std::size_t column = 0; column < width; ++column) {
      const float* values = projected.values.data() + 2 * d_model + first + column;
      to.row(row)[first + column] = mix_values(weights.data(), sum, values,
                                               static_cast<std::int64_t>(projected.columns), count);
    }
  }
}

void run_layer(const EncoderLayer& layer, const Architecture& shape, Matrix& tokens,
               std::vector<float>& first_shares) {
  const Matrix projected = apply(layer.in_proj, apply(layer.norm1, shape.norm_eps, tokens));
  Matrix attended(tokens.rows, tokens.columns);
  for (std::size_t head = 0; head < static_cast<std::size_t>(shape.heads); ++head)
    attend(projected, head, static_cast<std::size_t>(shape.d_head()), attended, first_shares);
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

/// What was summed over heads and layers of the tokens that are there, as means of all tokens.
std::vector<float> spread(const std::vector<float>& sums, std::span<const std::uint8_t> present,
                          float summands) {
  std::vector<float> means(present.size());
  std::size_t row = 0;
  for (std::size_t token = 0; token < present.size(); ++token) {
    if (present[token] != 0) means[token] = sums[row++] / summands;
  }
  return means;
}

}  // namespace

Answer forward(const Network& network, std::span<const float> features,
               std::span<const std::uint8_t> present) {
  const Architecture& shape = network.architecture;
  Matrix tokens = embed(network, features, present);
  std::vector<float> first_shares(tokens.rows);
  for (const EncoderLayer& layer : network.layers)
    run_layer(layer, shape, tokens, first_shares);
  tokens = apply(network.norm, shape.norm_eps, tokens);
  std::vector<float> pooled(tokens.columns);
  for (std::size_t column = 0; column < tokens.columns; ++column) {
    pooled[column] =
        mean_of(tokens.values.data() + column, static_cast<std::int64_t>(tokens.columns),
                static_cast<std::int64_t>(tokens.rows));
  }
  Answer answer;
  for (const Linear& actor : network.actors) {
    std::vector<float> logits(static_cast<std::size_t>(actor.outputs));
    apply(actor, pooled, logits);
    answer.logits.insert(answer.logits.end(), logits.begin(), logits.end());
  }
  apply(network.critic, pooled, {&answer.value, 1});
  answer.attention =
      spread(first_shares, present,
             static_cast<float>(network.layers.size()) * static_cast<float>(shape.heads));
  return answer;
}

}  // namespace starling::policy
