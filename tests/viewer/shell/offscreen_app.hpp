/// The whole interface, offscreen.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "engine/error.hpp"
#include "viewer/session/live_source.hpp"
#include "viewer/shell/headless.hpp"

namespace starling::tests {

/// A fixture with a context and an app in it; its tests are skipped where there is no OpenGL.
class OffscreenApp : public testing::Test {
 protected:
  static constexpr int width = 1440;
  static constexpr int height = 900;

  void SetUp() override {
    try {
      context_.emplace();
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    gui_.emplace();
  }

  /// Shows a paused run after so many steps.
  void open(const std::string& environment, int steps, std::int64_t worlds = 64,
            const OptionTexts& options = {}) {
    const Settings settings{
        .environment = environment, .options = options, .worlds = worlds, .seed = 3, .threads = 1};
    auto session = std::make_unique<viewer::Session>(
        std::make_unique<viewer::LiveSource>(settings, "random"), 30.0, false);
    if (steps > 0) session->post(viewer::Advance{steps});
    session->wait_until_idle();
    app_.emplace(std::move(session), std::nullopt, 30.0, gui_->typefaces());
  }

  void open(TraceLog trace) { app_.emplace(nullptr, std::move(trace), 30.0, gui_->typefaces()); }

  viewer::App& app() { return *app_; }
  viewer::Gui& gui() { return *gui_; }
  viewer::Image picture() { return viewer::picture_of(*app_, *gui_, width, height); }

 private:
  // in this order, as what is drawn with ends before the context
  std::optional<viewer::OffscreenContext> context_;
  std::optional<viewer::Gui> gui_;
  std::optional<viewer::App> app_;
};

}  // namespace starling::tests
