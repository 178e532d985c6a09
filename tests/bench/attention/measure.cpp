#include "tests/bench/attention/measure.hpp"

#include <algorithm>

#include "kernels/random.hpp"

namespace starling::bench::attention {
namespace {

using kernels::cuda_check;

constexpr int warm_up_launches = 5;
constexpr int timed_launches = 21;
constexpr int sampled_rows = 12;
constexpr int poison_byte = 0xff;  // twice: a NaN

}  // namespace

Bench::Bench()
    : inputs_(draw_inputs()), q_(inputs_.q), k_(inputs_.k), v_(inputs_.v), out_(inputs_.q.size()) {}

Result Bench::measure(const Problem& problem, const Shape& shape) const {
  out_.fill_bytes(poison_byte);
  const auto arguments = arguments_of(problem, q_.data(), k_.data(), v_.data(), out_.data());
  const double seconds = median_seconds(shape, arguments);
  return {seconds, has_right_sample(problem)};
}

double Bench::median_seconds(const Shape& shape,
                             const kernels::AttentionArguments& arguments) const {
  for (int launch = 0; launch < warm_up_launches; ++launch)
    shape.launch(arguments, nullptr);
  std::vector<Event> events(timed_launches + 1);
  events[0].record();
  for (std::size_t launch = 1; launch < events.size(); ++launch) {
    shape.launch(arguments, nullptr);
    events[launch].record();
  }
  cuda_check(cudaDeviceSynchronize(), "timing attention");
  std::vector<double> seconds;
  for (std::size_t launch = 1; launch < events.size(); ++launch)
    seconds.push_back(events[launch].seconds_since(events[launch - 1]));
  std::nth_element(seconds.begin(), seconds.begin() + timed_launches / 2, seconds.end());
  return seconds[timed_launches / 2];
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

std::string device_name() {
  int device = 0;
  cuda_check(cudaGetDevice(&device), "looking for a device");
  cudaDeviceProp properties{};
  cuda_check(cudaGetDeviceProperties(&properties, device), "asking for the device's name");
  return properties.name;
}

}  // namespace starling::bench::attention
