/// Elementary functions of float32 that give the same bits on the CPU and on the GPU.
///
/// They are arithmetic in one fixed order, with fma only where it is written, so every compiler
/// that contracts nothing (-ffp-contract=off, -fmad=false) and keeps IEEE division, square root
/// and denormals computes the same. There are no branches and no tables: g++ vectorises a loop
/// that calls them (-fno-math-errno -fno-trapping-math), and a warp never diverges. The one thing
/// that may differ is which NaN a NaN is; see canonical_bits in kernels/hash.hpp.
///
/// The polynomials are minimax fits made for this file (Lawson's iteration, each coefficient
/// rounded to float32 before the next is fitted), as short as 1 to 2 ulp allow.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/platform.hpp"

namespace starling::kernels {

inline constexpr float pi = 0x1.921fb6p+1f;
inline constexpr float infinity = __builtin_inff();
inline constexpr float not_a_number = __builtin_nanf("");

/// a * b + c, rounded once, on every machine (in software where the CPU has no such instruction).
STARLING_FN float fma(float a, float b, float c) {
  return std::fma(a, b, c);
}

/// The square root, correctly rounded. NaN below zero; sqrt(-0) = -0.
STARLING_FN float sqrt(float x) {
  return std::sqrt(x);
}

/// 1 / x in a few products where a division would cost as much as all around it: within 0.51 ulp
/// for 2^-100 <= x <= 2^100, and nothing elsewhere (no zero, no sign, no infinity).
STARLING_FN float fast_reciprocal(float x) {
  // a guess within 12.5%, whose error each step of Newton's squares
  float y = std::bit_cast<float>(0x7ef311c3u - std::bit_cast<std::uint32_t>(x));
  y = fma(y, fma(-x, y, 1.0f), y);
  y = fma(y, fma(-x, y, 1.0f), y);
  return fma(y, fma(-x, y, 1.0f), y);
}

/// |x|: clears the sign bit, of NaN too.
STARLING_FN float abs(float x) {
  return std::fabs(x);
}

/// The magnitude of the one with the sign bit of the other; NaN and zero like any number.
STARLING_FN float copysign(float magnitude, float sign) {
  return std::copysign(magnitude, sign);
}

/// The largest whole number that is not above x. Keeps -0, infinities and NaN.
STARLING_FN float floor(float x) {
  return std::floor(x);
}

/// The whole number next to x, the even one of two as near. Keeps -0, infinities and NaN.
STARLING_FN float round_to_nearest(float x) {
  return std::nearbyint(x);
}

namespace detail {

/// Adding this to |v| < 2^22 rounds v to a whole number, which the sum's low bits then hold.
inline constexpr float rounding_shift = 0x1.8p+23f;

STARLING_FN float flip_sign(float x, std::uint32_t sign_bit) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) ^ sign_bit);
}

/// sin(r) for |r| <= pi/4: r (1 + z S(z)), z = r r. Relative error of the polynomial 4.0e-9.
STARLING_FN float sin_near_zero(float r) {
  const float z = r * r;
  float p = fma(-0x1.9953f8p-13f, z, 0x1.110778p-7f);
  p = fma(p, z, -0x1.555546p-3f);
  return r * fma(p, z, 1.0f);
}

/// cos(r) for |r| <= pi/4: 1 + z C(z), z = r r. Error of the polynomial 3.3e-8.
STARLING_FN float cos_near_zero(float r) {
  const float z = r * r;
  float p = fma(-0x1.64781cp-10f, z, 0x1.553faap-5f);
  p = fma(p, z, -0x1.ffffbap-2f);
  return fma(p, z, 1.0f);
}

/// An angle as quarters of a turn and what is left of it.
struct Quadrant {
  float rest_rad;          // in about [-pi/4, pi/4]
  std::uint32_t quarters;  // modulo 4
};

/// x = quarters pi/2 + rest (Cody and Waite, 1980). The three parts of pi/2 are rounded down, so
/// that a product with a zero count has the sign that leaves -0 alone. The first step is exact.
STARLING_FN Quadrant reduce_angle(float x) {
  const float shifted = fma(x, 0x1.45f306p-1f, rounding_shift);
  const float quarters = shifted - rounding_shift;
  float rest = fma(quarters, -0x1.921fb4p+0f, x);
  rest = fma(quarters, -0x1.4442d0p-24f, rest);
  rest = fma(quarters, -0x1.846988p-48f, rest);
  return {rest, std::bit_cast<std::uint32_t>(shifted)};
}

