#include "viewer/panels/worlds_layout.hpp"

#include <algorithm>

namespace starling::viewer {

WorldsLayout::WorldsLayout(int worlds, int width, int height, float aspect, int gap)
    : worlds_(worlds), gap_(gap) {
  float best = 0.0F;
  for (int columns = 1; columns <= std::max(worlds, 1); ++columns) {
    const int rows = (worlds + columns - 1) / columns;
    const auto across =
        static_cast<float>(std::max(width - gap * (columns - 1), 1)) / static_cast<float>(columns);
    const auto down =
        static_cast<float>(std::max(height - gap * (rows - 1), 1)) / static_cast<float>(rows);
    const float cell_width = std::min(across, down * aspect);
    if (cell_width <= best) continue;
    best = cell_width;
    columns_ = columns;
    cell_width_ = std::max(static_cast<int>(cell_width), 1);
    cell_height_ = std::max(static_cast<int>(cell_width / aspect), 1);
  }
  const int rows = (worlds + columns_ - 1) / columns_;
  left_ = std::max((width - columns_ * (cell_width_ + gap) + gap) / 2, 0);
  top_ = std::max((height - rows * (cell_height_ + gap) + gap) / 2, 0);
}

Viewport WorldsLayout::cell(int index) const {
  return {left_ + index % columns_ * (cell_width_ + gap_),
          top_ + index / columns_ * (cell_height_ + gap_), cell_width_, cell_height_};
}

int WorldsLayout::at(kernels::Vec2 pixel) const {
  for (int index = 0; index < worlds_; ++index) {
    const Viewport view = cell(index);
    const float x = pixel.x - static_cast<float>(view.x);
    const float y = pixel.y - static_cast<float>(view.y);
    if (x >= 0 && y >= 0 && x < static_cast<float>(view.width) &&
        y < static_cast<float>(view.height))
      return index;
  }
  return -1;
}

}  // namespace starling::viewer
