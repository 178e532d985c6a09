/// How far a float32 result is from the true one, in units in the last place.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace starling::kernels::testing {

/// The distance between neighbouring floats at `value`; 2^-149 among denormals.
inline double ulp(double value) {
  if (std::fabs(value) < 0x1p-126) return 0x1p-149;
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1.0, exponent - 24);
}

/// |got - truth| in ulps of the truth. 0 where both round to one infinity or both are NaN;
/// infinite where only one does.
inline double error_ulp(float got, double truth) {
  if (std::isnan(got) || std::isnan(truth))
    return std::isnan(got) && std::isnan(truth) ? 0 : HUGE_VAL;
  const auto rounded = static_cast<float>(truth);
  if (std::isinf(got) || std::isinf(rounded)) return got == rounded ? 0 : HUGE_VAL;
  return std::fabs(static_cast<double>(got) - truth) / ulp(truth);
}

/// The largest error of `function` against `truth` over the floats of both signs whose magnitude is
/// in [low, high], every `stride`-th of them.
template <class Function, class Truth>
double largest_error_ulp(Function function, Truth truth, float low, float high,
                         std::uint32_t stride) {
  double largest = 0;
  const auto last = std::bit_cast<std::uint32_t>(high);
  for (auto bits = std::bit_cast<std::uint32_t>(low); bits <= last; bits += stride) {
    const auto x = std::bit_cast<float>(bits);
    for (const float signed_x : {x, -x}) {
      const double error = error_ulp(function(signed_x), truth(static_cast<double>(signed_x)));
      largest = std::max(largest, error);
    }
  }
  return largest;
}

}  // namespace starling::kernels::testing
