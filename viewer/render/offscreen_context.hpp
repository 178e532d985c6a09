/// An OpenGL context with no window and no display server, for servers and tests.
#pragma once

#include <string>

namespace starling::viewer {

/// OpenGL 3.3 core through EGL. One of a thread may be current at a time.
class OffscreenContext {
 public:
  /// Creates a context and makes it current. Throws Error(Unavailable) where there is no
  /// OpenGL 3.3.
  OffscreenContext();
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  void make_current() const;

  /// What draws, as it names itself.
  std::string renderer_name() const;

 private:
  bool open(void* display);
  void close();

  // EGL's handles, which are pointers: its header stays out of this one.
  void* display_ = nullptr;
  void* surface_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace starling::viewer
