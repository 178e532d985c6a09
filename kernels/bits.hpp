/// Bits of a word.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/platform.hpp"

namespace starling::kernels {

/// The number of the lowest bit that is set; 32 if none is. (std::countr_zero is 32 whatever it is
/// given where nvcc compiles it for a device.)
STARLING_FN constexpr std::int32_t lowest_bit(std::uint32_t bits) {
  return std::popcount(~bits & (bits - 1U));
}

}  // namespace starling::kernels
