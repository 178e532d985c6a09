#include "tests/bench/attention/problem.hpp"

#include <cmath>

#include "kernels/attention_reference.hpp"
#include "kernels/random.hpp"
#include "tests/support/tolerance.hpp"

namespace starling::bench::attention {
namespace {

using kernels::Bfloat16;

std::vector<Bfloat16> draw(std::uint32_t seed) {
  kernels::Random random({seed, 0}, 0, 0, 0, 0);
  std::vector<Bfloat16> numbers(static_cast<std::size_t>(all_tokens * hidden));
  for (Bfloat16& number : numbers)
    number = kernels::to_bfloat16(random.normal());
  return numbers;
}

/// The first `rows` rows of a head as float32.
std::vector<float> rows_of(const Problem& problem, const std::vector<Bfloat16>& tensor,
                           std::int64_t batch, std::int64_t head, std::int64_t first,
                           std::int64_t rows) {
  std::vector<float> result;
  for (std::int64_t row = first; row < first + rows; ++row) {
    const std::int64_t start = problem.start_of(batch, head, row);
    for (std::int64_t column = 0; column < problem.head_dim; ++column)
      result.push_back(kernels::to_float(tensor[static_cast<std::size_t>(start + column)]));
  }
  return result;
}

float scale_of(const Problem& problem) {
  return 1 / std::sqrt(static_cast<float>(problem.head_dim));
}

}  // namespace

Inputs draw_inputs() {
  return {draw(1), draw(2), draw(3)};
}

kernels::AttentionArguments arguments_of(const Problem& problem, const Bfloat16* q,
                                         const Bfloat16* k, const Bfloat16* v, Bfloat16* out) {
  kernels::AttentionArguments arguments{};
  arguments.q = q;
  arguments.k = k;
  arguments.v = v;
  arguments.out = out;
  arguments.q_strides = {problem.length * hidden, problem.head_dim, hidden};
  arguments.k_strides = arguments.v_strides = arguments.out_strides = arguments.q_strides;
  arguments.batch = problem.batch();
  arguments.heads = problem.heads();
  arguments.query_length = arguments.key_length = problem.length;
  arguments.head_dim = problem.head_dim;
  arguments.causal = problem.causal;
  arguments.scale = scale_of(problem);
  return arguments;
}

bool is_right(const Problem& problem, const Inputs& inputs, std::int64_t batch, std::int64_t head,
              std::int64_t row, const std::vector<Bfloat16>& got) {
  const std::int64_t visible = problem.causal ? row + 1 : problem.length;
  const std::vector<float> q = rows_of(problem, inputs.q, batch, head, row, 1);
  const std::vector<float> k = rows_of(problem, inputs.k, batch, head, 0, visible);
  std::vector<float> v = rows_of(problem, inputs.v, batch, head, 0, visible);
  std::vector<double> want(got.size());
  std::vector<double> mean_sizes(got.size());
  const auto scale = static_cast<double>(scale_of(problem));
  kernels::attention_row_reference(q, k, v, {}, scale, want);
  for (float& number : v)
    number = std::abs(number);
  kernels::attention_row_reference(q, k, v, {}, scale, mean_sizes);
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!tests::matches_attention(kernels::to_float(got[i]), want[i], mean_sizes[i])) return false;
  }
  return true;
}

}  // namespace starling::bench::attention
