/// Many worlds at once; one is selected with the mouse.
#pragma once

#include "viewer/panels/look.hpp"
#include "viewer/panels/pictures.hpp"
#include "viewer/widgets/picture.hpp"

namespace starling::viewer {

class GridPanel {
 public:
  /// Fills the window or child that is open.
  void show(CanvasRenderer& renderer, const Frame& frame, const Pictures& pictures, Look& look);

 private:
  void mark(const Frame& frame, const class WorldsLayout& layout, const Look& look) const;

  Picture picture_;
  std::vector<Placed> placed_;
};

}  // namespace starling::viewer
