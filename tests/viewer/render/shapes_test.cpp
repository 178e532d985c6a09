// Every kind of shape fills what it should in its colour, and no more.
#include <limits>

#include "tests/viewer/render/drawn.hpp"
#include "viewer/render/picking.hpp"

namespace starling::tests {
namespace {

using kernels::Vec2;
using viewer::Image;
using viewer::Lens;

class Shapes : public Drawing {
 protected:
  void expect(const Canvas& canvas, std::initializer_list<Vec2> inside,
              std::initializer_list<Vec2> outside) {
    const Image image = draw(canvas, from_above(), window);
    for (const Vec2 at : inside)
      EXPECT_EQ(hex_at(image, at), 0xe04040U) << at.x << ' ' << at.y;
    for (const Vec2 at : outside) {
      EXPECT_EQ(hex_at(image, at), background_hex) << at.x << ' ' << at.y;
    }
  }
};

TEST_F(Shapes, DiscFillsItsRadius) {
  Canvas canvas = empty_canvas();
  canvas.disc({0.3F, 0.2F}, 0.25F, red);
  expect(canvas, {{0.3F, 0.2F}, {0.53F, 0.2F}, {0.3F, 0.43F}},
         {{0.57F, 0.2F}, {0.3F, -0.07F}, {0.5F, 0.4F}});
}

TEST_F(Shapes, BoxFillsItsExtentsAndIsTurned) {
  Canvas canvas = empty_canvas();
  canvas.box({-0.2F, 0.1F}, {0.5F, 0.1F}, red, 1.5707964F);
  expect(canvas, {{-0.2F, 0.58F}, {-0.12F, -0.38F}}, {{0.0F, 0.1F}, {-0.2F, 0.63F}});
}

TEST_F(Shapes, RoundedBoxLacksItsCorners) {
  Canvas canvas = empty_canvas();
  canvas.box({0.0F, 0.0F}, {0.5F, 0.4F}, red, 0.0F, 0.2F);
  expect(canvas, {{0.47F, 0.0F}, {0.0F, 0.37F}, {0.42F, 0.3F}}, {{0.48F, 0.38F}, {0.53F, 0.0F}});
}

TEST_F(Shapes, LineHasItsWidthAndRoundEnds) {
  Canvas canvas = empty_canvas();
  canvas.line({-0.5F, -0.5F}, {0.5F, 0.5F}, 0.2F, red);
  expect(canvas, {{0.0F, 0.0F}, {0.55F, 0.55F}, {0.06F, -0.06F}}, {{0.1F, -0.1F}, {0.6F, 0.6F}});
}

TEST_F(Shapes, TriangleFillsItsCornersWhicheverWayTheyTurn) {
  const Vec2 a{-0.6F, -0.4F};
  const Vec2 b{0.7F, -0.3F};
  const Vec2 c{0.1F, 0.6F};
  for (const bool mirrored : {false, true}) {
    Canvas canvas = empty_canvas();
    canvas.triangle(mirrored ? b : a, mirrored ? a : b, c, red);
    expect(canvas, {{0.0F, 0.0F}, {-0.5F, -0.37F}, {0.1F, 0.55F}},
           {{-0.4F, 0.0F}, {0.5F, 0.2F}, {0.0F, -0.4F}});
  }
}

TEST_F(Shapes, TriangleWithoutAreaIsARoundLineOrADisc) {
  Canvas canvas = empty_canvas();
  canvas.triangle({-0.5F, 0.0F}, {0.5F, 0.0F}, {0.2F, 0.0F}, red, 0.1F);
  canvas.triangle({0.0F, 0.6F}, {0.0F, 0.6F}, {0.0F, 0.6F}, red, 0.2F);
  expect(canvas, {{0.0F, 0.0F}, {0.57F, 0.0F}, {0.0F, 0.6F}, {0.1F, 0.72F}},
         {{0.0F, 0.13F}, {0.64F, 0.0F}, {0.17F, 0.77F}});
}

TEST_F(Shapes, SectorFillsItsAngle) {
  Canvas canvas = empty_canvas();
  canvas.sector({0.0F, 0.0F}, 0.8F, 1.5707964F, 0.5F, red);
  expect(canvas, {{0.0F, 0.75F}, {0.3F, 0.6F}, {0.0F, 0.1F}},
         {{0.4F, 0.5F}, {0.0F, -0.1F}, {0.0F, 0.84F}});
}

TEST_F(Shapes, SectorOfMoreThanAHalfLeavesOnlyTheRestOpen) {
  Canvas canvas = empty_canvas();
  canvas.sector({0.0F, 0.0F}, 0.8F, 0.0F, 2.8F, red);
  expect(canvas, {{0.7F, 0.0F}, {-0.5F, 0.4F}, {0.0F, -0.7F}}, {{-0.6F, 0.0F}, {0.7F, 0.7F}});
}

TEST_F(Shapes, OutlineIsInsideTheEdge) {
  Canvas canvas = empty_canvas();
  canvas.disc({0.0F, 0.0F}, 0.5F, red, {0.1F, 0.0F});
  expect(canvas, {{0.45F, 0.0F}, {0.0F, -0.45F}}, {{0.0F, 0.0F}, {0.35F, 0.0F}, {0.55F, 0.0F}});
}

TEST_F(Shapes, SoftEdgeFadesOverItsSoftness) {
  Canvas canvas = empty_canvas();
  canvas.disc({0.0F, 0.0F}, 0.5F, red, {0.0F, 0.4F});
  expect(canvas, {{0.0F, 0.0F}, {0.28F, 0.0F}}, {{0.73F, 0.0F}});
  const Image image = draw(canvas, from_above(), window);
  EXPECT_NEAR(image.pixel(150, 100)[0], (0xe0 + 0x10) / 2, 6);
}

TEST_F(Shapes, HalfOfTheColorIsSeenThroughHalfAlpha) {
  Canvas canvas = empty_canvas();
  canvas.box({0.0F, 0.0F}, {0.5F, 0.5F}, with_alpha(red, 0.5F));
  const Image image = draw(canvas, from_above(), window);
  EXPECT_NEAR(image.pixel(100, 100)[0], (0xe0 + 0x10) / 2, 2);
  EXPECT_NEAR(image.pixel(100, 100)[2], (0x40 + 0x30) / 2, 2);
}

TEST_F(Shapes, ThinLineHasTheInkOfItsWidth) {
  const auto ink_of = [this](float width) {
    Canvas canvas = empty_canvas();
    canvas.line({-0.8F, 0.013F}, {0.8F, 0.013F}, width, red);
    const Image image = draw(canvas, from_above(), window);
    float ink = 0.0F;
    for (int y = 0; y < 200; ++y)
      ink += static_cast<float>(image.pixel(100, y)[0]) - 16.0F;
    return ink / 208.0F;  // in pixels
  };
  EXPECT_NEAR(ink_of(0.04F), 4.0F, 0.2F);
  EXPECT_NEAR(ink_of(0.005F), 0.5F, 0.06F);
  EXPECT_NEAR(ink_of(0.001F), 0.1F, 0.04F);
}

TEST_F(Shapes, NumbersThatAreNoneAndHugeOnesSpoilNoOtherShape) {
  const float none = std::numeric_limits<float>::quiet_NaN();
  const float huge = std::numeric_limits<float>::max();
  Canvas canvas = empty_canvas();
  for (const float bad : {none, huge, -huge, std::numeric_limits<float>::infinity()}) {
    canvas.set_height(bad);
    canvas.disc({bad, 0.0F}, 0.1F, blue);
    canvas.set_height(0.0F);
    canvas.disc({bad, 0.0F}, 0.1F, blue);
    canvas.triangle({bad, bad}, {0.0F, 0.0F}, {bad, 0.0F}, {bad, bad, bad, 0.0F});
    canvas.sector({0.0F, bad}, 0.1F, bad, bad, blue);
    canvas.box({-0.9F, -0.9F}, {0.05F, 0.05F}, {none, none, none, 1.0F}, bad, bad);
    canvas.ball({bad, 0.0F, 0.0F}, 0.1F, blue);
    canvas.capsule({bad, bad, bad}, {0.0F, 0.0F, 0.0F}, 0.1F, blue);
    canvas.label("bad", {bad, bad}, 0.1F, blue);
  }
  canvas.disc({0.0F, 0.5F}, 0.2F, red);
  expect(canvas, {{0.0F, 0.5F}}, {{0.5F, 0.5F}});
  EXPECT_EQ(pick(canvas, from_above(), window, {100.0F, 50.0F}), std::nullopt);
}

}  // namespace
}  // namespace starling::tests
