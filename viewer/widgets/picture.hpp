/// A part of the window that canvases are drawn to.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <imgui.h>

#include "viewer/render/canvas_renderer.hpp"
#include "viewer/render/frame_target.hpp"

namespace starling::viewer {

class Picture {
 public:
  /// Shows what is placed in a picture of so many pixels where the cursor is. Pixels of viewports
  /// are counted from its upper left corner. It is drawn anew only where size, cameras or
  /// `version`, which is another whenever a canvas is, have changed.
  void show(CanvasRenderer& renderer, int width, int height, std::span<const Placed> placed,
            Color background, std::uint64_t version);

 private:
  bool is_drawn(std::span<const Placed> placed, std::uint64_t version) const;

  std::unique_ptr<FrameTarget> target_;
  std::vector<Placed> drawn_;
  std::uint64_t drawn_version_ = 0;
  GLuint texture_ = 0;
};

/// The mouse from the upper left corner of the item shown last.
kernels::Vec2 mouse_in_item();

}  // namespace starling::viewer
