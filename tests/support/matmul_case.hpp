/// Matrix products of many shapes, and whether a result is right.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ostream>
#include <vector>

#include "kernels/matmul_arguments.hpp"
#include "kernels/matmul_reference.hpp"
#include "kernels/panel.hpp"
#include "kernels/random.hpp"

namespace starling::tests {

using kernels::Epilogue;

struct MatmulCase {
  Epilogue epilogue = Epilogue::Round;
  std::int64_t rows = 1;
  std::int64_t inner = 16;
  std::int64_t columns = 16;
};

inline std::ostream& operator<<(std::ostream& out, const MatmulCase& what) {
  const char* names[] = {"rounded", "rounded GELU", "stored", "added"};
  return out << what.rows << " rows, inner " << what.inner << ", columns " << what.columns << ", "
             << names[static_cast<int>(what.epilogue)];
}

/// Both factors of a case, and room for the result with some NaN behind it.
class MatmulProblem {
 public:
  explicit MatmulProblem(const MatmulCase& what) : case_(what) {
    const auto size = [](std::int64_t number) { return static_cast<std::size_t>(number); };
    const float scale = 1.5F / std::sqrt(static_cast<float>(what.inner));
    for (std::size_t i = 0; i < size(what.rows * what.inner); ++i)
      a.push_back(kernels::to_bfloat16(random_.normal()));
    panel.resize(size(kernels::panel_bytes(what.inner, what.columns)));
    for (std::int64_t row = 0; row < what.inner; ++row) {
      for (std::int64_t column = 0; column < what.columns; ++column) {
        const auto number = kernels::to_bfloat16(scale * random_.normal());
        b_.push_back(kernels::to_float(number));
        std::memcpy(
            panel.data() + kernels::WarpProducts::offset(row, column, what.inner, what.columns),
            &number, sizeof number);
      }
    }
    for (std::int64_t column = 0; column < what.columns; ++column)
      bias.push_back(random_.normal());
    results_ = size(what.rows * what.columns);
    rounded.assign(results_ + behind, {0x7fc0});
    sums.assign(results_ + behind, std::numeric_limits<float>::quiet_NaN());
    if (what.epilogue == Epilogue::Add) {
      for (std::size_t i = 0; i < results_; ++i)
        sums[i] = random_.normal();
    }
    before_ = sums;
  }

  /// For the arrays below, or copies of them elsewhere.
  kernels::MatmulArguments arguments(const kernels::Bfloat16* a_at, const std::byte* panel_at,
                                     const float* bias_at, kernels::Bfloat16* rounded_at,
                                     float* sums_at) const {
    return {a_at,       panel_at,    bias_at,       rounded_at,    sums_at,
            case_.rows, case_.inner, case_.columns, case_.epilogue};
  }
  kernels::MatmulArguments arguments() {
    return arguments(a.data(), panel.data(), bias.data(), rounded.data(), sums.data());
  }

  /// Fails the test unless the results are those of the reference, but for rows that are not
  /// numbers, and nothing was written but them.
  void expect_right(const kernels::Bfloat16* rounded_at, const float* sums_at) const {
    std::vector<float> factor;
    for (const kernels::Bfloat16 number : a)
      factor.push_back(kernels::to_float(number));
    std::vector<double> want(before_.begin(), before_.end() - behind);
    kernels::matmul_reference(case_.epilogue, factor, b_, bias, want);
    const bool is_rounded = kernels::rounds(case_.epilogue);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < results_ + behind; ++i) {
      const float rounded_own = kernels::to_float(rounded_at[i]);
      const bool is_result = i < results_;
      EXPECT_TRUE((is_result && is_rounded) || std::isnan(rounded_own)) << case_ << ", " << i;
      EXPECT_TRUE((is_result && !is_rounded) || std::isnan(sums_at[i])) << case_ << ", " << i;
      if (!is_result || is_near(is_rounded ? rounded_own : sums_at[i], want[i])) continue;
      if (wrong++ == 0)
        ADD_FAILURE() << case_ << ": result " << i << " is "
                      << (is_rounded ? rounded_own : sums_at[i]) << " instead of " << want[i];
    }
    EXPECT_EQ(wrong, 0U) << case_ << ", of " << results_;
  }

  std::vector<kernels::Bfloat16> a;
  std::vector<std::byte> panel;
  std::vector<float> bias;
  std::vector<kernels::Bfloat16> rounded;
  std::vector<float> sums;

 private:
  static constexpr int behind = 256;

  /// Sums in float32 of numbers whose squares add up to about 2; one rounding to bf16; and what the
  /// approximation of GELU allows itself.
  bool is_near(float got, double want) const {
    if (std::isnan(want)) return std::isnan(got);
    if (std::isinf(want)) return static_cast<double>(got) == want;
    double bound = 1e-5 * (1 + std::abs(want));
    if (kernels::rounds(case_.epilogue)) bound += 0x1p-8 * std::abs(want);
    if (case_.epilogue == Epilogue::RoundDoubleGelu) bound += 1.3e-3;
    return std::abs(static_cast<double>(got) - want) <= bound;
  }

  MatmulCase case_;
  kernels::Random random_{{7, 0}, 0, 0, 0, 0};
  std::vector<float> b_;       ///< [inner, columns]
  std::vector<float> before_;  ///< What sums held.
  std::size_t results_ = 0;
};

inline constexpr Epilogue all_epilogues[] = {Epilogue::Round, Epilogue::RoundDoubleGelu,
                                             Epilogue::Store, Epilogue::Add};

}  // namespace starling::tests
