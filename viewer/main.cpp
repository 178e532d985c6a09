/// The program `starling-viewer`.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "engine/error.hpp"
#include "envs/cli/interrupt.hpp"
#include "viewer/arguments.hpp"
#include "viewer/open.hpp"
#include "viewer/panels/pages.hpp"
#include "viewer/shell/headless.hpp"
#include "viewer/shell/window.hpp"

namespace starling::viewer {
namespace {

enum ExitStatus { success = 0, cannot_be_run = 1, usage = 2 };

Tab tab_of(const std::string& name) {
  if (name == "occupancy") return Tab::Occupancy;
  return name == "numbers" ? Tab::Numbers : Tab::Worlds;
}

/// Throws Error (Usage) where the run has no such world or agent.
void check_look(const Arguments& arguments, const Session& session) {
  const std::int64_t worlds = session.run().worlds;
  const std::int64_t agents = session.environment().description.agents_per_world();
  if (arguments.world >= worlds) {
    throw Error(Refusal::Usage, "--world is " + std::to_string(arguments.world) +
                                    ", but worlds of this run are 0 to " +
                                    std::to_string(worlds - 1));
  }
  if (arguments.agent > 0 && arguments.agent >= agents) {
    throw Error(Refusal::Usage, "--agent is " + std::to_string(arguments.agent) +
                                    ", but agents of a world are 0 to " +
                                    std::to_string(agents - 1));
  }
}

void set_look(App& app, const Arguments& arguments) {
  Look& look = app.look();
  if (app.session() != nullptr) {
    look.tab = tab_of(arguments.tab);
    const Pages pages{arguments.shown, app.session()->most_shown()};
    look.first = pages.page_of(arguments.world);
  }
  look.selected = arguments.world;
  look.shown = arguments.shown;
  look.agent = arguments.agent;
  look.is_spatial = arguments.is_spatial;
}

void step_before(Session* session, std::int64_t steps) {
  if (session == nullptr || steps == 0) return;
  session->post(Advance{steps});
  wait_until_idle(*session);
}

/// The session that is shown in a window, for Xlib: where the display is lost it ends the program
/// from within a call. What is recorded is whole even so.
class Rescue {
 public:
  explicit Rescue(Session* session) {
    session_ = session;
    std::atexit([] {
      if (session_ == nullptr) return;
      session_->stop();
      std::fputs("starling-viewer: the window was lost\n", stderr);
    });
  }
  ~Rescue() { session_ = nullptr; }
  Rescue(const Rescue&) = delete;
  Rescue& operator=(const Rescue&) = delete;

 private:
  static inline Session* session_ = nullptr;
};

void draw_files(App& app, Gui& gui, const Arguments& arguments) {
  if (!arguments.shot.empty())
    write_png(picture_of(app, gui, arguments.width, arguments.height), arguments.shot);
  if (!arguments.frames.empty()) {
    write_pictures(app, gui, arguments.width, arguments.height, arguments.frames,
                   arguments.pictures, arguments.steps_a_picture);
  }
  if (!app.frame().message.empty())
    std::fprintf(stderr, "starling-viewer: %s\n", app.frame().message.c_str());
}

void show(const Arguments& arguments) {
  Opened opened = open_subject(arguments);
  cli::catch_interrupts();
  if (opened.session) check_look(arguments, *opened.session);
  step_before(opened.session.get(), arguments.steps);
  const auto make_app = [&](const Gui& gui) {
    return std::make_unique<App>(std::move(opened.session), std::move(opened.trace),
                                 arguments.steps_per_s, gui.typefaces());
  };
  if (arguments.is_headless) {
    const OffscreenContext context;
    Gui gui;
    const auto app = make_app(gui);
    set_look(*app, arguments);
    draw_files(*app, gui, arguments);
    return;
  }
  Window window(("starling: " + arguments.subject + arguments.connect).c_str(), arguments.width,
                arguments.height);
  Gui gui(window.scale());
  const auto app = make_app(gui);
  set_look(*app, arguments);
  const Rescue rescue(app->session());
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