STARLING_FN float sin_of(Quadrant angle) {
  const float s = sin_near_zero(angle.rest_rad);
  const float c = cos_near_zero(angle.rest_rad);
  return flip_sign((angle.quarters & 1u) != 0u ? c : s, (angle.quarters & 2u) << 30);
}

STARLING_FN float cos_of(Quadrant angle) {
  const float s = sin_near_zero(angle.rest_rad);
  const float c = cos_near_zero(angle.rest_rad);
  return flip_sign((angle.quarters & 1u) != 0u ? s : c, ((angle.quarters + 1u) & 2u) << 30);
}

/// 2^exponent for -126 <= exponent <= 127.
STARLING_FN float power_of_two(std::int32_t exponent) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23);
}

/// atan(t) for 0 <= t <= 1: t + t z A(z), z = t t. Relative error of the polynomial 5.7e-9;
/// atan(1) is exactly the float next to pi/4.
STARLING_FN float atan_to_one(float t) {
  const float z = t * t;
  float p = fma(-0x1.d35714p-10f, z, 0x1.642424p-7f);
  p = fma(p, z, -0x1.fd7daap-6f);
  p = fma(p, z, 0x1.da29f6p-5f);
  p = fma(p, z, -0x1.580920p-4f);
  p = fma(p, z, 0x1.c08c4ep-4f);
  p = fma(p, z, -0x1.242086p-3f);
  p = fma(p, z, 0x1.9991e4p-3f);
  p = fma(p, z, -0x1.55553ep-2f);
  return fma(p * z, t, t);
}

}  // namespace detail

/// The sine of x radians. Within 1.14 ulp for |x| <= pi/4 and 2.02 ulp for |x| <= 1e5 (every float
/// tried); 113 ulp for |x| <= 6e6. Beyond that it means nothing, and need not be in [-1, 1].
/// sin(-0) = -0; NaN for infinities.
STARLING_FN float sin(float x) {
  return detail::sin_of(detail::reduce_angle(x));
}

/// The cosine of x radians. Within 1.41 ulp for |x| <= pi/4 and 2.00 ulp for |x| <= 1e5 (every
/// float tried); beyond as sin. NaN for infinities.
STARLING_FN float cos(float x) {
  return detail::cos_of(detail::reduce_angle(x));
}

/// The sine and the cosine of x radians; the same bits as sin(x) and cos(x), and no cheaper than
/// the two calls, whose common work compilers share.
STARLING_FN void sincos(float x, float& sine, float& cosine) {
  const detail::Quadrant angle = detail::reduce_angle(x);
  sine = detail::sin_of(angle);
  cosine = detail::cos_of(angle);
}

/// e to the x. Within 0.90 ulp (every float tried), denormal results too; infinity above 88.72, 0
/// below -103.97.
STARLING_FN float exp(float x) {
  // Outside these limits the result is 0 or infinity anyway; NaN passes both comparisons.
  float inside = x > 89.0f ? 89.0f : x;
  inside = inside < -104.0f ? -104.0f : inside;
  // x = n ln 2 + r, the first step exact
  const float shifted = fma(inside, 0x1.715476p+0f, detail::rounding_shift);
  const float n = shifted - detail::rounding_shift;
  float r = fma(n, -0x1.62e430p-1f, inside);
  r = fma(n, 0x1.05c610p-29f, r);
  // e^r = 1 + r + r r E(r), relative error of the polynomial 3.1e-9
  float p = fma(0x1.6a492cp-10f, r, 0x1.12399ep-7f);
  p = fma(p, r, 0x1.5558b4p-5f);
  p = fma(p, r, 0x1.555492p-3f);
  p = fma(p, r, 0x1.fffffcp-2f);
  p = fma(p, r, 1.0f);
  p = fma(p, r, 1.0f);
  // 2^n in two factors, each a normal number, so that only a denormal result rounds again
  const auto exponent =
      std::bit_cast<std::int32_t>(shifted) - std::bit_cast<std::int32_t>(detail::rounding_shift);
  const std::int32_t half = exponent >> 1;
  return p * detail::power_of_two(half) * detail::power_of_two(exponent - half);
}

