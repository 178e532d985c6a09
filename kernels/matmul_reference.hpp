/// A matrix product in plain loops and double precision: what kernels/matmul.hpp is compared with.
#pragma once

#include <cmath>
#include <cstddef>

#include "kernels/matmul_arguments.hpp"
#include "kernels/span.hpp"

namespace starling::kernels {

/// x times the normal distribution's function at x.
inline double gelu_reference(double x) {
  return 0.5 * x * std::erfc(-x / std::sqrt(2.0));
}

/// out = epilogue(a * b + bias), not rounded. a: [rows, inner], b: [inner, columns], out: [rows,
/// columns], row-major, with inner and columns those of b and bias; of Epilogue::Add out holds what
/// is added to.
inline void matmul_reference(Epilogue epilogue, Span<const float> a, Span<const float> b,
                             Span<const float> bias, Span<double> out) {
  const std::size_t columns = bias.size();
  const std::size_t inner = b.size() / columns;
  for (std::size_t row = 0; row < out.size() / columns; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      auto sum = static_cast<double>(bias[column]);
      for (std::size_t k = 0; k < inner; ++k)
        sum +=
            static_cast<double>(a[row * inner + k]) * static_cast<double>(b[k * columns + column]);
      double& own = out[row * columns + column];
      if (epilogue == Epilogue::RoundDoubleGelu) sum = 2.0 * gelu_reference(sum);
      own = epilogue == Epilogue::Add ? own + sum : sum;
    }
  }
}

}  // namespace starling::kernels
