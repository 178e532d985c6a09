/// What the parity tests compute on both machines: for each case, one word of results an index.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/elementary.hpp"
#include "kernels/hash.hpp"
#include "kernels/platform.hpp"
#include "kernels/quaternion.hpp"
#include "kernels/random.hpp"
#include "kernels/span.hpp"
#include "kernels/vector.hpp"

namespace starling::kernels::testing {

enum class Case {
  sin,
  cos,
  sincos,
  exp,
  erf,
  log,
  atan2,
  arithmetic,
  rounding,
  draws,
  mixed_draws,
  vectors,
  quaternions,
};

/// One word for a few floats, every NaN alike.
template <class... Floats>
STARLING_FN std::uint32_t digest(Floats... floats) {
  std::uint64_t hash = 0;
  ((hash = hash_bits(hash, canonical_bits(floats))), ...);
  return static_cast<std::uint32_t>(hash);
}

/// Random words of the index; as bits of floats they reach every exponent, infinity and NaN.
STARLING_FN RandomBlock words_of(std::uint32_t index) {
  return philox({index, 0, 0, 0}, {1, 2});
}

/// A float of any bits; an angle, or another argument of moderate size, for odd indices.
STARLING_FN float argument_of(std::uint32_t index) {
  const RandomBlock words = words_of(index);
  const float moderate = (static_cast<float>(words.y >> 8) * 0x1p-23f - 1.0f) * 200.0f;
  return (index & 1u) != 0u ? moderate : std::bit_cast<float>(words.x);
}

STARLING_FN std::uint32_t draws_of(std::uint32_t index) {
  Random random(make_key(11, 12), index, 13, 14, index & 3u);
  std::uint64_t hash = 0;
  STARLING_UNROLL
  for (int draw = 0; draw < 9; ++draw)
    hash = hash_bits(hash, random.bits());
  return static_cast<std::uint32_t>(hash);
}

STARLING_FN std::uint32_t mixed_draws_of(std::uint32_t index) {
  Random random(make_key(11, 15), index, 13, 14, 16);
  const float a = random.uniform();
  const float b = random.uniform(-0.05f, 0.05f);
  const float c = random.normal();
  const float d = static_cast<float>(random.below(1000));
  return digest(a, b, c, d, random.normal());
}

STARLING_FN std::uint32_t vectors_of(std::uint32_t index) {
  Random random(make_key(11, 16), index, 0, 0, 0);
  const Vec3 a{random.normal(), random.normal(), random.normal()};
  const Vec3 b{random.normal(), random.normal(), random.normal()};
  const Vec3 c = cross(a, b) + 0.5f * normalize(a) - lerp(a, b, 0.3f) / 3.0f;
  const Vec3 d = clamp(max(a, b), min(a, b), c);
  return digest(c.x, c.y, c.z, d.x, d.y, d.z, dot(a, c), length(b));
}

STARLING_FN std::uint32_t quaternions_of(std::uint32_t index) {
  Random random(make_key(11, 17), index, 0, 0, 0);
  const Vec3 velocity{random.normal(), random.normal(), random.normal()};
  Quat q = from_axis_angle(normalize(velocity), random.uniform(-4.0f, 4.0f));
  q = multiply(q, integrate(conjugate(q), velocity, 0.02f));
  const Vec3 v = rotate(q, velocity);
  return digest(q.w, q.x, q.y, q.z, v.x, v.y, v.z);
}

/// The results of a case at an index.
template <Case which>
STARLING_FN std::uint32_t evaluate(std::uint32_t index) {
  const float x = argument_of(index);
  const float y = argument_of(~index);
  if constexpr (which == Case::sin) return canonical_bits(sin(x));
  if constexpr (which == Case::cos) return canonical_bits(cos(x));
  if constexpr (which == Case::sincos) {
    float sine = 0.0f;
    float cosine = 0.0f;
    sincos(x, sine, cosine);
    return digest(sine, cosine);
  }
  if constexpr (which == Case::exp) return canonical_bits(exp(x));
  if constexpr (which == Case::erf) return digest(erf(x), erf(x * 0x1p-6f));
  if constexpr (which == Case::log) return canonical_bits(log(x));
  if constexpr (which == Case::atan2) return canonical_bits(atan2(x, y));
  if constexpr (which == Case::arithmetic) return digest(x / y, sqrt(x), fma(x, y, x), x * y + x);
  if constexpr (which == Case::rounding) return digest(floor(x), round_to_nearest(x), abs(x));
  if constexpr (which == Case::draws) return draws_of(index);
  if constexpr (which == Case::mixed_draws) return mixed_draws_of(index);
  if constexpr (which == Case::vectors) return vectors_of(index);
  if constexpr (which == Case::quaternions) return quaternions_of(index);
}

}  // namespace starling::kernels::testing
