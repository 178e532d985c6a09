/// The program `starling-viewer`.
#include <cstdio>
#include <exception>

#include "engine/error.hpp"
#include "viewer/arguments.hpp"
#include "viewer/open.hpp"
#include "viewer/shell/headless.hpp"
#include "viewer/shell/window.hpp"

namespace starling::viewer {
namespace {

enum ExitStatus { success = 0, cannot_be_run = 1, usage = 2 };

Tab tab_of(const std::string& name) {
  if (name == "occupancy") return Tab::Occupancy;
  return name == "numbers" ? Tab::Numbers : Tab::Worlds;
}

void set_look(Look& look, const Arguments& arguments, bool has_session) {
  if (has_session) look.tab = tab_of(arguments.tab);
  look.selected = arguments.world;
  look.first = arguments.world / arguments.shown * arguments.shown;
  look.shown = arguments.shown;
  look.agent = arguments.agent;
  look.is_spatial = arguments.is_spatial;
}

void step_before(Session* session, std::int64_t steps) {
  if (session == nullptr || steps == 0) return;
  session->post(Advance{static_cast<int>(steps)});
  session->wait_until_idle();
}

void draw_files(App& app, Gui& gui, const Arguments& arguments) {
  if (!arguments.shot.empty())
    write_png(picture_of(app, gui, arguments.width, arguments.height), arguments.shot);
  if (!arguments.frames.empty()) {
    write_pictures(app, gui, arguments.width, arguments.height, arguments.frames,
                   arguments.pictures, arguments.steps_a_picture);
  }
}

void show(const Arguments& arguments) {
  Opened opened = open_subject(arguments);
  step_before(opened.session.get(), arguments.steps);
  const bool has_session = opened.session != nullptr;
  const auto make_app = [&](const Gui& gui) {
    return std::make_unique<App>(std::move(opened.session), std::move(opened.trace),
                                 arguments.steps_per_s, gui.typefaces());
  };
  if (arguments.is_headless) {
    const OffscreenContext context;
    Gui gui;
    const auto app = make_app(gui);
    set_look(app->look(), arguments, has_session);
    draw_files(*app, gui, arguments);
    return;
  }
  Window window(("starling: " + arguments.subject + arguments.connect).c_str(), arguments.width,
                arguments.height);
  Gui gui(window.scale());
  const auto app = make_app(gui);
  set_look(app->look(), arguments, has_session);
  const Shown shown = show_in_window(window, *app, gui, arguments.most_frames);
  if (arguments.most_frames > 0) {
    std::printf("%lld frames in %.3f s: %.1f frames/s\n", static_cast<long long>(shown.frames),
                shown.seconds, static_cast<double>(shown.frames) / shown.seconds);
  }
}

}  // namespace
}  // namespace starling::viewer

int main(int argc, char** argv) {
  using namespace starling;
  try {
    const auto arguments = viewer::parse_arguments({argv + (argc > 0 ? 1 : 0), argv + argc});
    if (arguments) viewer::show(*arguments);
    return viewer::success;
  } catch (const Error& error) {
    std::fprintf(stderr, "starling-viewer: %s\n", error.what());
    return error.refusal() == Refusal::Usage ? viewer::usage : viewer::cannot_be_run;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "starling-viewer: %s\n", error.what());
    return viewer::cannot_be_run;
  }
}
