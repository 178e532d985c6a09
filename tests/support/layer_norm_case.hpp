/// Rows for layer norms, far from zero and near it, and whether a result is right.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/layer_norm_reference.hpp"
#include "kernels/layer_norm_rows.hpp"
#include "kernels/random.hpp"

namespace starling::tests {

/// Row 2 holds a NaN, and nothing of it may reach another.
class LayerNormProblem {
 public:
  LayerNormProblem(std::int64_t rows, std::int64_t columns) : rows_(rows), columns_(columns) {
    for (std::int64_t row = 0; row < rows; ++row) {
      const float scale = row % 3 == 0 ? 3e-3F : 2.0F;  // of the size of eps's root, or more
      const float middle = row % 4 == 0 ? 0.0F : 3.0F * scale;
      for (std::int64_t column = 0; column < columns; ++column)
        from.push_back(middle + scale * random_.normal());
    }
    if (rows > 2) from[static_cast<std::size_t>(2 * columns + 5)] = nan;
    to.assign(from.size() + behind, {0x7fc0});
  }

  kernels::LayerNormRowsArguments arguments(const float* from_at, kernels::Bfloat16* to_at) const {
    return {from_at, to_at, rows_, columns_, eps};
  }

  /// One rounding to bf16, and what float32 does before.
  void expect_right(const kernels::Bfloat16* got) const {
    const auto columns = static_cast<std::size_t>(columns_);
    const kernels::Span<const float> all(from);
    std::vector<double> want(columns);
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (i % columns == 0)
        kernels::layer_norm_reference(all.subspan(i, columns), static_cast<double>(eps), want);
      const double right = want[i % columns];
      const float own = kernels::to_float(got[i]);
      if (std::isnan(right)) {
        EXPECT_TRUE(std::isnan(own)) << columns << " columns, number " << i;
      } else {
        EXPECT_NEAR(static_cast<double>(own), right, 0x1p-8 * std::abs(right) + 1e-5)
            << columns << " columns, number " << i;
      }
    }
    for (std::size_t i = from.size(); i < to.size(); ++i)
      EXPECT_TRUE(std::isnan(kernels::to_float(got[i]))) << "behind the last row";
  }

  std::vector<float> from;
  std::vector<kernels::Bfloat16> to;

 private:
  static constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  static constexpr float eps = 1e-5F;
  static constexpr std::size_t behind = 512;

  std::int64_t rows_;
  std::int64_t columns_;
  kernels::Random random_{{9, 0}, 0, 0, 0, 0};
};

}  // namespace starling::tests
