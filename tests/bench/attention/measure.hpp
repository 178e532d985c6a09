/// How long the attention kernel takes, and whether what it wrote meanwhile is right.
#pragma once

#include "tests/bench/attention/on_device.hpp"
#include "tests/bench/attention/problem.hpp"
#include "tests/bench/attention/shapes.hpp"

namespace starling::bench::attention {

struct Result {
  double seconds;  ///< Median of the timed launches.
  bool is_right;   ///< Of a sample of rows, over poison.
};

/// Holds the inputs on the host and on the current device.
class Bench {
 public:
  Bench();

  /// `shape` is one of the problem's head dim.
  Result measure(const Problem& problem, const Shape& shape) const;

 private:
  bool has_right_sample(const Problem& problem) const;

  Inputs inputs_;
  DeviceArray<kernels::Bfloat16> q_, k_, v_, out_;
};

}  // namespace starling::bench::attention
