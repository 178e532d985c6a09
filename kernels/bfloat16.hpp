/// The 16-bit float of tensor cores: a float32's upper half.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/platform.hpp"

namespace starling::kernels {

/// 1 sign, 8 exponent and 7 mantissa bits.
struct Bfloat16 {
  std::uint16_t bits;
};

STARLING_FN constexpr float to_float(Bfloat16 number) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(number.bits) << 16);
}

/// The nearest, the even one of two as near; every NaN gives the same one.
STARLING_FN constexpr Bfloat16 to_bfloat16(float number) {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  if ((bits & 0x7fffffffU) > 0x7f800000U) return {0x7fff};
  const std::uint32_t rounding = 0x7fffU + ((bits >> 16) & 1U);
  return {static_cast<std::uint16_t>((bits + rounding) >> 16)};
}

}  // namespace starling::kernels
