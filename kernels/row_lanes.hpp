/// Numbers of rows over the lanes that share them: four lanes hold a row of a fragment of m16n8k16.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/platform.hpp"
#include "kernels/tensor_core.hpp"

namespace starling::kernels {

namespace detail {

/// The number of the lane whose index differs in `bits`.
STARLING_FN float across(float number, std::uint32_t bits) {
  return std::bit_cast<float>(warp_read_across(std::bit_cast<std::uint32_t>(number), bits));
}

}  // namespace detail

/// Over the four lanes that share a row; all 32 call.
STARLING_FN float sum_of_row(float number) {
  number += detail::across(number, 1);
  number += detail::across(number, 2);
  return number;
}
STARLING_FN float greatest_of_row(float number) {
  number = greater_of(number, detail::across(number, 1));
  number = greater_of(number, detail::across(number, 2));
  return number;
}

}  // namespace starling::kernels
