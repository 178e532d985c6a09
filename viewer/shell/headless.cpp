#include "viewer/shell/headless.hpp"

#include <fmt/format.h>

#include "engine/error.hpp"
#include "viewer/render/frame_target.hpp"

namespace starling::viewer {
namespace {

/// An interface of ImGui settles its sizes within a few frames.
constexpr int settling_frames = 3;

Image draw_once(App& app, Gui& gui, const FrameTarget& target) {
  gui.begin(target.width(), target.height());
  app.show();
  target.bind();
  glClearColor(theme::page.red, theme::page.green, theme::page.blue, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  gui.end();
  return target.read();
}

}  // namespace

Image picture_of(App& app, Gui& gui, int width, int height) {
  const FrameTarget target(width, height);
  for (int frame = 0; frame + 1 < settling_frames; ++frame) {
    draw_once(app, gui, target);
    if (app.session() != nullptr && !app.frame().is_playing) app.session()->wait_until_idle();
  }
  return draw_once(app, gui, target);
}

void write_pictures(App& app, Gui& gui, int width, int height, const std::filesystem::path& folder,
                    int pictures, int steps_a_picture) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) {
    throw Error(Refusal::Unavailable,
                "the folder '" + folder.string() + "' cannot be made: " + problem.message());
  }
  for (int picture = 0; picture < pictures; ++picture) {
    if (picture > 0 && app.session() != nullptr) {
      app.session()->post(Advance{steps_a_picture});
      app.session()->wait_until_idle();
    }
    write_png(picture_of(app, gui, width, height), folder / fmt::format("{:06}.png", picture));
  }
}

}  // namespace starling::viewer
