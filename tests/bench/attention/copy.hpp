/// The copy that kernels bound by memory are compared with.
#pragma once

#include <cstdint>

#include "kernels/bfloat16.hpp"

namespace starling::bench::attention {

/// Queues a copy of `numbers`, a multiple of 8, from `from` to `to` past the L1 cache.
void copy_past_l1(const kernels::Bfloat16* from, kernels::Bfloat16* to, std::int64_t numbers);

}  // namespace starling::bench::attention
