/// An X server without a screen, and what is seen on it of a program's window.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace starling::tests {

struct Size {
  int width = 0;
  int height = 0;

  bool operator==(const Size&) const = default;
};

/// A server of its own, which DISPLAY names for as long as it lives. It has no window manager.
class VirtualDisplay {
 public:
  /// extra: words of Xvfb's command line, separated by blanks. Where Xvfb does not start,
  /// `is_there` is false.
  explicit VirtualDisplay(Size size, const std::string& extra = {});
  ~VirtualDisplay();
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;

  bool is_there() const { return !name_.empty(); }

  /// Waits for a visible window; false where none comes.
  bool wait_for_window();
  /// Of the window, which must have come.
  Size window_size();
  void resize_window(Size size);
  /// As the button of a window's frame does.
  void ask_window_to_close();
  /// Cuts the window's program off from the server.
  void disconnect_window();
  void end_server();
  /// Another window will come.
  void forget_window() { window_ = 0; }

 private:
  pid_t server_ = -1;
  std::string name_;  ///< ":7"
  void* connection_ = nullptr;
  unsigned long window_ = 0;
};

}  // namespace starling::tests
