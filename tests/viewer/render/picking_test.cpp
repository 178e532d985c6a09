// What is picked at a pixel is what is drawn there.
#include "viewer/render/picking.hpp"

#include <functional>

#include "tests/viewer/render/drawn.hpp"
#include "viewer/render/shape_distance.hpp"

namespace starling::tests {
namespace {

using kernels::Vec2;
using kernels::Vec3;
using viewer::Image;
using viewer::Lens;

constexpr Color white = rgb(0xffffff);

std::optional<Subject> picked(const Canvas& canvas, Vec2 at, float slop_px = 0.0F) {
  return pick(canvas, from_above(), window, {100.0F + 100.0F * at.x, 100.0F - 100.0F * at.y},
              slop_px);
}

TEST(Picking, UppermostShapeIsPicked) {
  Canvas canvas = empty_canvas();
  canvas.set_subject({0, 3});
  canvas.disc({0.0F, 0.0F}, 0.5F, white);
  canvas.set_subject({1, 7});
  canvas.box({0.4F, 0.0F}, {0.2F, 0.2F}, white);
  EXPECT_EQ(picked(canvas, {0.0F, 0.0F}), (Subject{0, 3}));
  EXPECT_EQ(picked(canvas, {0.3F, 0.0F}), (Subject{1, 7}));
  EXPECT_EQ(picked(canvas, {-0.8F, 0.0F}), std::nullopt);
}

TEST(Picking, ShapesWithoutASubjectOrSeenThroughArePassedOver) {
  Canvas canvas = empty_canvas();
  canvas.set_subject({0, 0});
  canvas.disc({0.0F, 0.0F}, 0.2F, white);
  canvas.set_subject({});
  canvas.disc({0.0F, 0.0F}, 0.5F, white);
  canvas.set_subject({0, 1});
  canvas.sector({0.0F, 0.0F}, 0.9F, 0.0F, 1.0F, with_alpha(white, 0.2F));
  EXPECT_EQ(picked(canvas, {0.1F, 0.0F}), (Subject{0, 0}));
  EXPECT_EQ(picked(canvas, {0.4F, 0.0F}), std::nullopt);
}

TEST(Picking, NearestShapeWithinTheSlopIsPicked) {
  Canvas canvas = empty_canvas();
  canvas.set_subject({0, 0});
  canvas.disc({0.0F, 0.0F}, 0.01F, white);
  canvas.set_subject({0, 1});
  canvas.disc({0.08F, 0.0F}, 0.01F, white);
  EXPECT_EQ(picked(canvas, {0.03F, 0.0F}), std::nullopt);
  EXPECT_EQ(picked(canvas, {0.03F, 0.0F}, 4.0F), (Subject{0, 0}));
  EXPECT_EQ(picked(canvas, {0.05F, 0.0F}, 4.0F), (Subject{0, 1}));
}

TEST(Picking, NearerBodyIsPickedAndHidesShapesBehind) {
  Canvas canvas = empty_canvas();
  canvas.set_subject({0, 0});
  canvas.ball({0.0F, 0.0F, 0.2F}, 0.2F, white);
  canvas.set_subject({0, 1});
  canvas.ball({0.1F, 0.0F, 0.9F}, 0.1F, white);
  canvas.set_subject({0, 2});
  canvas.disc({0.0F, 0.0F}, 0.5F, white);
  EXPECT_EQ(picked(canvas, {-0.1F, 0.0F}), (Subject{0, 0}));
  EXPECT_EQ(picked(canvas, {0.1F, 0.0F}), (Subject{0, 1}));
  EXPECT_EQ(picked(canvas, {0.4F, 0.0F}), (Subject{0, 2}));
}

TEST(Picking, BodyWithoutASubjectHidesWhatIsBehind) {
  Canvas canvas = empty_canvas();
  canvas.set_subject({0, 0});
  canvas.disc({0.0F, 0.0F}, 0.5F, white);
  canvas.set_subject({});
  canvas.solid_box({0.0F, 0.0F, 0.2F}, {0.2F, 0.2F, 0.2F}, white);
  EXPECT_EQ(picked(canvas, {0.0F, 0.0F}), std::nullopt);
}

TEST(Picking, ShapesWithoutExtentAreNotPicked) {
  Canvas canvas = empty_canvas();
  canvas.set_subject({0, 0});
  canvas.ball({0.0F, 0.0F, 0.0F}, 0.0F, white);
  canvas.cylinder({0.0F, 0.0F, 0.0F}, 0.0F, 0.0F, white);
  canvas.triangle({0.5F, 0.5F}, {0.5F, 0.5F}, {0.5F, 0.5F}, white);
  EXPECT_EQ(picked(canvas, {0.013F, 0.017F}), std::nullopt);
  EXPECT_EQ(picked(canvas, {0.513F, 0.517F}), std::nullopt);
}

/// Canvases of one shape each, by what it is.
class PickedAndDrawn : public Drawing {
 protected:
  /// Counts pixels that are drawn and not picked or the other way, but for those at edges.
  static int disagreements(const Canvas& canvas, const Lens& lens, const Image& image) {
    int count = 0;
    for (int y = 2; y < image.height - 2; ++y) {
      for (int x = 2; x < image.width - 2; ++x) {
        const Vec2 pixel{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F};
        const bool drawn = image.pixel(x, y)[1] > 0x20;
        bool at_edge = false;
        for (const auto& [dx, dy] : {std::pair{-2, 0}, {2, 0}, {0, -2}, {0, 2}}) {
          at_edge = at_edge || (image.pixel(x + dx, y + dy)[1] > 0x20) != drawn;
        }
        if (at_edge) continue;
        count += pick(canvas, lens, window, pixel, 0.0F).has_value() != drawn ? 1 : 0;
      }
    }
    return count;
  }
};

TEST_F(PickedAndDrawn, AgreeOnEveryKindOfFlatShape) {
  const std::vector<std::function<void(Canvas&)>> kinds{
      [](Canvas& c) {
        c.disc({0.2F, 0.1F}, 0.4F, white);
      },
      [](Canvas& c) {
        c.disc({0.2F, 0.1F}, 0.6F, white, {0.15F, 0.0F});
      },
      [](Canvas& c) {
        c.box({0.1F, -0.1F}, {0.7F, 0.3F}, white, 0.6F, 0.2F);
      },
      [](Canvas& c) {
        c.line({-0.6F, 0.1F}, {0.5F, 0.5F}, 0.3F, white);
      },
      [](Canvas& c) {
        c.triangle({-0.6F, 0.5F}, {0.5F, 0.4F}, {0.3F, -0.7F}, white, 0.1F);
      },
      [](Canvas& c) {
        c.triangle({0.5F, 0.4F}, {-0.6F, 0.5F}, {0.3F, -0.7F}, white);
      },
      [](Canvas& c) {
        c.sector({0.0F, 0.0F}, 0.8F, 2.0F, 0.7F, white);
      },
      [](Canvas& c) {
        c.sector({0.0F, 0.0F}, 0.8F, 2.0F, 2.6F, white, {0.2F, 0.0F});
      }};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    Canvas canvas = empty_canvas();
    canvas.set_subject({0, 0});
    kinds[k](canvas);
    for (const Lens& lens : {from_above(), fit_orbit(canvas.view(), window).lens(window)}) {
      EXPECT_EQ(disagreements(canvas, lens, draw(canvas, lens, window)), 0) << k;
    }
  }
}

TEST_F(PickedAndDrawn, AgreeOnEveryKindOfBody) {
  const kernels::Quat turned = kernels::from_axis_angle({0.6F, 0.0F, 0.8F}, 0.9F);
  const std::vector<std::function<void(Canvas&)>> kinds{
      [&](Canvas& c) {
        c.solid_box({0.1F, 0.0F, 0.1F}, {0.5F, 0.3F, 0.2F}, white, turned);
      },
      [&](Canvas& c) {
        c.wedge({0.1F, 0.0F, 0.1F}, {0.4F, 0.6F, 0.3F}, white, turned);
      },
      [](Canvas& c) {
        c.ball({0.1F, 0.2F, 0.0F}, 0.5F, white);
      },
      [&](Canvas& c) {
        c.cylinder({0.1F, 0.2F, 0.0F}, 0.3F, 0.5F, white, turned);
      },
      [](Canvas& c) {
        c.capsule({-0.4F, -0.3F, 0.2F}, {0.5F, 0.2F, -0.1F}, 0.2F, white);
      }};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    Canvas canvas = empty_canvas(Plane::Upright);  // on which no shadow falls
    canvas.set_subject({0, 0});
    kinds[k](canvas);
    viewer::OrbitCamera camera = fit_orbit(canvas.view(), window);
    camera.turn({70.0F, 60.0F});
    const Lens lens = camera.lens(window);
    // drawn edges are a little round
    EXPECT_LE(disagreements(canvas, lens, draw(canvas, lens, window)), 20) << k;
  }
}

}  // namespace
}  // namespace starling::tests
