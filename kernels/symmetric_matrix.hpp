/// Symmetric matrices of three rows: inertia, and what a constraint of three directions weighs.
#pragma once

#include "kernels/fused_vector.hpp"
#include "kernels/quaternion.hpp"

namespace starling::kernels {

struct SymmetricMatrix {
  float xx, yy, zz, yz, xz, xy;
};

STARLING_FN constexpr SymmetricMatrix diagonal(Vec3 d) {
  return {d.x, d.y, d.z, 0.0f, 0.0f, 0.0f};
}

STARLING_FN constexpr SymmetricMatrix operator+(const SymmetricMatrix& a,
                                                const SymmetricMatrix& b) {
  return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.yz + b.yz, a.xz + b.xz, a.xy + b.xy};
}

STARLING_FN Vec3 operator*(const SymmetricMatrix& m, Vec3 v) {
  return {fma(m.xz, v.z, fma(m.xy, v.y, m.xx * v.x)), fma(m.yz, v.z, fma(m.yy, v.y, m.xy * v.x)),
          fma(m.zz, v.z, fma(m.yz, v.y, m.xz * v.x))};
}

/// Rows and columns of the axes whose factor is 0 become 0, by factors of 0 and 1.
STARLING_FN constexpr SymmetricMatrix masked(const SymmetricMatrix& m, Vec3 kept) {
  return {m.xx * kept.x,          m.yy * kept.y,          m.zz * kept.z,
          m.yz * kept.y * kept.z, m.xz * kept.x * kept.z, m.xy * kept.x * kept.y};
}

/// A matrix that is diagonal in a frame turned by q, in the frame that q turns to: R diag(d) R^T.
STARLING_FN SymmetricMatrix rotated(Quat q, Vec3 d) {
  const Vec3 x = rotate(q, Vec3{1.0f, 0.0f, 0.0f});  // columns of R
  const Vec3 y = rotate(q, Vec3{0.0f, 1.0f, 0.0f});
  const Vec3 z = rotate(q, Vec3{0.0f, 0.0f, 1.0f});
  const Vec3 first{x.x, y.x, z.x};
  const Vec3 second{x.y, y.y, z.y};
  const Vec3 third{x.z, y.z, z.z};
  return {fused_dot(first * d, first), fused_dot(second * d, second),
          fused_dot(third * d, third), fused_dot(second * d, third),
          fused_dot(first * d, third), fused_dot(first * d, second)};
}

/// [r] m [r]^T, where [r] v is r x v: what a mass of rotation m weighs at the end of an arm r.
STARLING_FN SymmetricMatrix at_arm(const SymmetricMatrix& m, Vec3 r) {
  const Vec3 x = fused_cross(r, m * Vec3{0.0f, -r.z, r.y});
  const Vec3 y = fused_cross(r, m * Vec3{r.z, 0.0f, -r.x});
  const Vec3 z = fused_cross(r, m * Vec3{-r.y, r.x, 0.0f});
  return {x.x, y.y, z.z, z.y, z.x, y.x};
}

/// The inverse by cofactors. An axis that the matrix does not reach, whose row is 0, stays 0; else
/// the matrix must be positive definite.
STARLING_FN SymmetricMatrix inverse(SymmetricMatrix m) {
  const Vec3 kept{m.xx > 0.0f ? 1.0f : 0.0f, m.yy > 0.0f ? 1.0f : 0.0f, m.zz > 0.0f ? 1.0f : 0.0f};
  m.xx = m.xx > 0.0f ? m.xx : 1.0f;
  m.yy = m.yy > 0.0f ? m.yy : 1.0f;
  m.zz = m.zz > 0.0f ? m.zz : 1.0f;
  const float xx = fma(m.yy, m.zz, -(m.yz * m.yz));
  const float xy = fma(m.xz, m.yz, -(m.xy * m.zz));
  const float xz = fma(m.xy, m.yz, -(m.xz * m.yy));
  const float determinant = fma(m.xz, xz, fma(m.xy, xy, m.xx * xx));
  const float scale = determinant != 0.0f ? 1.0f / determinant : 0.0f;
  const SymmetricMatrix all{xx * scale,
                            fma(m.xx, m.zz, -(m.xz * m.xz)) * scale,
                            fma(m.xx, m.yy, -(m.xy * m.xy)) * scale,
                            fma(m.xy, m.xz, -(m.xx * m.yz)) * scale,
                            xz * scale,
                            xy * scale};
  return masked(all, kept);
}

}  // namespace starling::kernels
