/// Symmetric matrices, and products with fma, are what they are in double.
#include "kernels/symmetric_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace starling::kernels {
namespace {

/// A few roundings of numbers of order 1.
constexpr float tolerance = 2e-6F;

void expect_near(Vec3 got, Vec3 want) {
  EXPECT_NEAR(got.x, want.x, tolerance);
  EXPECT_NEAR(got.y, want.y, tolerance);
  EXPECT_NEAR(got.z, want.z, tolerance);
}

constexpr Vec3 a{0.3F, -1.1F, 0.7F};
constexpr Vec3 b{-0.9F, 0.4F, 1.3F};
constexpr SymmetricMatrix matrix{2.0F, 1.5F, 3.0F, 0.2F, -0.4F, 0.5F};

TEST(FusedVector, ProductsAreThoseOfVectors) {
  EXPECT_NEAR(fused_dot(a, b), dot(a, b), tolerance);
  expect_near(fused_cross(a, b), cross(a, b));
  expect_near(fused_add(a, b, 2.0F), a + b * 2.0F);
  expect_near(fused_add(a, b, b), a + b * b);
}

TEST(SymmetricMatrix, ARotatedDiagonalActsInTheTurnedFrame) {
  const Quat q = from_axis_angle(normalize(a), 0.8F);
  const Vec3 diagonal_entries{1.0F, 2.0F, 0.5F};
  const Vec3 want = rotate(q, diagonal_entries * rotate(conjugate(q), b));
  expect_near(rotated(q, diagonal_entries) * b, want);
}

TEST(SymmetricMatrix, AtAnArmIsACrossProductOnEitherSide) {
  // [r] m [r]^T v = r x (m (v x r))
  expect_near(at_arm(matrix, a) * b, cross(a, matrix * cross(b, a)));
}

TEST(SymmetricMatrix, TheInverseUndoes) {
  expect_near(inverse(matrix) * (matrix * b), b);
}

TEST(SymmetricMatrix, AxesThatAreNotReachedStayApart) {
  const SymmetricMatrix plane = masked(matrix, {1.0F, 0.0F, 1.0F});
  const Vec3 undone = inverse(plane) * (plane * b);
  expect_near(undone, {b.x, 0.0F, b.z});
  expect_near(inverse(diagonal({0.0F, 0.0F, 0.0F})) * b, {0.0F, 0.0F, 0.0F});
}

}  // namespace
}  // namespace starling::kernels
