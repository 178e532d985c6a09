#include "tests/bench/attention/short_problem.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/attention_reference.hpp"
#include "kernels/random.hpp"
#include "tests/bench/attention/copy.hpp"
#include "tests/bench/attention/timing.hpp"
#include "tests/support/tolerance.hpp"

namespace starling::bench::attention {
namespace {

using kernels::Bfloat16;
using kernels::cuda_check;

constexpr int sampled_pairs = 24;
constexpr int poison_byte = 0xff;                 // twice: a NaN
constexpr std::size_t period = (1U << 22U) + 8U;  // drawn numbers, repeated: no pair's neighbours

std::size_t size(std::int64_t number) {
  return static_cast<std::size_t>(number);
}

/// The same items over and over.
template <class T>
void fill_repeating(const DeviceArray<T>& array, const std::vector<T>& items, std::size_t count) {
  for (std::size_t first = 0; first < count; first += items.size())
    cuda_check(
        cudaMemcpy(array.data() + first, items.data(),
                   std::min(items.size(), count - first) * sizeof(T), cudaMemcpyHostToDevice),
        "writing device memory");
}

kernels::AttentionStrides strides_of(const ShortProblem& problem, std::int64_t tensors) {
  const std::int64_t row = problem.head_dim;
  if (tensors == 1) return {problem.heads * problem.length * row, problem.length * row, row};
  return {tensors * problem.heads * problem.length * row, row, tensors * problem.heads * row};
}

template <class T>
std::vector<T> read_items(const T* from, std::int64_t count) {
  std::vector<T> items(size(count));
  cuda_check(cudaMemcpy(items.data(), from, items.size() * sizeof(T), cudaMemcpyDeviceToHost),
             "reading device memory");
  return items;
}

/// A pair's rows as float32.
std::vector<float> read_rows(const Bfloat16* from, const kernels::AttentionStrides& strides,
                             const kernels::AttentionArguments& arguments, std::int64_t sequence,
                             std::int64_t head) {
  std::vector<float> result;
  from += sequence * strides.batch + head * strides.head;
  for (std::int64_t row = 0; row < arguments.key_length; ++row) {
    for (const Bfloat16 number : read_items(from + row * strides.row, arguments.head_dim))
      result.push_back(kernels::to_float(number));
  }
  return result;
}

bool is_right(const kernels::AttentionArguments& of, std::int64_t sequence, std::int64_t head) {
  const std::vector<float> q = read_rows(of.q, of.q_strides, of, sequence, head);
  const std::vector<float> k = read_rows(of.k, of.k_strides, of, sequence, head);
  std::vector<float> v = read_rows(of.v, of.v_strides, of, sequence, head);
  const std::vector<float> got = read_rows(of.out, of.out_strides, of, sequence, head);
  std::vector<std::uint8_t> mask;
  if (of.key_mask != nullptr)
    mask = read_items(of.key_mask + sequence * of.key_length, of.key_length);
  const kernels::AttentionShape shape{1,
                                      1,
                                      size(of.query_length),
                                      size(of.key_length),
                                      size(of.head_dim),
                                      false,
                                      static_cast<double>(of.scale)};
  std::vector<double> want(got.size());
  std::vector<double> mean_sizes(got.size());
  kernels::attention_reference(shape, q, k, v, mask, want);
  for (float& number : v)
    number = std::abs(number);
  kernels::attention_reference(shape, q, k, v, mask, mean_sizes);
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!tests::matches_attention(got[i], want[i], mean_sizes[i])) return false;
  }
  return true;
}

}  // namespace

ShortTensors::ShortTensors(std::int64_t numbers, std::int64_t mask_bytes)
    : numbers_(numbers), inputs_(size(3 * numbers)), out_(size(numbers)), mask_(size(mask_bytes)) {
  kernels::Random random({5, 0}, 0, 0, 0, 0);
  std::vector<Bfloat16> drawn(period);
  for (Bfloat16& number : drawn)
    number = kernels::to_bfloat16(random.normal());
  fill_repeating(inputs_, drawn, size(3 * numbers));
}

kernels::AttentionArguments ShortTensors::arguments_of(const ShortProblem& problem) const {
  const std::int64_t apart = problem.packed ? problem.heads * problem.head_dim : problem.numbers();
  kernels::AttentionArguments arguments{};
  arguments.q = inputs_.data();
  arguments.k = arguments.q + apart;
  arguments.v = arguments.k + apart;
  arguments.out = out_.data();
  arguments.q_strides = strides_of(problem, problem.packed ? 3 : 1);
  arguments.k_strides = arguments.v_strides = arguments.q_strides;
  arguments.out_strides = strides_of(problem, 1);
  if (problem.present_percent < 100) {
    kernels::Random random({6, 0}, 0, 0, 0, 0);
    std::vector<std::uint8_t> drawn(size(problem.sequences * problem.length));
    for (std::uint8_t& present : drawn)
      present = static_cast<int>(random.below(100)) < problem.present_percent ? 1 : 0;
    fill_repeating(mask_, drawn, drawn.size());
    arguments.key_mask = mask_.data();
  }
  arguments.batch = problem.sequences;
  arguments.heads = problem.heads;
  arguments.query_length = arguments.key_length = problem.length;
  arguments.head_dim = problem.head_dim;
  arguments.scale = 1 / std::sqrt(static_cast<float>(problem.head_dim));
  return arguments;
}

void ShortTensors::poison() const {
  out_.fill_bytes(poison_byte);
}

bool ShortTensors::has_right_sample(const kernels::AttentionArguments& arguments) const {
  kernels::Random random({4, 0}, 0, 0, 0, 0);
  for (int sample = 0; sample < sampled_pairs; ++sample) {
    std::int64_t sequence = random.below(static_cast<std::uint32_t>(arguments.batch));
    std::int64_t head = random.below(static_cast<std::uint32_t>(arguments.heads));
    if (sample == 0) sequence = head = 0;
    if (sample == 1) {
      sequence = arguments.batch - 1;
      head = arguments.heads - 1;
    }
    if (!is_right(arguments, sequence, head)) return false;
  }
  return true;
}

double ShortTensors::copy_bytes_per_s() const {
  const double seconds =
      median_seconds([&] { copy_past_l1(inputs_.data(), out_.data(), numbers_); });
  return 2.0 * sizeof(Bfloat16) * static_cast<double>(numbers_) / seconds;
}

}  // namespace starling::bench::attention
