/// The reciprocal without a division is as near as one with.
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/elementary.hpp"
#include "tests/unit/kernels/accuracy.hpp"

namespace starling::kernels {
namespace {

TEST(FastReciprocal, IsWithinHalfAnUlp) {
  for (int exponent = -100; exponent < 100; ++exponent) {
    for (int step = 0; step < 4096; ++step) {
      const float x = std::ldexp(1.0F + static_cast<float>(step) / 4096.0F, exponent);
      ASSERT_LE(testing::error_ulp(fast_reciprocal(x), 1.0 / static_cast<double>(x)), 0.51) << x;
    }
  }
}

TEST(FastReciprocal, OfPowersOfTwoIsExact) {
  for (int exponent = -100; exponent <= 100; ++exponent)
    EXPECT_EQ(fast_reciprocal(std::ldexp(1.0F, exponent)), std::ldexp(1.0F, -exponent));
}

}  // namespace
}  // namespace starling::kernels
