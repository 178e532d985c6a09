// Shapes are drawn where the camera has them, one over the other, within their viewports.
#include <cmath>
#include <vector>

#include "tests/viewer/render/drawn.hpp"

namespace starling::tests {
namespace {

using kernels::Vec2;
using kernels::Vec3;
using viewer::FrameTarget;
using viewer::from_plane;
using viewer::Image;
using viewer::Lens;
using viewer::Placed;
using viewer::Viewport;

class Placing : public Drawing {};

/// The middle of what differs from the background, weighted by how much, in pixels.
Vec2 middle_of_ink(const Image& image) {
  Vec2 sum{0.0F, 0.0F};
  float weight = 0.0F;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const float ink = std::abs(static_cast<float>(image.pixel(x, y)[0]) - 16.0F);
      sum += Vec2{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F} * ink;
      weight += ink;
    }
  }
  return sum / weight;
}

TEST_F(Placing, LaterShapesLieOverEarlierOnes) {
  Canvas canvas = empty_canvas();
  canvas.set_height(0.5F);
  canvas.disc({0.0F, 0.0F}, 0.5F, blue);
  canvas.set_height(0.0F);
  canvas.disc({0.3F, 0.0F}, 0.5F, red);
  const Image image = draw(canvas, from_above(), window);
  EXPECT_EQ(hex_at(image, {0.0F, 0.0F}), 0xe04040U);
  EXPECT_EQ(hex_at(image, {-0.3F, 0.0F}), 0x4060e0U);
}

TEST_F(Placing, LandAtThePixelToWhichTheyProject) {
  for (const Plane plane : {Plane::Ground, Plane::Upright}) {
    Canvas canvas = empty_canvas(plane);
    const Vec2 at{0.37F, -0.21F};
    canvas.set_height(0.1F);
    canvas.disc(at, 0.03F, red);
    viewer::OrbitCamera orbit = fit_orbit(canvas.view(), window);
    orbit.turn({40.0F, -10.0F});
    for (const Lens& lens : {from_above(plane), orbit.lens(window)}) {
      const Vec2 middle = middle_of_ink(draw(canvas, lens, window));
      const auto pixel = project(lens, window, from_plane(plane, at, 0.1F));
      EXPECT_NEAR(middle.x, pixel->x, 0.5F);
      EXPECT_NEAR(middle.y, pixel->y, 0.5F);
    }
  }
}

TEST_F(Placing, BodiesLandAtThePixelToWhichTheyProject) {
  Canvas canvas = empty_canvas(Plane::Upright);
  const Vec3 at{0.4F, 0.2F, -0.3F};
  canvas.ball(at, 0.05F, rgb(0xffffff));
  for (const Lens& lens :
       {from_above(Plane::Upright), fit_orbit(canvas.view(), window).lens(window)}) {
    const Vec2 middle = middle_of_ink(draw(canvas, lens, window));
    const auto pixel = project(lens, window, at);
    EXPECT_NEAR(middle.x, pixel->x, 1.0F);
    EXPECT_NEAR(middle.y, pixel->y, 1.0F);
  }
}

TEST_F(Placing, BodiesHideWhatIsBehindThemAndNotWhatIsBefore) {
  Canvas canvas = empty_canvas();
  canvas.box({0.0F, 0.0F}, {0.9F, 0.9F}, blue);
  canvas.solid_box({0.0F, 0.0F, 0.2F}, {0.3F, 0.3F, 0.2F}, rgb(0xffffff));
  canvas.set_height(0.5F);
  canvas.disc({0.2F, 0.0F}, 0.05F, red);
  canvas.set_height(0.1F);
  canvas.disc({-0.2F, 0.0F}, 0.05F, red);
  const Image image = draw(canvas, from_above(), window);
  EXPECT_EQ(hex_at(image, {0.2F, 0.0F}), 0xe04040U);
  EXPECT_GT(image.pixel(80, 100)[2], 0x90);  // neither red
  EXPECT_GT(image.pixel(80, 100)[1], 0x90);  // nor the blue floor
  EXPECT_EQ(hex_at(image, {-0.8F, -0.8F}), 0x4060e0U);
}

