/// A window of the desktop.
#pragma once

#include "viewer/shell/app.hpp"

struct GLFWwindow;

namespace starling::viewer {

class Window {
 public:
  /// No larger than the screen, with OpenGL 3.3 core current. Throws Error (Unavailable) where
  /// there is no display or no such OpenGL.
  Window(const char* title, int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// How much larger than usual text is to be.
  float scale() const;
  GLFWwindow* handle() const { return window_; }

 private:
  GLFWwindow* window_ = nullptr;
};

/// Shows the app until the window is closed, Ctrl-C, or for so many frames; 0: no limit. Returns
/// how many were shown, and after how many seconds.
struct Shown {
  std::int64_t frames = 0;
  double seconds = 0;
};
Shown show_in_window(Window& window, App& app, class Gui& gui, std::int64_t most_frames = 0);

}  // namespace starling::viewer
