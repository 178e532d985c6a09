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
    return target.read();
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
