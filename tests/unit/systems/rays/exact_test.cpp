/// Casts and sweeps in float32 against exact ones in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "systems/rays/cast.hpp"
#include "systems/rays/level.hpp"
#include "systems/rays/sweep.hpp"
#include "systems/rays/tilted_view.hpp"
#include "tests/support/drawn_rays.hpp"
#include "tests/support/exact_casts.hpp"

namespace starling::tests {
namespace {

using systems::ShapeKind;

constexpr std::uint32_t cases = 40000;
constexpr auto range_m = static_cast<double>(drawn_range_m);

double distance_m(const DrawnCast& drawn) {
  return size_of(along(real(drawn.ray.origin_m), real(drawn.pose.position_m), -1.0));
}

/// How far rounding may seem to move a body's surface. Turning the origin into the body's frame
/// takes six roundings a component, of numbers up to twice its size, and so does the direction,
/// times the way; the solid itself a few more: below 32 units of 2^-24, of the distance, the size
/// and the way.
double surface_error_m(const DrawnCast& drawn, float got_m) {
  const double way_m = static_cast<double>(std::min(got_m, drawn.ray.range_m));
  const bool is_endless = systems::kind_of(drawn.shape) == ShapeKind::Plane;
  return 32.0 * 0x1p-24 *
         (distance_m(drawn) + size_of(real(drawn.shape.half_m)) + (is_endless ? way_m : 0.0));
}

/// A distance is right if the body, shrunk by the error, is not hit before, and grown by it, not
/// after; a miss, if the shrunk body is missed or out of range. This holds at edges and in grazing,
/// where distances themselves may differ by anything.
::testing::AssertionResult lies_between(float got, double of_grown, double of_shrunk,
                                        double error) {
  const auto distance = static_cast<double>(got);
  const double latest = of_shrunk > range_m - error ? never : of_shrunk;
  if (distance >= of_grown - error && distance <= latest + error)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << got << " is not between " << of_grown << " and " << latest << " +- " << error;
}

struct Counts {
  int hits = 0;
  int misses = 0;

  void add(float distance) { ++(distance < systems::no_hit ? hits : misses); }
  /// Enough of both that neither claim is empty.
  bool are_mixed() const { return std::min(hits, misses) * 8 >= hits + misses; }
};

class EachKind : public ::testing::TestWithParam<ShapeKind> {
 protected:
  static DrawnCast drawn(std::uint32_t index) {
    return drawn_cast(index, static_cast<std::uint32_t>(GetParam()));
  }
};

TEST_P(EachKind, IsHitWhereTheExactSolidIs) {
  Counts counts;
  for (std::uint32_t index = 0; index < cases; ++index) {
    const DrawnCast at = drawn(index);
    const float got = systems::cast(at.ray, at.shape, at.pose);
    const double error = surface_error_m(at, got);
    counts.add(got);
    ASSERT_TRUE(lies_between(got, exact_cast(at.ray, at.shape, at.pose, error),
                             exact_cast(at.ray, at.shape, at.pose, -error), error))
        << "case " << index;
  }
  EXPECT_TRUE(counts.are_mixed()) << counts.hits << " hits, " << counts.misses << " misses";
}

TEST_P(EachKind, IsTouchedByABallWhereTheExactSolidIs) {
  Counts counts;
  for (std::uint32_t index = 0; index < cases / 16; ++index) {
    const DrawnCast at = drawn(index);
    const float radius = index % 3 == 0 ? 0.01F : 0.4F;
    const float got = systems::sweep(at.ray, radius, at.shape, at.pose);
    // a gap of such a part of the distance and the radius counts as a touch
    const double touching = 0x1p-21 * (distance_m(at) + static_cast<double>(radius));
    const double error = surface_error_m(at, got) + touching;
    counts.add(got);
    const double larger = static_cast<double>(radius) + error;
    const double smaller = static_cast<double>(radius) - error;
    ASSERT_TRUE(lies_between(got, exact_sweep(at.ray, larger, at.shape, at.pose, range_m),
                             exact_sweep(at.ray, smaller, at.shape, at.pose, range_m), error))
        << "case " << index;
  }
  EXPECT_TRUE(counts.are_mixed()) << counts.hits << " hits, " << counts.misses << " misses";
}

INSTANTIATE_TEST_SUITE_P(Casts, EachKind,
                         ::testing::Values(ShapeKind::Sphere, ShapeKind::Capsule, ShapeKind::Box,
                                           ShapeKind::Wedge, ShapeKind::Plane));

/// Boxes and wedges, which level rays meet through prepared planes.
class EachFlatKind : public EachKind {
 protected:
  /// Draws level rays at bodies of some poses, and compares `cast_at(case)` with the exact casts.
  template <class IsWanted, class CastAt>
  static void compare(IsWanted is_wanted, CastAt cast_at) {
    Counts counts;
    for (std::uint32_t index = 0; index < 2 * cases; ++index) {
      const DrawnCast at = drawn(index);
      if (at.ray.direction.z != 0.0F || !is_wanted(at.pose.rotation)) continue;
      const float got = cast_at(at);
      const double error = surface_error_m(at, got);
      counts.add(got);
      ASSERT_TRUE(lies_between(got, exact_cast(at.ray, at.shape, at.pose, error),
                               exact_cast(at.ray, at.shape, at.pose, -error), error))
          << "case " << index;
    }
    EXPECT_TRUE(counts.are_mixed()) << counts.hits << " hits, " << counts.misses << " misses";
  }
};

TEST_P(EachFlatKind, IsHitUprightByLevelRaysWhereTheExactSolidIs) {
  compare([](kernels::Quat turn) { return turn.x == 0.0F && turn.y == 0.0F; },
          [](const DrawnCast& at) {
            return systems::cast_level(at.ray, systems::upright_box(at.shape, at.pose));
          });
}

TEST_P(EachFlatKind, IsHitInAnyPoseByLevelRaysWhereTheExactSolidIs) {
  compare([](kernels::Quat) { return true; },
          [](const DrawnCast& at) {
            const kernels::Vec2 direction{at.ray.direction.x, at.ray.direction.y};
            const systems::TiltedView view =
                systems::tilted_view(at.shape, at.pose, at.ray.origin_m);
            const systems::RayHit hit =
                to_ray_hit(systems::look({}, view, direction, 0), at.ray.range_m);
            return hit.body == 0 ? hit.distance_m : systems::no_hit;
          });
}

INSTANTIATE_TEST_SUITE_P(Casts, EachFlatKind, ::testing::Values(ShapeKind::Box, ShapeKind::Wedge));

}  // namespace
}  // namespace starling::tests
