// A canvas keeps shapes where they were put.
#include "engine/canvas.hpp"

#include <gtest/gtest.h>

namespace starling {
namespace {

using kernels::Vec2;
using kernels::Vec3;

TEST(Canvas, ALineReachesFromEndToEnd) {
  Canvas canvas;
  canvas.line({1.0F, 2.0F}, {4.0F, 6.0F}, 0.5F, rgb(0xffffff));
  const FlatShape& line = canvas.flat_shapes().front();
  EXPECT_FLOAT_EQ(line.a.x, 2.5F);
  EXPECT_FLOAT_EQ(line.a.y, 4.0F);
  EXPECT_FLOAT_EQ(line.b.x, 2.5F);
  EXPECT_FLOAT_EQ(line.radius, 0.25F);
  EXPECT_NEAR(kernels::cos(line.angle_rad), 0.6F, 1e-6F);
  EXPECT_NEAR(kernels::sin(line.angle_rad), 0.8F, 1e-6F);
}

TEST(Canvas, ABoxIsAsLargeAsToldHoweverRound) {
  Canvas canvas;
  canvas.box({}, {2.0F, 1.0F}, {}, 0.0F, 5.0F);
  const FlatShape& box = canvas.flat_shapes().front();
  EXPECT_FLOAT_EQ(box.radius, 1.0F);
  EXPECT_FLOAT_EQ(box.b.x + box.radius, 2.0F);
  EXPECT_FLOAT_EQ(box.b.y + box.radius, 1.0F);
}

TEST(Canvas, ACapsulesAxisPointsFromEndToEnd) {
  for (const Vec3 end : {Vec3{0, 0, 2}, Vec3{0, 0, -2}, Vec3{3, 0, 0}, Vec3{1, -2, 0.5F}}) {
    Canvas canvas;
    const Vec3 from{0.5F, -1.0F, 2.0F};
    canvas.capsule(from, from + end, 0.1F, {});
    const SolidShape& capsule = canvas.solid_shapes().front();
    const Vec3 tip =
        capsule.center + kernels::rotate(capsule.rotation, Vec3{0.0F, 0.0F, capsule.half.z});
    EXPECT_NEAR(kernels::length(tip - (from + end)), 0.0F, 1e-5F);
  }
}

TEST(Canvas, ShapesAreOfTheSubjectThatWasSet) {
  Canvas canvas;
  canvas.disc({}, 1.0F, {});
  canvas.set_subject({2, 7});
  canvas.disc({}, 1.0F, {});
  canvas.ball({}, 1.0F, {});
  EXPECT_EQ(canvas.flat_shapes()[0].subject, Subject{});
  EXPECT_EQ(canvas.flat_shapes()[1].subject, (Subject{2, 7}));
  EXPECT_EQ(canvas.solid_shapes()[0].subject, (Subject{2, 7}));
}

TEST(Canvas, ColoursAreAsWritten) {
  EXPECT_FLOAT_EQ(rgb(0xff8000).red, 1.0F);
  EXPECT_FLOAT_EQ(rgb(0xff8000).green, 128.0F / 255.0F);
  EXPECT_FLOAT_EQ(mix(rgb(0x000000), rgb(0xffffff), 0.25F).blue, 0.25F);
}

}  // namespace
}  // namespace starling
