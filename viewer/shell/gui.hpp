/// Dear ImGui with its OpenGL backend, for as long as a window or an offscreen picture lives.
#pragma once

#include "viewer/widgets/theme.hpp"

namespace starling::viewer {

class Gui {
 public:
  /// Needs a current context of OpenGL 3.3 core. `scale`: of text and spaces.
  explicit Gui(float scale = 1.0F);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  const Typefaces& typefaces() const { return typefaces_; }

  /// To be called before the interface is told what to show, after a window told of its events.
  void begin();
  /// The same for a picture without a window, of so many pixels, a 60th of a second after the last.
  void begin(int width, int height);
  /// Draws it to the bound framebuffer.
  void end();

 private:
  Typefaces typefaces_;
};

}  // namespace starling::viewer
