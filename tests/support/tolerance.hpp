/// Every tolerance of the tests, with its reason.
#pragma once

#include <cmath>

namespace starling::tests {

/// Float32 against Gymnasium's float64 after one step of CartPole: a few roundings of numbers of
/// order 1, and of their own size beyond.
inline bool matches_golden(float got, double want) {
  return std::abs(static_cast<double>(got) - want) <= 1e-6 * (1 + std::abs(want));
}

/// Of a tensor that was computed in bf16: its distance from the reference, to the reference's norm.
inline constexpr double bfloat16_distance_limit = 1e-2;

/// Attention in bf16: one rounding of the result by at most 2^-8 of its size, and one of each
/// weight, which together move the mean of the values by at most 2^-8 of `mean_size`, the mean of
/// their absolute values. A tenth more for all that happens in float32.
inline bool matches_attention(float got, double want, double mean_size) {
  return std::abs(static_cast<double>(got) - want) <=
         1.1 * 0x1p-8 * (std::abs(want) + mean_size) + 1e-6;
}

/// Nearer to a limit than this, float32 and float64 may judge differently.
inline constexpr double judgement_margin = 1e-5;

/// A limit of CartPole that nobody could mistake the state's side of.
inline bool is_clear_of(double value, double limit) {
  return std::abs(std::abs(value) - limit) > judgement_margin;
}

/// Time from the start of a process to its first step, device context apart.
inline constexpr double first_step_limit_s = 1.0;

/// What a C library may keep for itself of memory that was freed, or round up when asked for it.
inline constexpr long heap_slack_bytes = 256 * 1024;

/// What cudaMalloc may round a buffer up to, or have left from one that was freed.
inline constexpr long device_page_bytes = 2 * 1024 * 1024;

}  // namespace starling::tests
