/// The Gaussian error linear unit for results that are rounded to bf16.
/// Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016.
#pragma once

#include "kernels/platform.hpp"
#include "kernels/tensor_core.hpp"
#include "kernels/warp_tile.hpp"

namespace starling::kernels {

/// Twice x times the normal distribution's function at x, within 1.2e-3 on a GPU and 6e-4 on a CPU:
/// the half is left to the weights behind. Of the hyperbolic tangent's usual argument, x (0.79788 +
/// 0.03568 x^2), the error is 1.0e-3; these two numbers are those that err least, by 5.4e-4; the
/// GPU's tanh adds the rest.
STARLING_FN float approximate_double_gelu(float x) {
  const float inner = x * fma(x * x, 0.034700903F, 0.80015706F);
  return fma(x, approximate_tanh(inner), x);
}

/// Of all sums, rounded.
template <int columns>
STARLING_FN void round_double_gelu(WarpSums<columns>& sums, WarpFactor<columns>& factor) {
  STARLING_UNROLL
  for (int t = 0; t < columns / 8; ++t) {
    STARLING_UNROLL
    for (float& unit : sums.of[t])
      unit = approximate_double_gelu(unit);
  }
  round_to_factor(sums, factor);
}

}  // namespace starling::kernels
