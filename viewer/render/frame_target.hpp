/// A picture of its own to draw on: shown as a texture or read back into memory.
#pragma once

#include "viewer/render/gl_name.hpp"
#include "viewer/render/image.hpp"

namespace starling::viewer {

/// Colour and depth of one size. It can be drawn finer than it is shown: `samples` smooths the
/// edges of bodies, `supersampling` everything, at its square in time.
class FrameTarget {
 public:
  /// width, height: pixels, from 1 to 16384. Throws Error(Usage) beyond, and Error(Unavailable)
  /// where this OpenGL refuses the size.
  FrameTarget(int width, int height, int samples = 1, int supersampling = 1);

  /// The size that is shown, and the size to draw at.
  int width() const { return width_; }
  int height() const { return height_; }
  int drawn_width() const { return width_ * supersampling_; }
  int drawn_height() const { return height_ * supersampling_; }

  /// From now on what is drawn is drawn here; with a viewport of the whole size.
  void bind() const;

  /// What was drawn so far, as a texture of the size that is drawn at; unbinds. Its first row is
  /// the lowest, so ImGui::Image wants {0, 1} and {1, 0} for its corners.
  GLuint texture() const;

  /// What was drawn so far, in the size that is shown; unbinds.
  Image read() const;

 private:
  void resolve() const;

  int width_;
  int height_;
  int samples_;
  int supersampling_;
  GlFramebuffer drawn_;
  GlRenderbuffer color_;
  GlRenderbuffer depth_;
  GlFramebuffer shown_;
  GlTexture texture_;
};

}  // namespace starling::viewer