TEST_F(Placing, BodiesCastShadowsOnTheGround) {
  Canvas canvas = empty_canvas();
  canvas.box({0.0F, 0.0F}, {0.95F, 0.95F}, rgb(0xc0c0c0));
  canvas.ball({0.0F, 0.0F, 0.2F}, 0.2F, red);
  const Image image = draw(canvas, from_above(), window);
  EXPECT_LT(hex_at(image, {0.2F, 0.2F}) & 0xffU, 0xb0U);
  EXPECT_EQ(hex_at(image, {-0.6F, -0.6F}), 0xc0c0c0U);
}

TEST_F(Placing, LabelHasItsInkAboutItsPlace) {
  Canvas canvas = empty_canvas();
  canvas.label("HHH", {0.2F, -0.4F}, 0.2F, rgb(0xffffff));
  const Image image = draw(canvas, from_above(), window);
  const Vec2 middle = middle_of_ink(image);
  EXPECT_NEAR(middle.x, 120.0F, 1.5F);
  EXPECT_NEAR(middle.y, 140.0F, 1.5F);
  // the letters are 20 pixels high: rows 130 to 150
  const auto inked = [&](int y) {
    bool any = false;
    for (int x = 0; x < 200; ++x)
      any = any || image.pixel(x, y)[0] > 0x90;
    return any;
  };
  EXPECT_TRUE(inked(131));
  EXPECT_TRUE(inked(148));
  EXPECT_FALSE(inked(128));
  EXPECT_FALSE(inked(152));
}

TEST_F(Placing, ViewportsAreCountedFromTheTopAndLeaveTheRestAlone) {
  Canvas canvas = empty_canvas();
  canvas.disc({0.0F, 0.0F}, 5.0F, red);
  Canvas other = empty_canvas();
  other.disc({0.0F, 0.0F}, 5.0F, blue);
  const Viewport upper{10, 20, 30, 40};
  const Viewport lower{60, 100, 30, 40};
  const std::vector<Placed> placed{{&canvas, upper, fit_flat(canvas.view(), upper).lens(upper)},
                                   {&other, lower, fit_flat(other.view(), lower).lens(lower)}};
  const FrameTarget target(200, 200);
  target.bind();
  glClearColor(0.0F, 1.0F, 0.0F, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  renderer().draw(placed, 200);
  const Image image = target.read();
  for (int y = 0; y < 200; ++y) {
    for (int x = 0; x < 200; ++x) {
      const bool in_upper = x >= 10 && x < 40 && y >= 20 && y < 60;
      const bool in_lower = x >= 60 && x < 90 && y >= 100 && y < 140;
      const int expected = in_upper ? 0xe0 : in_lower ? 0x40 : 0;
      ASSERT_EQ(image.pixel(x, y)[0], expected) << x << ' ' << y;
    }
  }
}

TEST_F(Placing, ViewportWithoutHeightIsLeftOut) {
  Canvas canvas = empty_canvas();
  canvas.disc({0.0F, 0.0F}, 5.0F, red);
  const Viewport flat{0, 0, 200, 0};
  const std::vector<Placed> placed{{&canvas, flat, fit_flat(canvas.view(), flat).lens(flat)},
                                   {&canvas, window, fit_flat(canvas.view(), window).lens(window)}};
  EXPECT_EQ(hex_at(draw(placed, 200, 200), {0.0F, 0.0F}), 0xe04040U);
}

TEST_F(Placing, SupersampledPictureHasTheSizeThatWasAskedFor) {
  Canvas canvas = empty_canvas();
  canvas.box({0.0F, 0.0F}, {0.5F, 0.5F}, red);
  const FrameTarget target(200, 200, 4, 2);
  target.bind();
  const Viewport fine{0, 0, 400, 400};
  const Placed placed{&canvas, fine, fit_flat(canvas.view(), fine, 0.0F).lens(fine)};
  renderer().draw(std::span(&placed, 1), target.drawn_height());
  const Image image = target.read();
  EXPECT_EQ(image.width, 200);
  EXPECT_EQ(hex_at(image, {0.48F, 0.0F}), 0xe04040U);
  EXPECT_EQ(hex_at(image, {0.52F, 0.0F}), background_hex);
}

TEST_F(Placing, PicturesOfImpossibleSizesAreRefused) {
  EXPECT_THROW(FrameTarget(0, 10), Error);
  EXPECT_THROW(FrameTarget(10, -1), Error);
  EXPECT_THROW(FrameTarget(20000, 10), Error);
  EXPECT_THROW(FrameTarget(10, 10, 1, 5), Error);
}

}  // namespace
}  // namespace starling::tests
