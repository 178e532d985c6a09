/// No point of a body is faster than what the solver takes for its fastest.
#include "systems/rigid/speed.hpp"

#include <gtest/gtest.h>

namespace starling::tests {
namespace {

using kernels::Vec3;

TEST(Speed, OfACapsuleIsThatOfItsTips) {
  // the tips are the radius and half the length away from the middle
  const systems::Motion turning{{}, {0.0F, 3.0F, 0.0F}};
  EXPECT_FLOAT_EQ(fastest_mps(turning, systems::capsule(0.5F, 2.0F)), 3.0F * 2.5F);
}

TEST(Speed, OfABoxIsThatOfItsCorners) {
  const systems::Motion turning{{}, {0.0F, 0.0F, 2.0F}};
  EXPECT_FLOAT_EQ(fastest_mps(turning, systems::box({2.0F, 3.0F, 6.0F})), 2.0F * 7.0F);
}

TEST(Speed, AddsWhatMovingAndTurningDo) {
  const systems::Motion motion{{3.0F, 0.0F, 4.0F}, {1.0F, 0.0F, 0.0F}};
  EXPECT_FLOAT_EQ(fastest_mps(motion, systems::sphere(0.5F)), 5.0F + 0.5F);
}

TEST(Speed, OfAPlaneThatDoesNotTurnIsItsOwn) {
  EXPECT_EQ(fastest_mps({{2.0F, 0.0F, 0.0F}, {}}, systems::plane()), 2.0F);
}

}  // namespace
}  // namespace starling::tests
