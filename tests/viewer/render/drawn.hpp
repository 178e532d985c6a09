/// Draws canvases offscreen for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/error.hpp"
#include "viewer/render/camera.hpp"
#include "viewer/render/canvas_renderer.hpp"
#include "viewer/render/frame_target.hpp"
#include "viewer/render/offscreen_context.hpp"

namespace starling::tests {

inline constexpr viewer::Viewport window{0, 0, 200, 200};
inline constexpr Color red = rgb(0xe04040);
inline constexpr Color blue = rgb(0x4060e0);
inline constexpr std::uint32_t background_hex = 0x102030;

inline Canvas empty_canvas(Plane plane = Plane::Ground) {
  Canvas canvas;
  canvas.set_view({plane, {-1.0F, -1.0F}, {1.0F, 1.0F}, rgb(background_hex)});
  return canvas;
}

/// One unit is 100 pixels, and (0, 0) is in the middle.
inline viewer::Lens from_above(Plane plane = Plane::Ground) {
  viewer::FlatCamera camera;
  camera.plane = plane;
  return camera.lens(window);
}

inline std::uint32_t hex_at(const viewer::Image& image, kernels::Vec2 at) {
  const std::uint8_t* pixel = image.pixel(static_cast<int>(100.0F + 100.0F * at.x),
                                          static_cast<int>(100.0F - 100.0F * at.y));
  return static_cast<std::uint32_t>(pixel[0] << 16 | pixel[1] << 8 | pixel[2]);
}

/// A fixture with a context and a renderer; its tests are skipped where there is no OpenGL.
class Drawing : public testing::Test {
 protected:
  void SetUp() override {
    try {
      context_.emplace();
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    renderer_.emplace();
  }

  viewer::Image draw(std::span<const viewer::Placed> placed, int width, int height,
                     int samples = 1) {
    const viewer::FrameTarget target(width, height, samples);
    target.bind();
    renderer_->draw(placed, height);
    viewer::Image image = target.read();
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    return image;
  }

  viewer::Image draw(const Canvas& canvas, const viewer::Lens& lens,
                     const viewer::Viewport& viewport, int samples = 1) {
    const viewer::Placed placed{&canvas, viewport, lens};
    return draw(std::span(&placed, 1), viewport.width, viewport.height, samples);
  }

  viewer::CanvasRenderer& renderer() { return *renderer_; }

 private:
  // in this order, as the renderer's objects end before the context
  std::optional<viewer::OffscreenContext> context_;
  std::optional<viewer::CanvasRenderer> renderer_;
};

}  // namespace starling::tests
