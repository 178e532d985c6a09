/// One world large: cameras, picking, following.
#pragma once

#include "viewer/panels/look.hpp"
#include "viewer/panels/pictures.hpp"
#include "viewer/widgets/picture.hpp"

namespace starling::viewer {

class WorldPanel {
 public:
  /// Fills the window or child that is open.
  void show(CanvasRenderer& renderer, const Pictures& pictures, Look& look);

 private:
  Lens move_camera(const View& view, const Viewport& viewport, Look& look);
  void follow(const Canvas& canvas, Look& look) const;
  void mark_picked(const Canvas& canvas, const Lens& lens, const Viewport& viewport,
                   const Look& look) const;

  Picture picture_;
  bool is_hovered_ = false;  ///< Of the frame before: the picture is drawn before it is asked.
  kernels::Vec2 mouse_{};
};

/// The middle of all shapes of a subject, in space; none where nothing of it is drawn.
std::optional<kernels::Vec3> middle_of(const Canvas& canvas, Subject subject);

}  // namespace starling::viewer
