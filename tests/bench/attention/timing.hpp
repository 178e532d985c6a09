/// Median times of launches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/cuda_check.hpp"
#include "tests/bench/attention/on_device.hpp"

namespace starling::bench::attention {

inline constexpr int warm_up_launches = 5;
inline constexpr int timed_launches = 21;

/// `launch` queues one launch on the default stream.
template <class Launch>
double median_seconds(Launch launch) {
  for (int turn = 0; turn < warm_up_launches; ++turn)
    launch();
  std::vector<Event> events(timed_launches + 1);
  events[0].record();
  for (std::size_t turn = 1; turn < events.size(); ++turn) {
    launch();
    events[turn].record();
  }
  kernels::cuda_check(cudaDeviceSynchronize(), "timing attention");
  std::vector<double> seconds;
  for (std::size_t turn = 1; turn < events.size(); ++turn)
    seconds.push_back(events[turn].seconds_since(events[turn - 1]));
  std::nth_element(seconds.begin(), seconds.begin() + timed_launches / 2, seconds.end());
  return seconds[timed_launches / 2];
}

}  // namespace starling::bench::attention
