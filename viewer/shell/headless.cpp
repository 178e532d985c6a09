#include "viewer/shell/headless.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "engine/error.hpp"
#include "envs/cli/interrupt.hpp"
#include "viewer/render/frame_target.hpp"

namespace starling::viewer {
namespace {

/// An interface of ImGui settles its sizes within a few frames.
constexpr int settling_frames = 3;

using namespace std::chrono_literals;

constexpr auto served_patience = 10s;

Image draw_once(App& app, Gui& gui, const FrameTarget& target) {
  gui.begin(target.width(), target.height());
  app.show();
  target.bind();
  glClearColor(theme::page.red, theme::page.green, theme::page.blue, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  gui.end();
  return target.read();
}

void refuse_at_interrupt() {
  if (cli::interrupted()) throw Error(Refusal::Unavailable, "ended by Ctrl-C before all was drawn");
}

bool is_served(App& app) {
  return app.session() != nullptr && !app.session()->abilities().play;
}

/// Worlds and numbers of a served run come when they come.
void wait_for_worlds(App& app, Gui& gui, const FrameTarget& target, std::int64_t step) {
  const Frame& frame = app.frame();
  const auto start = std::chrono::steady_clock::now();
  const auto lacks_worlds = [&] { return app.look().tab == Tab::Worlds && !frame.selected; };
  while (lacks_worlds() || frame.numbers.bytes.empty() || frame.step <= step) {
    refuse_at_interrupt();
    if (std::chrono::steady_clock::now() - start > served_patience) {
      throw Error(Refusal::Unavailable,
                  fmt::format("no {} worlds of the run came within {} s{}{}",
                              step < 0 ? "selected" : "newer", served_patience.count(),
                              frame.message.empty() ? "" : ": ", frame.message));
    }
    std::this_thread::sleep_for(20ms);
    draw_once(app, gui, target);
  }
}

}  // namespace

void wait_until_idle(Session& session) {
  while (!session.wait_until_idle(50ms))
    refuse_at_interrupt();
}

Image picture_of(App& app, Gui& gui, int width, int height, std::int64_t step) {
  const FrameTarget target(width, height);
  if (is_served(app)) wait_for_worlds(app, gui, target, step);
  for (int frame = 0; frame + 1 < settling_frames; ++frame) {
    draw_once(app, gui, target);
    if (app.session() != nullptr && !app.frame().is_playing) wait_until_idle(*app.session());
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
    if (picture > 0 && app.session() != nullptr && !is_served(app)) {
      app.session()->post(Advance{steps_a_picture});
      wait_until_idle(*app.session());
    }
    refuse_at_interrupt();
    const std::int64_t step = picture > 0 ? app.frame().step + steps_a_picture - 1 : -1;
    write_png(picture_of(app, gui, width, height, step),
              folder / fmt::format("{:06}.png", picture));
  }
}

}  // namespace starling::viewer
