#include "tests/bench/attention/measure.hpp"

#include "kernels/random.hpp"
#include "tests/bench/attention/timing.hpp"

namespace starling::bench::attention {
namespace {

constexpr int sampled_rows = 12;
constexpr int poison_byte = 0xff;  // twice: a NaN

}  // namespace

Bench::Bench()
    : inputs_(draw_inputs()), q_(inputs_.q), k_(inputs_.k), v_(inputs_.v), out_(inputs_.q.size()) {}

Result Bench::measure(const Problem& problem, const Shape& shape) const {
  out_.fill_bytes(poison_byte);
  const auto arguments = arguments_of(problem, q_.data(), k_.data(), v_.data(), out_.data());
  const double seconds = median_seconds([&] { shape.launch(arguments, nullptr); });
  return {seconds, has_right_sample(problem)};
}

/// The first and the last row of all, and some between.
bool Bench::has_right_sample(const Problem& problem) const {
  kernels::Random random({4, 0}, 0, 0, 0, 0);
  const auto below = [&](std::int64_t count) {
    return static_cast<std::int64_t>(random.below(static_cast<std::uint32_t>(count)));
  };
  for (int sample = 0; sample < sampled_rows; ++sample) {
    std::int64_t batch = below(problem.batch());
    std::int64_t head = below(problem.heads());
    std::int64_t row = below(problem.length);
    if (sample == 0) batch = head = row = 0;
    if (sample == 1) {
      batch = problem.batch() - 1;
      head = problem.heads() - 1;
      row = problem.length - 1;
    }
    const auto got = out_.read(static_cast<std::size_t>(problem.start_of(batch, head, row)),
                               static_cast<std::size_t>(problem.head_dim));
    if (!is_right(problem, inputs_, batch, head, row, got)) return false;
  }
  return true;
}

}  // namespace starling::bench::attention
