/// What the tests of contacts ask of one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include "systems/rigid/touch.hpp"
#include "tests/support/rigid_pairs.hpp"
#include "tests/support/rigid_solids.hpp"

namespace starling::systems::testing {

using kernels::Quat;
using kernels::Vec3;

/// Some dozens of roundings of lengths and positions of up to 8 m: of 2^-22 m each.
inline constexpr double rounding_m = 1e-5;

inline Pose at(Vec3 position_m, Quat rotation = kernels::identity) {
  return {position_m, rotation};
}
/// By the right hand.
inline Quat turn_about(Vec3 axis, double angle_deg) {
  return kernels::from_axis_angle(axis, static_cast<float>(angle_deg * 3.14159265358979 / 180.0));
}

inline void expect_near(Vec3 got, Vec3 want, double tolerance, const char* what) {
  EXPECT_NEAR(got.x, want.x, tolerance) << what;
  EXPECT_NEAR(got.y, want.y, tolerance) << what;
  EXPECT_NEAR(got.z, want.z, tolerance) << what;
}

/// One contact point, all of whose numbers are known.
inline void expect_one_point(const Manifold& manifold, Vec3 normal, Vec3 position_m,
                             double separation_m) {
  ASSERT_EQ(manifold.points, 1);
  expect_near(manifold.normal, normal, rounding_m, "normal");
  expect_near(manifold.point[0].position_m, position_m, rounding_m, "position");
  EXPECT_NEAR(manifold.point[0].separation_m, separation_m, rounding_m);
}

/// Points at these positions in any order, all equally far apart.
template <std::size_t count>
void expect_points(const Manifold& manifold, Vec3 normal, const Vec3 (&positions_m)[count],
                   double separation_m) {
  ASSERT_EQ(manifold.points, static_cast<int>(count));
  expect_near(manifold.normal, normal, rounding_m, "normal");
  for (const Vec3& position_m : positions_m) {
    double nearest_m = 1e9;
    for (int i = 0; i < manifold.points; ++i) {
      const Vec3 between = manifold.point[i].position_m - position_m;
      nearest_m = std::min<double>(nearest_m, kernels::length(between));
    }
    EXPECT_LE(nearest_m, rounding_m) << position_m.x << " " << position_m.y << " " << position_m.z;
  }
  for (int i = 0; i < manifold.points; ++i)
    EXPECT_NEAR(manifold.point[i].separation_m, separation_m, rounding_m);
}

inline double deepest(const Manifold& manifold) {
  double deepest_m = 1e9;
  for (int i = 0; i < manifold.points; ++i)
    deepest_m = std::min<double>(deepest_m, manifold.point[i].separation_m);
  return deepest_m;
}

inline std::set<std::uint32_t> features(const Manifold& manifold) {
  std::set<std::uint32_t> features;
  for (int i = 0; i < manifold.points; ++i)
    features.insert(manifold.point[i].feature);
  return features;
}

/// How much less a chosen axis may separate than the best: see systems/rigid/tolerances.hpp.
inline double preference(double separation_m) {
  return 1.0 / 2048.0 + 0.05 * std::abs(separation_m);
}

/// touch, compiled once for all test files: it is inlined wherever it is called.
Manifold contact_of(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    float reach_m);
inline Manifold touch_pair(const tests::RigidPair& pair, float reach_m) {
  return contact_of(pair.a, pair.pose_a, pair.b, pair.pose_b, reach_m);
}
inline Manifold touch_exchanged(const tests::RigidPair& pair, float reach_m) {
  return contact_of(pair.b, pair.pose_b, pair.a, pair.pose_a, reach_m);
}

/// Calls visit(pair) for so many pairs of each two kinds.
template <class Visit>
void for_all_kinds(std::uint32_t pairs, Visit visit) {
  for (int a = 0; a < 5; ++a) {
    for (int b = 0; b < 5; ++b) {
      for (std::uint32_t index = 0; index < pairs; ++index) {
        SCOPED_TRACE(::testing::Message() << "kinds " << a << " and " << b << ", pair " << index);
        visit(tests::random_pair(index, static_cast<ShapeKind>(a), static_cast<ShapeKind>(b)));
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

}  // namespace starling::systems::testing
