/// Rounding to bf16.
#include "kernels/bfloat16.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace starling::kernels {
namespace {

float rounded(float number) {
  return to_float(to_bfloat16(number));
}

TEST(Bfloat16, KeepsWhatItCanHold) {
  for (const float number : {0.0F, 1.0F, -1.5F, 0x1.fep+127F, 0x1p-126F, 0x1p-133F})
    EXPECT_EQ(rounded(number), number);
  EXPECT_TRUE(std::signbit(rounded(-0.0F)));
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(rounded(infinity), infinity);
  EXPECT_EQ(rounded(-infinity), -infinity);
  EXPECT_TRUE(std::isnan(rounded(std::numeric_limits<float>::quiet_NaN())));
}

TEST(Bfloat16, RoundsToTheNearestAndTiesToEven) {
  EXPECT_EQ(rounded(0x1.00fp+0F), 0x1p+0F);
  EXPECT_EQ(rounded(0x1.01p+0F), 0x1p+0F);       // half way, down to even
  EXPECT_EQ(rounded(0x1.0101p+0F), 0x1.02p+0F);  // a little more
  EXPECT_EQ(rounded(0x1.03p+0F), 0x1.04p+0F);    // half way, up to even
  EXPECT_EQ(rounded(0x1.ffp+127F), std::numeric_limits<float>::infinity());
}

}  // namespace
}  // namespace starling::kernels
