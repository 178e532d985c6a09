/// Vectors of two, three and four floats.
#pragma once

#include "kernels/elementary.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

struct Vec2 {
  float x, y;
};

struct Vec3 {
  float x, y, z;
};

struct Vec4 {
  float x, y, z, w;
};

namespace detail {

/// What a vector is divided by to be made one long: its length, or 1 for no length.
STARLING_FN float divisor(float length_squared) {
  return length_squared > 0.0f ? sqrt(length_squared) : 1.0f;
}

}  // namespace detail

// Scalars, which the vectors below follow by component.

/// a < b ? a : b. So where one is NaN the second is given, and of -0 and +0 the second.
STARLING_FN constexpr float min(float a, float b) {
  return a < b ? a : b;
}

/// a > b ? a : b. So where one is NaN the second is given, and of -0 and +0 the second.
STARLING_FN constexpr float max(float a, float b) {
  return a > b ? a : b;
}

/// x, or the limit that it is beyond. NaN stays NaN, and -0 with a limit of 0 stays -0.
STARLING_FN constexpr float clamp(float x, float low, float high) {
  const float above = x < low ? low : x;
  return above > high ? high : above;
}

/// a + (b - a) * t: exactly a at t = 0, near b at t = 1; t is not clamped.
STARLING_FN constexpr float lerp(float a, float b, float t) {
  return a + (b - a) * t;
}

// By component.

STARLING_FN constexpr Vec2 operator-(Vec2 a) {
  return {-a.x, -a.y};
}
STARLING_FN constexpr Vec3 operator-(Vec3 a) {
  return {-a.x, -a.y, -a.z};
}
STARLING_FN constexpr Vec4 operator-(Vec4 a) {
  return {-a.x, -a.y, -a.z, -a.w};
}

STARLING_FN constexpr Vec2 operator+(Vec2 a, Vec2 b) {
  return {a.x + b.x, a.y + b.y};
}
STARLING_FN constexpr Vec3 operator+(Vec3 a, Vec3 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
STARLING_FN constexpr Vec4 operator+(Vec4 a, Vec4 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

STARLING_FN constexpr Vec2 operator-(Vec2 a, Vec2 b) {
  return {a.x - b.x, a.y - b.y};
}
STARLING_FN constexpr Vec3 operator-(Vec3 a, Vec3 b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
STARLING_FN constexpr Vec4 operator-(Vec4 a, Vec4 b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
}

STARLING_FN constexpr Vec2 operator*(Vec2 a, Vec2 b) {
  return {a.x * b.x, a.y * b.y};
}
STARLING_FN constexpr Vec3 operator*(Vec3 a, Vec3 b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
STARLING_FN constexpr Vec4 operator*(Vec4 a, Vec4 b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w};
}
STARLING_FN constexpr Vec2 operator*(Vec2 a, float b) {
  return {a.x * b, a.y * b};
}
STARLING_FN constexpr Vec3 operator*(Vec3 a, float b) {
  return {a.x * b, a.y * b, a.z * b};
}
STARLING_FN constexpr Vec4 operator*(Vec4 a, float b) {
  return {a.x * b, a.y * b, a.z * b, a.w * b};
}
STARLING_FN constexpr Vec2 operator*(float a, Vec2 b) {
  return b * a;
}
STARLING_FN constexpr Vec3 operator*(float a, Vec3 b) {
  return b * a;
}
STARLING_FN constexpr Vec4 operator*(float a, Vec4 b) {
  return b * a;
}

STARLING_FN constexpr Vec2 operator/(Vec2 a, Vec2 b) {
  return {a.x / b.x, a.y / b.y};
}
STARLING_FN constexpr Vec3 operator/(Vec3 a, Vec3 b) {
  return {a.x / b.x, a.y / b.y, a.z / b.z};
}
STARLING_FN constexpr Vec4 operator/(Vec4 a, Vec4 b) {
  return {a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w};
}
STARLING_FN constexpr Vec2 operator/(Vec2 a, float b) {
  return {a.x / b, a.y / b};
}
STARLING_FN constexpr Vec3 operator/(Vec3 a, float b) {
  return {a.x / b, a.y / b, a.z / b};
}
STARLING_FN constexpr Vec4 operator/(Vec4 a, float b) {
  return {a.x / b, a.y / b, a.z / b, a.w / b};
}

STARLING_FN constexpr Vec2& operator+=(Vec2& a, Vec2 b) {
  return a = a + b;
}
STARLING_FN constexpr Vec3& operator+=(Vec3& a, Vec3 b) {
  return a = a + b;
}
STARLING_FN constexpr Vec4& operator+=(Vec4& a, Vec4 b) {
  return a = a + b;
}
STARLING_FN constexpr Vec2& operator-=(Vec2& a, Vec2 b) {
  return a = a - b;
}
STARLING_FN constexpr Vec3& operator-=(Vec3& a, Vec3 b) {
  return a = a - b;
}
STARLING_FN constexpr Vec4& operator-=(Vec4& a, Vec4 b) {
  return a = a - b;
}
STARLING_FN constexpr Vec2& operator*=(Vec2& a, float b) {
  return a = a * b;
}
STARLING_FN constexpr Vec3& operator*=(Vec3& a, float b) {
  return a = a * b;
}
STARLING_FN constexpr Vec4& operator*=(Vec4& a, float b) {
  return a = a * b;
}
STARLING_FN constexpr Vec2& operator/=(Vec2& a, float b) {
  return a = a / b;
}
STARLING_FN constexpr Vec3& operator/=(Vec3& a, float b) {
  return a = a / b;
}
STARLING_FN constexpr Vec4& operator/=(Vec4& a, float b) {
  return a = a / b;
}

/// Equal in every component, as floats are: -0 equals +0, NaN nothing.
STARLING_FN constexpr bool operator==(Vec2 a, Vec2 b) {
  return a.x == b.x && a.y == b.y;
}
STARLING_FN constexpr bool operator==(Vec3 a, Vec3 b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
STARLING_FN constexpr bool operator==(Vec4 a, Vec4 b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

STARLING_FN constexpr Vec2 min(Vec2 a, Vec2 b) {
  return {min(a.x, b.x), min(a.y, b.y)};
}
STARLING_FN constexpr Vec3 min(Vec3 a, Vec3 b) {
  return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)};
}
STARLING_FN constexpr Vec4 min(Vec4 a, Vec4 b) {
  return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)};
}

STARLING_FN constexpr Vec2 max(Vec2 a, Vec2 b) {
  return {max(a.x, b.x), max(a.y, b.y)};
}
STARLING_FN constexpr Vec3 max(Vec3 a, Vec3 b) {
  return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)};
}
STARLING_FN constexpr Vec4 max(Vec4 a, Vec4 b) {
  return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)};
}

