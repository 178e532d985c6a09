/// Vectors and quaternions obey the identities of their algebra.
#include "kernels/vector.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/quaternion.hpp"
#include "kernels/random.hpp"

namespace {

namespace kernels = starling::kernels;
using kernels::Quat;
using kernels::Random;
using kernels::Vec2;
using kernels::Vec3;
using kernels::Vec4;

constexpr float tolerance = 1e-6f;  // of numbers of size 1 after some ten operations

Vec3 any_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

Quat any_rotation(Random& random) {
  return kernels::normalize(
      Quat{random.normal(), random.normal(), random.normal(), random.normal()});
}

void expect_near(Vec3 a, Vec3 b) {
  EXPECT_LE(kernels::length(a - b), tolerance * 2);
}

void expect_near(Quat a, Quat b) {
  EXPECT_NEAR(a.w, b.w, tolerance);
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(Vectors, WorkByComponent) {
  EXPECT_EQ((Vec2{1, 2} + Vec2{3, 4}), (Vec2{4, 6}));
  EXPECT_EQ((Vec3{1, 2, 3} - Vec3{3, 2, 1}), (Vec3{-2, 0, 2}));
  EXPECT_EQ((Vec4{1, 2, 3, 4} * 2.0f), (Vec4{2, 4, 6, 8}));
  EXPECT_EQ((2.0f * Vec2{1, 2}), (Vec2{2, 4}));
  EXPECT_EQ((Vec3{2, 4, 6} / Vec3{2, 2, 3}), (Vec3{1, 2, 2}));
  EXPECT_EQ((-Vec2{1, -2}), (Vec2{-1, 2}));
  Vec2 sum{1, 1};
  sum += Vec2{1, 2};
  sum -= Vec2{0, 1};
  sum *= 3.0f;
  sum /= 2.0f;
  EXPECT_EQ(sum, (Vec2{3, 3}));
  EXPECT_EQ(kernels::clamp(Vec2{-1, 5}, Vec2{0, 0}, Vec2{1, 1}), (Vec2{0, 1}));
  EXPECT_EQ(kernels::lerp(Vec2{0, 2}, Vec2{4, 2}, 0.25f), (Vec2{1, 2}));
}

TEST(Vectors, CrossIsAtRightAnglesToBoth) {
  Random random({1, 2}, 0, 0, 0, 0);
  EXPECT_EQ(kernels::cross(Vec3{1, 0, 0}, Vec3{0, 1, 0}), (Vec3{0, 0, 1}));
  EXPECT_EQ(kernels::cross(Vec2{1, 0}, Vec2{0, 1}), 1.0f);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 a = any_vector(random);
    const Vec3 b = any_vector(random);
    EXPECT_NEAR(kernels::dot(kernels::cross(a, b), a), 0, tolerance);
    EXPECT_NEAR(kernels::dot(kernels::cross(a, b), b), 0, tolerance);
  }
}

TEST(Vectors, NormalizeGivesLengthOneOrZero) {
  Random random({1, 3}, 0, 0, 0, 0);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_NEAR(kernels::length(kernels::normalize(any_vector(random))), 1, tolerance);
  }
  EXPECT_EQ(kernels::normalize(Vec3{0, 0, 0}), (Vec3{0, 0, 0}));
  EXPECT_EQ(kernels::length(Vec2{3, 4}), 5.0f);
}

TEST(MinimumAndMaximum, GiveTheSecondOfNanAndOfEqualZeros) {
  const float nan = kernels::not_a_number;
  EXPECT_EQ(kernels::min(nan, 1.0f), 1.0f);
  EXPECT_EQ(kernels::max(nan, 1.0f), 1.0f);
  EXPECT_TRUE(std::isnan(kernels::min(1.0f, nan)));
  EXPECT_TRUE(std::isnan(kernels::max(1.0f, nan)));
  EXPECT_TRUE(std::signbit(kernels::min(0.0f, -0.0f)));
  EXPECT_FALSE(std::signbit(kernels::max(-0.0f, 0.0f)));
  EXPECT_TRUE(std::isnan(kernels::clamp(nan, 0.0f, 1.0f)));
  EXPECT_TRUE(std::signbit(kernels::clamp(-0.0f, 0.0f, 1.0f)));
}

TEST(Quaternions, RotateAboutAnAxisByTheRightHand) {
  const Quat quarter = kernels::from_axis_angle({0, 0, 1}, kernels::pi / 2);
  expect_near(kernels::rotate(quarter, {1, 0, 0}), {0, 1, 0});
  expect_near(kernels::rotate(quarter, {0, 1, 0}), {-1, 0, 0});
  EXPECT_EQ(kernels::rotate(kernels::identity, Vec3{1, 2, 3}), (Vec3{1, 2, 3}));
}

TEST(Quaternions, ProductRotatesByTheSecondThenTheFirst) {
  Random random({1, 4}, 0, 0, 0, 0);
  for (int i = 0; i < 1000; ++i) {
    const Quat a = any_rotation(random);
    const Quat b = any_rotation(random);
    const Vec3 v = any_vector(random);
    expect_near(kernels::rotate(a * b, v), kernels::rotate(a, kernels::rotate(b, v)));
  }
}

TEST(Quaternions, ConjugateUndoesTheRotation) {
  Random random({1, 5}, 0, 0, 0, 0);
  for (int i = 0; i < 1000; ++i) {
    const Quat q = any_rotation(random);
    const Vec3 v = any_vector(random);
    expect_near(kernels::rotate(kernels::conjugate(q), kernels::rotate(q, v)), v);
    expect_near(q * kernels::conjugate(q), kernels::identity);
    EXPECT_NEAR(kernels::length(kernels::rotate(q, v)), kernels::length(v), tolerance);
  }
}

TEST(Quaternions, OfNoLengthNormalizeToTheIdentity) {
  EXPECT_EQ(kernels::normalize(Quat{0, 0, 0, 0}), kernels::identity);
}

TEST(Quaternions, IntegrateFollowsTheAngularVelocity) {
  Quat q = kernels::identity;
  for (int i = 0; i < 1000; ++i)
    q = kernels::integrate(q, {0, 0, 1.5f}, 1e-3f);
  const Quat wanted = kernels::from_axis_angle({0, 0, 1}, 1.5f);
  EXPECT_NEAR(q.w, wanted.w, 1e-5);
  EXPECT_NEAR(q.z, wanted.z, 1e-5);
  EXPECT_EQ(kernels::integrate(kernels::identity, {0, 0, 0}, 0.1f), kernels::identity);
}

}  // namespace
