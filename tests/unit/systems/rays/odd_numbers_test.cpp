/// Casts with NaN, infinite and huge numbers in ray and body.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "systems/rays/cast.hpp"

namespace starling::systems {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

constexpr std::array<ShapeKind, 5> kinds = {ShapeKind::Sphere, ShapeKind::Capsule, ShapeKind::Box,
                                            ShapeKind::Wedge, ShapeKind::Plane};

/// All floats of a cast at a body that the ray hits.
struct Numbers {
  std::array<float, 17> all{0.0F, 0.0F, 5.0F, 0.0F, 0.0F, -1.0F, 100.0F,  // the ray
                            1.0F, 1.0F, 1.0F,                             // half_m
                            0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F,  0.0F};   // the pose

  float cast_at(ShapeKind kind) const {
    const Ray ray{{all[0], all[1], all[2]}, {all[3], all[4], all[5]}, all[6]};
    const Shape shape{{all[7], all[8], all[9]}, static_cast<std::int32_t>(kind)};
    const Pose pose{{all[10], all[11], all[12]}, {all[13], all[14], all[15], all[16]}};
    return cast(ray, shape, pose);
  }
};

/// Whether the number is one that the cast at the kind depends on.
bool is_used(std::size_t number, ShapeKind kind) {
  const bool is_half = number >= 7 && number < 10;
  const bool is_turn = number >= 13;
  if (kind == ShapeKind::Plane) return !is_half;
  if (kind == ShapeKind::Sphere) return !is_turn && (!is_half || number == 7);
  return kind != ShapeKind::Capsule || number != 8;
}

TEST(Cast, MissesWhereThereIsNaNAndGivesNone) {
  for (const ShapeKind kind : kinds) {
    EXPECT_LT(Numbers{}.cast_at(kind), no_hit);
    for (std::size_t number = 0; number < 17; ++number) {
      Numbers numbers;
      numbers.all[number] = nan;
      const float got = numbers.cast_at(kind);
      EXPECT_EQ(got == no_hit, is_used(number, kind)) << static_cast<int>(kind) << " " << number;
    }
  }
}

TEST(Cast, GivesNoNaNForInfiniteAndHugeNumbers) {
  for (const ShapeKind kind : kinds) {
    for (std::size_t number = 0; number < 17 * 17; ++number) {
      for (const float huge : {infinity, -infinity, 3e38F, -3e38F, 1e20F, 1e-40F, -0.0F}) {
        Numbers numbers;
        numbers.all[number / 17] = huge;
        numbers.all[number % 17] = huge;
        const float got = numbers.cast_at(kind);
        EXPECT_TRUE(got >= 0.0F) << static_cast<int>(kind) << " " << number << " " << huge << " "
                                 << got;
      }
    }
  }
}

}  // namespace
}  // namespace starling::systems
