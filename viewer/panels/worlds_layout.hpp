/// Where the worlds of a grid stand: equal cells, as large as they can be.
#pragma once

#include "viewer/render/lens.hpp"

namespace starling::viewer {

class WorldsLayout {
 public:
  /// worlds: how many stand in the area, of so many pixels; aspect: width of a world by its height.
  WorldsLayout(int worlds, int width, int height, float aspect, int gap = 6);

  Viewport cell(int index) const;
  /// The world at a pixel, or -1.
  int at(kernels::Vec2 pixel) const;

 private:
  int worlds_;
  int columns_ = 1;
  int gap_;
  int cell_width_ = 1;
  int cell_height_ = 1;
  int left_ = 0;
  int top_ = 0;
};

}  // namespace starling::viewer
