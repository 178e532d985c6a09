/// Masses are spread as sums over small parts of the solids say.
#include <gtest/gtest.h>

#include <array>

#include "systems/rigid/mass.hpp"
#include "tests/unit/systems/rigid/contact.hpp"

namespace starling::systems::testing {
namespace {

/// Of a solid of mass 1: its centre, and the tensor of inertia about it.
struct Spread {
  tests::Point centre{};
  std::array<tests::Point, 3> inertia{};
};

/// The middles of cubes, `parts` on the longest side, that lie within.
Spread by_parts(const Shape& shape, int parts) {
  const tests::Solid solid(shape, at({}));
  const double x = solid.reach({1, 0, 0}), y = solid.reach({0, 1, 0}), z = solid.reach({0, 0, 1});
  const double half = std::max({x, y, z});
  double mass = 0;
  tests::Point sum{};
  std::array<tests::Point, 3> squares{};
  for (int i = 0; i < parts * parts * parts; ++i) {
    const auto middle = [&](int n) { return half * ((2.0 * n + 1.0) / parts - 1.0); };
    const tests::Point at{middle(i % parts), middle(i / parts % parts), middle(i / parts / parts)};
    if (solid.outside(at) > 0) continue;
    mass += 1;
    for (std::size_t a = 0; a < 3; ++a) {
      sum[a] += at[a];
      for (std::size_t b = 0; b < 3; ++b)
        squares[a][b] += at[a] * at[b];
    }
  }
  Spread spread;
  spread.centre = tests::scaled(sum, 1 / mass);
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b)
      squares[a][b] = squares[a][b] / mass - spread.centre[a] * spread.centre[b];
  }
  const double all = squares[0][0] + squares[1][1] + squares[2][2];
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b)
      spread.inertia[a][b] = (a == b ? all : 0) - squares[a][b];
  }
  return spread;
}

/// With parts of 1 / 100 of a side the surface is off by half a part here and there, which moves a
/// moment by some 1%.
void expect_spread(const Shape& shape) {
  constexpr float mass_kg = 3;
  const MassProperties got = mass_properties_of(shape, mass_kg);
  const Spread want = by_parts(shape, 100);
  const double size = want.inertia[0][0] + want.inertia[1][1] + want.inertia[2][2];
  EXPECT_NEAR(got.centre_m.x, want.centre[0], 0.01);
  EXPECT_NEAR(got.centre_m.y, want.centre[1], 0.01);
  EXPECT_NEAR(got.centre_m.z, want.centre[2], 0.01);
  const std::array<double, 3> moments{got.moments_kgm2.x, got.moments_kgm2.y, got.moments_kgm2.z};
  const std::array<tests::Point, 3> axes{tests::turned(got.frame, {1, 0, 0}),
                                         tests::turned(got.frame, {0, 1, 0}),
                                         tests::turned(got.frame, {0, 0, 1})};
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      double moment = 0;
      for (std::size_t i = 0; i < 3; ++i)
        moment += axes[i][a] * moments[i] * axes[i][b];
      EXPECT_NEAR(moment / mass_kg, want.inertia[a][b], 0.01 * size) << a << " " << b;
    }
  }
}

TEST(MassProperties, AreThoseOfSumsOverParts) {
  expect_spread(sphere(0.5F));
  expect_spread(capsule(0.5F, 0.7F));
  expect_spread(capsule(0.25F, 1.5F));
  expect_spread(box({1, 0.5F, 0.8F}));
  expect_spread(wedge({1, 0.5F, 0.8F}));
  expect_spread(wedge({0.3F, 1, 0.4F}));
  expect_spread(wedge({0.5F, 1, 1}));
}

TEST(MassProperties, OfKnownSolidsAreThoseOfTheTables) {
  expect_near(inertia_of(sphere(2), 5), {8, 8, 8}, rounding_m, "2/5 m r^2");
  expect_near(inertia_of(box({1, 2, 3}), 3), {13, 10, 5}, rounding_m, "m/3 (b^2 + c^2)");
  // without length a sphere, and without radius a rod
  expect_near(inertia_of(capsule(2, 0), 5), {8, 8, 8}, rounding_m, "sphere");
  expect_near(inertia_of(capsule(0, 3), 2), {6, 6, 0}, rounding_m, "m l^2 / 12");
  expect_near(inertia_of(capsule(0, 0), 2), {0, 0, 0}, 0, "point");
}

/// y and z change places: the principal axes lie at 45 degrees.
TEST(MassProperties, OfASymmetricWedgeLieAcrossItsSlope) {
  const MassProperties mass = mass_properties_of(wedge({1, 3, 3}), 1);
  expect_near(mass.centre_m, {0, 1, -1}, rounding_m, "centre");
  const Vec3 along = rotate(mass.frame, {0, 1, 0});
  EXPECT_NEAR(along.y, along.z, rounding_m);
  // mean squares along and across the slope: 3, 1
  expect_near(mass.moments_kgm2, {4, 1 + 1.0F / 3, 3 + 1.0F / 3}, rounding_m, "moments");
}

TEST(MassProperties, OfAPlaneNothingMoves) {
  EXPECT_EQ(inertia_of(plane(), 1).x, kernels::infinity);
}

}  // namespace
}  // namespace starling::systems::testing
