/// The attention kernel in shapes of block that were tried.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/attention_arguments.hpp"

namespace starling::bench::attention {

struct Shape {
  std::string name;
  std::int64_t head_dim;
  void (*launch)(const kernels::AttentionArguments& arguments, void* stream);
};

/// The kernel as it is tuned, by head dim, and those beside it.
std::vector<Shape> tuned_shapes();
std::vector<Shape> other_shapes();

}  // namespace starling::bench::attention
