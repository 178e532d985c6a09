/// A part of the window that canvases are drawn to.
#pragma once

#include <memory>
#include <span>

#include <imgui.h>

#include "viewer/render/canvas_renderer.hpp"
#include "viewer/render/frame_target.hpp"

namespace starling::viewer {

class Picture {
 public:
  /// Draws what is placed in a picture of so many pixels and shows it where the cursor is.
  /// Pixels of viewports are counted from its upper left corner.
  void show(CanvasRenderer& renderer, int width, int height, std::span<const Placed> placed,
            Color background);

 private:
  std::unique_ptr<FrameTarget> target_;
};

/// The mouse from the upper left corner of the item shown last.
kernels::Vec2 mouse_in_item();

}  // namespace starling::viewer
