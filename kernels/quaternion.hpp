/// Rotations in space as unit quaternions.
#pragma once

#include "kernels/elementary.hpp"
#include "kernels/platform.hpp"
#include "kernels/vector.hpp"

namespace starling::kernels {

/// w + x i + y j + z k. A rotation by an angle about a unit axis is {cos(angle/2),
/// axis * sin(angle/2)}; it and its negative are one rotation.
struct Quat {
  float w, x, y, z;
};

/// The rotation that turns nothing.
inline constexpr Quat identity{1.0f, 0.0f, 0.0f, 0.0f};

/// Hamilton's product: first rotates by b, then by a.
STARLING_FN constexpr Quat multiply(Quat a, Quat b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

STARLING_FN constexpr Quat operator*(Quat a, Quat b) {
  return multiply(a, b);
}

/// Equal in every component, as floats are; a rotation's two quaternions are not.
STARLING_FN constexpr bool operator==(Quat a, Quat b) {
  return a.w == b.w && a.x == b.x && a.y == b.y && a.z == b.z;
}

/// The inverse rotation of a unit quaternion.
STARLING_FN constexpr Quat conjugate(Quat q) {
  return {q.w, -q.x, -q.y, -q.z};
}

/// v turned by the unit quaternion q: v + w t + u x t, with u = {x, y, z} and t = 2 u x v.
STARLING_FN constexpr Vec3 rotate(Quat q, Vec3 v) {
  const Vec3 axis{q.x, q.y, q.z};
  const Vec3 twice = 2.0f * cross(axis, v);
  return v + q.w * twice + cross(axis, twice);
}

/// The rotation by an angle about an axis of length 1, by the right hand.
STARLING_FN Quat from_axis_angle(Vec3 unit_axis, float angle_rad) {
  float sine = 0.0f;
  float cosine = 0.0f;
  sincos(0.5f * angle_rad, sine, cosine);
  return {cosine, unit_axis.x * sine, unit_axis.y * sine, unit_axis.z * sine};
}

/// q divided by its length; the identity where the square of the length is 0 or underflows to it.
STARLING_FN Quat normalize(Quat q) {
  const float squared = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  const float divisor = detail::divisor(squared);
  const float w = squared > 0.0f ? q.w : 1.0f;
  return {w / divisor, q.x / divisor, q.y / divisor, q.z / divisor};
}

/// The orientation after a step: q + (step/2) {0, angular_velocity} q, normalised; the velocity is
/// in the frame of the world. Of first order: the angle turned is atan of the angle asked for.
STARLING_FN Quat integrate(Quat q, Vec3 angular_velocity_radps, float step_s) {
  const Vec3 half_turn = angular_velocity_radps * (0.5f * step_s);
  const Quat change = multiply({0.0f, half_turn.x, half_turn.y, half_turn.z}, q);
  return normalize(Quat{q.w + change.w, q.x + change.x, q.y + change.y, q.z + change.z});
}

}  // namespace starling::kernels
