// Shapes are where they should be, in their colours, one over the other.
#include <cmath>
#include <limits>
#include <vector>

#include "tests/viewer/render/drawn.hpp"
#include "viewer/render/picking.hpp"

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

constexpr Viewport window{0, 0, 200, 200};
constexpr Color red = rgb(0xe04040);
constexpr Color blue = rgb(0x4060e0);
constexpr std::uint32_t background_hex = 0x102030;

Canvas empty_canvas(Plane plane = Plane::Ground) {
  Canvas canvas;
  canvas.set_view({plane, {-1.0F, -1.0F}, {1.0F, 1.0F}, rgb(background_hex)});
  return canvas;
}

/// One unit is 100 pixels, and (0, 0) is in the middle.
Lens from_above(Plane plane = Plane::Ground) {
  viewer::FlatCamera camera;
  camera.plane = plane;
  return camera.lens(window);
}

std::uint32_t hex_at(const Image& image, Vec2 at) {
  const std::uint8_t* pixel = image.pixel(static_cast<int>(100.0F + 100.0F * at.x),
                                          static_cast<int>(100.0F - 100.0F * at.y));
  return static_cast<std::uint32_t>(pixel[0] << 16 | pixel[1] << 8 | pixel[2]);
}

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

TEST_F(Shapes, LaterShapesLieOverEarlierOnes) {
  Canvas canvas = empty_canvas();
  canvas.set_height(0.5F);
  canvas.disc({0.0F, 0.0F}, 0.5F, blue);
  canvas.set_height(0.0F);
  canvas.disc({0.3F, 0.0F}, 0.5F, red);
  expect(canvas, {{0.0F, 0.0F}, {0.45F, 0.0F}}, {});
  EXPECT_EQ(hex_at(draw(canvas, from_above(), window), {-0.3F, 0.0F}), 0x4060e0U);
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

TEST_F(Shapes, LandAtThePixelToWhichTheyProject) {
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

TEST_F(Shapes, BodiesLandAtThePixelToWhichTheyProject) {
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

TEST_F(Shapes, BodiesHideWhatIsBehindThemAndNotWhatIsBefore) {
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

TEST_F(Shapes, BodiesCastShadowsOnTheGround) {
  Canvas canvas = empty_canvas();
  canvas.box({0.0F, 0.0F}, {0.95F, 0.95F}, rgb(0xc0c0c0));
  canvas.ball({0.0F, 0.0F, 0.2F}, 0.2F, red);
  const Image image = draw(canvas, from_above(), window);
  EXPECT_LT(hex_at(image, {0.2F, 0.2F}) & 0xffU, 0xb0U);
  EXPECT_EQ(hex_at(image, {-0.6F, -0.6F}), 0xc0c0c0U);
}

TEST_F(Shapes, LabelHasItsInkAboutItsPlace) {
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

TEST_F(Shapes, ViewportsAreCountedFromTheTopAndLeaveTheRestAlone) {
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

TEST_F(Shapes, ViewportWithoutHeightIsLeftOut) {
  Canvas canvas = empty_canvas();
  canvas.disc({0.0F, 0.0F}, 5.0F, red);
  const Viewport flat{0, 0, 200, 0};
  const std::vector<Placed> placed{{&canvas, flat, fit_flat(canvas.view(), flat).lens(flat)},
                                   {&canvas, window, fit_flat(canvas.view(), window).lens(window)}};
  EXPECT_EQ(hex_at(draw(placed, 200, 200), {0.0F, 0.0F}), 0xe04040U);
}

TEST_F(Shapes, SupersampledPictureHasTheSizeThatWasAskedFor) {
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

TEST_F(Shapes, PicturesOfImpossibleSizesAreRefused) {
  EXPECT_THROW(FrameTarget(0, 10), Error);
  EXPECT_THROW(FrameTarget(10, -1), Error);
  EXPECT_THROW(FrameTarget(20000, 10), Error);
  EXPECT_THROW(FrameTarget(10, 10, 1, 5), Error);
}

TEST(OffscreenContext, IsRefusedInASentenceWhereThereIsNoOpenGl) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto open_without_drivers = [] {
    setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/no/such/driver.json", 1);
    try {
      const viewer::OffscreenContext context;
    } catch (const Error& error) {
      std::fputs(error.what(), stderr);
      std::_Exit(error.refusal() == Refusal::Unavailable ? 3 : 4);
    }
    std::_Exit(0);
  };
  EXPECT_EXIT(open_without_drivers(), testing::ExitedWithCode(3), "OpenGL 3.3");
}

}  // namespace
}  // namespace starling::tests