/// The error function of x, 2 / sqrt(pi) times the integral of e^(-t t) from 0 to x. Within 1.12
/// ulp (every float tried). erf(-0) = -0; 1 and -1 from |x| = 3.93 on.
STARLING_FN float erf(float x) {
  // up to 475/512: x + x P(z), z = x x, relative error of the polynomial 1.8e-8
  const float z = x * x;
  float p = fma(-0x1.38de42p-11f, z, 0x1.46f4b6p-8f);
  p = fma(p, z, -0x1.b680bep-6f);
  p = fma(p, z, 0x1.ce19dcp-4f);
  p = fma(p, z, -0x1.8126e4p-2f);
  p = fma(p, z, 0x1.06eba6p-3f);
  const float near_zero = fma(p, x, x);
  // beyond: 1 - e^(-t + t Q(t)), error of the polynomial 3.0e-9 of the result
  const float magnitude = abs(x);
  const float t = magnitude > 4.0f ? 4.0f : magnitude;
  float q = fma(0x1.c04994p-13f, t, -0x1.a52556p-9f);
  q = fma(q, t, 0x1.76ee2ep-6f);
  q = fma(q, t, -0x1.af1d1cp-4f);
  q = fma(q, t, -0x1.457dd2p-1f);
  q = fma(q, t, -0x1.073168p-3f);
  const float beyond = copysign(1.0f - exp(fma(q, t, -t)), x);
  return magnitude > 0x1.dbp-1f ? beyond : near_zero;
}

/// The natural logarithm of x. Within 0.94 ulp (every third float tried), denormal x too. log of
/// -0 and +0 is -infinity; NaN below zero.
STARLING_FN float log(float x) {
  const bool is_small = x < 0x1p-126f;
  const float normal = is_small ? x * 0x1p+23f : x;
  // x = 2^e (1 + f) with sqrt(1/2) <= 1 + f < sqrt(2)
  const auto bits = std::bit_cast<std::uint32_t>(normal);
  const auto exponent = static_cast<std::int32_t>(bits - 0x3f3504f3u) >> 23;
  const float f = std::bit_cast<float>(bits - (static_cast<std::uint32_t>(exponent) << 23)) - 1.0f;
  const float e = static_cast<float>(is_small ? exponent - 23 : exponent);
  // log(1 + f) = f + f f (-1/2 + f L(f)), relative error of the polynomial 5.8e-9
  float p = fma(-0x1.38c9dep-4f, f, 0x1.055ec6p-3f);
  p = fma(p, f, -0x1.0d8242p-3f);
  p = fma(p, f, 0x1.22d92ep-3f);
  p = fma(p, f, -0x1.54728ap-3f);
  p = fma(p, f, 0x1.99a01cp-3f);
  p = fma(p, f, -0x1.000226p-2f);
  p = fma(p, f, 0x1.555554p-2f);
  p = fma(p, f, -0.5f);
  const float result = fma(e, 0x1.62e430p-1f, fma(f * f, p, f));
  // the ends of the domain
  const float not_infinite = x < infinity ? result : x;  // infinity and NaN give themselves
  const float not_zero = x == 0.0f ? -infinity : not_infinite;
  return x < 0.0f ? not_a_number : not_zero;
}

/// The angle of the point (x, y) in radians, in [-pi, pi]. Within 1.53 ulp (60 million pairs
/// tried); signed zeros and infinities as in C, so atan2(-0, -1) = -pi and atan2(0, 0) = 0.
STARLING_FN float atan2(float y, float x) {
  const float ax = abs(x);
  const float ay = abs(y);
  const bool is_steep = ay > ax;
  const float longer = is_steep ? ay : ax;
  const float shorter = is_steep ? ax : ay;
  float t = shorter / longer;
  t = longer == 0.0f ? 0.0f : t;
  t = shorter == infinity ? 1.0f : t;  // both are infinite
  const float octant = detail::atan_to_one(t);
  // the octant's angle from the axis that is next to it: 0, pi/2 or pi, in two parts
  const bool is_left = std::bit_cast<std::int32_t>(x) < 0;
  const float axis = is_steep ? 0x1.921fb6p+0f : (is_left ? pi : 0.0f);
  const float axis_rest = is_steep ? -0x1.777a5cp-25f : (is_left ? -0x1.777a5cp-24f : 0.0f);
  const float away = is_steep != is_left ? -octant : octant;
  const float half_turn = axis + (away + axis_rest);
  const bool is_ordered = ax <= infinity && ay <= infinity;
  return is_ordered ? copysign(half_turn, y) : not_a_number;
}

}  // namespace starling::kernels
