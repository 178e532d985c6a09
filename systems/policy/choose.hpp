/// Choosing by logits: the most likely, or by chance, among all choices or those that a mask
/// allows.
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

/// Which of `count` choices may be taken: those whose byte in a mask is not 0, or all where there
/// is no mask, or one that allows none.
class Allowed {
 public:
  STARLING_FN Allowed(const std::uint8_t* mask, std::int32_t count) : mask_(mask) {
    if (mask_ == nullptr) return;
    while (first_ < count && mask_[first_] == 0)
      ++first_;
    if (first_ < count) return;
    mask_ = nullptr;
    first_ = 0;
  }

  STARLING_FN std::int32_t first() const { return first_; }
  STARLING_FN bool has(std::int32_t index) const { return mask_ == nullptr || mask_[index] != 0; }

 private:
  const std::uint8_t* mask_;
  std::int32_t first_ = 0;
};

STARLING_FN float highest_of(const float* logits, std::int32_t count, const Allowed& allowed) {
  float highest = logits[allowed.first()];
  for (std::int32_t index = allowed.first() + 1; index < count; ++index)
    highest = allowed.has(index) && logits[index] > highest ? logits[index] : highest;
  return highest;
}

/// The sum over all that are allowed of exp(logit - highest), at least 1.
STARLING_FN float weigh(const float* logits, std::int32_t count, const Allowed& allowed,
                        float highest) {
  float total = 0.0F;
  for (std::int32_t index = allowed.first(); index < count; ++index) {
    if (allowed.has(index)) total += kernels::exp(logits[index] - highest);
  }
  return total;
}

}  // namespace detail

/// The first of the highest logits. logits: [count], count >= 1, finite or -infinity, not all of
/// them that are allowed; else some index in [0, count) that is allowed. mask: [count], not 0 for
/// each choice that is allowed; none, or one that allows none: all are. The chance is that among
/// those allowed.
STARLING_FN Choice choose_most_likely(const float* logits, std::int32_t count,
                                      const std::uint8_t* mask = nullptr) {
  const detail::Allowed allowed(mask, count);
  const float highest = detail::highest_of(logits, count, allowed);
  std::int32_t chosen = allowed.first();
  for (std::int32_t index = chosen + 1; index < count && logits[chosen] != highest; ++index)
    chosen = allowed.has(index) ? index : chosen;
  const float total = detail::weigh(logits, count, allowed, highest);
  return {chosen, logits[chosen] - highest - kernels::log(total)};
}

/// Each with the chance that its logit gives it among those allowed; takes one draw. logits and
/// mask as above.
STARLING_FN Choice choose_by_chance(const float* logits, std::int32_t count,
                                    kernels::Random& random, const std::uint8_t* mask = nullptr) {
  const detail::Allowed allowed(mask, count);
  const float highest = detail::highest_of(logits, count, allowed);
  const float total = detail::weigh(logits, count, allowed, highest);
  const float aim = random.uniform() * total;
  std::int32_t chosen = allowed.first();
  std::int32_t likely = chosen;  // the last with any chance, where rounding leads beyond it
  float passed = 0.0F;
  bool is_found = false;
  for (std::int32_t index = chosen; index < count && !is_found; ++index) {
    if (!allowed.has(index)) continue;
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
