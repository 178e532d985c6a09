/// Choosing by logits: the most likely, or by chance.
#pragma once

#include <cstdint>

#include "kernels/elementary.hpp"
#include "kernels/random.hpp"

namespace starling::policy {

/// One of several, and the natural logarithm of its chance.
struct Choice {
  std::int32_t index = 0;
  float log_probability = 0.0F;
};

namespace detail {

STARLING_FN float highest_of(const float* logits, std::int32_t count) {
  float highest = logits[0];
  for (std::int32_t index = 1; index < count; ++index)
    highest = logits[index] > highest ? logits[index] : highest;
  return highest;
}

/// The sum over all of exp(logit - highest), at least 1.
STARLING_FN float weigh(const float* logits, std::int32_t count, float highest) {
  float total = 0.0F;
  for (std::int32_t index = 0; index < count; ++index)
    total += kernels::exp(logits[index] - highest);
  return total;
}

}  // namespace detail

/// The first of the highest logits. logits: [count], count >= 1, finite or -infinity, not all of
/// them; else some index in [0, count).
STARLING_FN Choice choose_most_likely(const float* logits, std::int32_t count) {
  const float highest = detail::highest_of(logits, count);
  std::int32_t chosen = 0;
  while (chosen + 1 < count && logits[chosen] != highest)
    ++chosen;
  return {chosen, logits[chosen] - highest - kernels::log(detail::weigh(logits, count, highest))};
}

/// Each with the chance that its logit gives it; takes one draw. logits as above.
STARLING_FN Choice choose_by_chance(const float* logits, std::int32_t count,
                                    kernels::Random& random) {
  const float highest = detail::highest_of(logits, count);
  const float total = detail::weigh(logits, count, highest);
  const float aim = random.uniform() * total;
  std::int32_t chosen = 0;
  std::int32_t likely = 0;  // the last with any chance, where rounding leads beyond it
  float passed = 0.0F;
  bool is_found = false;
  for (std::int32_t index = 0; index < count && !is_found; ++index) {
    const float weight = kernels::exp(logits[index] - highest);
    passed += weight;
    likely = weight > 0.0F ? index : likely;
    is_found = passed > aim;
    chosen = index;
  }
  if (!is_found) chosen = likely;
  return {chosen, logits[chosen] - highest - kernels::log(total)};
}

}  // namespace starling::policy