STARLING_FN constexpr Vec2 clamp(Vec2 a, Vec2 low, Vec2 high) {
  return {clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y)};
}
STARLING_FN constexpr Vec3 clamp(Vec3 a, Vec3 low, Vec3 high) {
  return {clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z)};
}
STARLING_FN constexpr Vec4 clamp(Vec4 a, Vec4 low, Vec4 high) {
  return {clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z),
          clamp(a.w, low.w, high.w)};
}

STARLING_FN constexpr Vec2 lerp(Vec2 a, Vec2 b, float t) {
  return a + (b - a) * t;
}
STARLING_FN constexpr Vec3 lerp(Vec3 a, Vec3 b, float t) {
  return a + (b - a) * t;
}
STARLING_FN constexpr Vec4 lerp(Vec4 a, Vec4 b, float t) {
  return a + (b - a) * t;
}

// Products and lengths.

/// The sum of the products, added from x on.
STARLING_FN constexpr float dot(Vec2 a, Vec2 b) {
  return a.x * b.x + a.y * b.y;
}
STARLING_FN constexpr float dot(Vec3 a, Vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
STARLING_FN constexpr float dot(Vec4 a, Vec4 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/// The z of the cross product of the two in the plane: positive where b lies to the left of a.
STARLING_FN constexpr float cross(Vec2 a, Vec2 b) {
  return a.x * b.y - a.y * b.x;
}

/// The cross product, right-handed.
STARLING_FN constexpr Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The square of the length; overflows to infinity beyond lengths of 1.8e19.
STARLING_FN constexpr float length_squared(Vec2 a) {
  return dot(a, a);
}
STARLING_FN constexpr float length_squared(Vec3 a) {
  return dot(a, a);
}
STARLING_FN constexpr float length_squared(Vec4 a) {
  return dot(a, a);
}

/// The length, as the root of length_squared.
STARLING_FN float length(Vec2 a) {
  return sqrt(dot(a, a));
}
STARLING_FN float length(Vec3 a) {
  return sqrt(dot(a, a));
}
STARLING_FN float length(Vec4 a) {
  return sqrt(dot(a, a));
}

/// a divided by its length; the zero vector where length_squared(a) is 0 or underflows to it, so
/// never NaN unless a component is NaN or infinite or the square of the length overflows.
STARLING_FN Vec2 normalize(Vec2 a) {
  return a / detail::divisor(dot(a, a));
}
STARLING_FN Vec3 normalize(Vec3 a) {
  return a / detail::divisor(dot(a, a));
}
STARLING_FN Vec4 normalize(Vec4 a) {
  return a / detail::divisor(dot(a, a));
}

}  // namespace starling::kernels
