/// Elementary functions are as accurate as their documentation says and right at special values.
#include "kernels/elementary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tests/unit/kernels/accuracy.hpp"

namespace {

namespace kernels = starling::kernels;
using kernels::infinity;
using kernels::not_a_number;
using kernels::testing::error_ulp;
using kernels::testing::largest_error_ulp;

constexpr float smallest = 0x1p-149f;
constexpr float largest_float = std::numeric_limits<float>::max();

std::uint32_t bits(float x) {
  return std::bit_cast<std::uint32_t>(x);
}

TEST(Sine, IsWithinItsBoundUpToItsLimit) {
  const auto truth = [](double x) { return std::sin(x); };
  EXPECT_LE(largest_error_ulp(kernels::sin, truth, smallest, 0.7854f, 331), 1.2);
  EXPECT_LE(largest_error_ulp(kernels::sin, truth, 0.7f, 1e5f, 37), 2.1);
}

TEST(Cosine, IsWithinItsBoundUpToItsLimit) {
  const auto truth = [](double x) { return std::cos(x); };
  EXPECT_LE(largest_error_ulp(kernels::cos, truth, smallest, 0.7854f, 331), 1.5);
  EXPECT_LE(largest_error_ulp(kernels::cos, truth, 0.7f, 1e5f, 37), 2.1);
}

TEST(SineAndCosine, StayAccurateNextToTheirZeros) {
  for (int quarters = 1; quarters < 63'000; ++quarters) {
    const auto x = static_cast<float>(quarters * (std::acos(-1.0) / 2));
    for (const float at : {std::nextafter(x, 0.0f), x, std::nextafter(x, infinity)}) {
      ASSERT_LE(error_ulp(kernels::sin(at), std::sin(static_cast<double>(at))), 2.1) << at;
      ASSERT_LE(error_ulp(kernels::cos(at), std::cos(static_cast<double>(at))), 2.1) << at;
    }
  }
}

TEST(SineAndCosine, AreOddAndEvenBitForBit) {
  for (float x = 1e-3f; x < 1e5f; x *= 1.001f) {
    ASSERT_EQ(bits(kernels::sin(-x)), bits(-kernels::sin(x))) << x;
    ASSERT_EQ(bits(kernels::cos(-x)), bits(kernels::cos(x))) << x;
  }
}

TEST(SineAndCosine, HaveTheValuesOfZeroAndNoneAtInfinity) {
  EXPECT_EQ(bits(kernels::sin(0.0f)), bits(0.0f));
  EXPECT_EQ(bits(kernels::sin(-0.0f)), bits(-0.0f));
  EXPECT_EQ(kernels::cos(0.0f), 1.0f);
  EXPECT_EQ(kernels::cos(-0.0f), 1.0f);
  for (const float x : {infinity, -infinity, not_a_number}) {
    EXPECT_TRUE(std::isnan(kernels::sin(x)));
    EXPECT_TRUE(std::isnan(kernels::cos(x)));
  }
}

TEST(SineAndCosine, AreTheSameBitsTogether) {
  for (float x = -50.0f; x < 50.0f; x += 0.00317f) {
    float sine = 0;
    float cosine = 0;
    kernels::sincos(x, sine, cosine);
    ASSERT_EQ(bits(sine), bits(kernels::sin(x)));
    ASSERT_EQ(bits(cosine), bits(kernels::cos(x)));
  }
}

TEST(Exponential, IsWithinItsBoundDownToDenormals) {
  const auto truth = [](double x) { return std::exp(x); };
  EXPECT_LE(largest_error_ulp(kernels::exp, truth, smallest, largest_float, 331), 1.0);
  EXPECT_LE(largest_error_ulp(kernels::exp, truth, 80.0f, 110.0f, 1), 1.0);
}

TEST(Exponential, OverflowsToInfinityAndUnderflowsToZero) {
  EXPECT_EQ(kernels::exp(0.0f), 1.0f);
  EXPECT_LT(kernels::exp(0x1.62e42ep+6f), infinity);
  EXPECT_EQ(kernels::exp(0x1.62e430p+6f), infinity);
  EXPECT_EQ(kernels::exp(infinity), infinity);
  EXPECT_EQ(kernels::exp(-103.0f), smallest);
  EXPECT_EQ(bits(kernels::exp(-105.0f)), bits(0.0f));
  EXPECT_EQ(bits(kernels::exp(-infinity)), bits(0.0f));
  EXPECT_TRUE(std::isnan(kernels::exp(not_a_number)));
}

TEST(ErrorFunction, IsWithinItsBoundDownToDenormals) {
  const auto truth = [](double x) { return std::erf(x); };
  EXPECT_LE(largest_error_ulp(kernels::erf, truth, smallest, largest_float, 331), 1.2);
  EXPECT_LE(largest_error_ulp(kernels::erf, truth, 0.5f, 4.1f, 3), 1.2);
}

TEST(ErrorFunction, IsOddBitForBitAndOneFarFromZero) {
  for (float x = 1e-3f; x < 1e5f; x *= 1.001f)
    ASSERT_EQ(bits(kernels::erf(-x)), bits(-kernels::erf(x))) << x;
  EXPECT_EQ(bits(kernels::erf(0.0f)), bits(0.0f));
  EXPECT_EQ(bits(kernels::erf(-0.0f)), bits(-0.0f));
  EXPECT_LT(kernels::erf(3.83f), 1.0f);
  for (const float x : {3.93f, 4.0f, 10.0f, largest_float, infinity}) {
    EXPECT_EQ(kernels::erf(x), 1.0f);
    EXPECT_EQ(kernels::erf(-x), -1.0f);
  }
  EXPECT_TRUE(std::isnan(kernels::erf(not_a_number)));
}

TEST(Logarithm, IsWithinItsBoundDownToDenormals) {
  const auto truth = [](double x) { return std::log(x); };
  EXPECT_LE(largest_error_ulp(kernels::log, truth, smallest, largest_float, 331), 1.0);
  EXPECT_LE(largest_error_ulp(kernels::log, truth, 0.5f, 2.0f, 5), 1.0);
}

TEST(Logarithm, IsRightAtTheEndsOfItsDomain) {
  EXPECT_EQ(bits(kernels::log(1.0f)), bits(0.0f));
  EXPECT_EQ(kernels::log(0.0f), -infinity);
  EXPECT_EQ(kernels::log(-0.0f), -infinity);
  EXPECT_EQ(kernels::log(infinity), infinity);
  EXPECT_TRUE(std::isnan(kernels::log(-smallest)));
  EXPECT_TRUE(std::isnan(kernels::log(-infinity)));
  EXPECT_TRUE(std::isnan(kernels::log(not_a_number)));
}

TEST(ArcTangent, IsWithinItsBoundInEveryQuadrant) {
  double largest_error = 0;
  for (float angle = -3.14f; angle < 3.14f; angle += 1.7e-5f) {
    for (const float radius : {1e-30f, 0.3f, 1e20f}) {
      const float y = radius * std::sin(angle);
      const float x = radius * std::cos(angle);
      const double truth = std::atan2(static_cast<double>(y), static_cast<double>(x));
      largest_error = std::max(largest_error, error_ulp(kernels::atan2(y, x), truth));
    }
  }
  EXPECT_LE(largest_error, 1.7);
}

TEST(ArcTangent, AgreesWithCAtSpecialPairs) {
  const float specials[] = {0.0f,  -0.0f,  smallest, -smallest, 1.0f,        -1.0f,
                            3e38f, -3e38f, infinity, -infinity, not_a_number};
  for (const float y : specials) {
    for (const float x : specials) {
      const float got = kernels::atan2(y, x);
      const auto wanted =
          static_cast<float>(std::atan2(static_cast<double>(y), static_cast<double>(x)));
      if (std::isnan(wanted)) {
        EXPECT_TRUE(std::isnan(got)) << y << " " << x;
      } else {
        EXPECT_EQ(bits(got), bits(wanted)) << y << " " << x;
      }
    }
  }
}

TEST(Rounding, GoesToTheEvenOneOfTwoAsNear) {
  EXPECT_EQ(kernels::round_to_nearest(0.5f), 0.0f);
  EXPECT_EQ(kernels::round_to_nearest(1.5f), 2.0f);
  EXPECT_EQ(kernels::round_to_nearest(-2.5f), -2.0f);
  EXPECT_EQ(bits(kernels::round_to_nearest(-0.25f)), bits(-0.0f));
  EXPECT_EQ(kernels::floor(-0.25f), -1.0f);
  EXPECT_EQ(bits(kernels::floor(-0.0f)), bits(-0.0f));
}

TEST(FusedMultiplyAdd, RoundsOnce) {
  const float nearly_one = 1.0f + 0x1p-23f;
  EXPECT_EQ(kernels::fma(nearly_one, nearly_one, -1.0f), 0x1p-22f + 0x1p-46f);
}

}  // namespace
