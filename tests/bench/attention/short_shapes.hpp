/// The attention kernel for short sequences in shapes that were tried, and what it is compared
/// with.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/attention_arguments.hpp"
#include "tests/bench/attention/shapes.hpp"

namespace starling::bench::attention {

/// The kernel as it is tuned, and those beside it for a head dim and so many keys, of which the
/// shape's last tile has some.
Shape tuned_short_shape(std::int64_t head_dim);
std::vector<Shape> other_short_shapes(std::int64_t head_dim, std::int64_t keys);

/// Queues a copy of `numbers`, a multiple of 8, from `from` to `to` past the L1 cache.
void copy_past_l1(const kernels::Bfloat16* from, kernels::Bfloat16* to, std::int64_t numbers);

}  // namespace starling::bench::attention
