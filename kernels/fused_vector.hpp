/// Products of vectors with fused multiply-adds: half the instructions of those in vector.hpp,
/// which round each product, and so other last bits. In one fixed order on every compiler.
#pragma once

#include "kernels/elementary.hpp"
#include "kernels/vector.hpp"

namespace starling::kernels {

STARLING_FN float fused_dot(Vec3 a, Vec3 b) {
  return fma(a.z, b.z, fma(a.y, b.y, a.x * b.x));
}

STARLING_FN Vec3 fused_cross(Vec3 a, Vec3 b) {
  return {fma(a.y, b.z, -(a.z * b.y)), fma(a.z, b.x, -(a.x * b.z)), fma(a.x, b.y, -(a.y * b.x))};
}

/// a + b * c
STARLING_FN Vec3 fused_add(Vec3 a, Vec3 b, float c) {
  return {fma(b.x, c, a.x), fma(b.y, c, a.y), fma(b.z, c, a.z)};
}

/// By component: a + b * c
STARLING_FN Vec3 fused_add(Vec3 a, Vec3 b, Vec3 c) {
  return {fma(b.x, c.x, a.x), fma(b.y, c.y, a.y), fma(b.z, c.z, a.z)};
}

}  // namespace starling::kernels
