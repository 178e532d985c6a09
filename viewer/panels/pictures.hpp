/// The canvases of a frame's worlds.
#pragma once

#include <vector>

#include "engine/canvas.hpp"
#include "engine/drawing.hpp"
#include "engine/registry.hpp"
#include "viewer/panels/look.hpp"
#include "viewer/session/frame.hpp"

namespace starling::viewer {

/// Draws by the environment's drawing, or says that it has none.
class Pictures {
 public:
  explicit Pictures(const PreparedEnvironment& environment);

  /// Draws all worlds of a frame anew.
  void draw(const Frame& frame, const Look& look);

  const std::vector<Canvas>& page() const { return page_; }
  /// The world that is selected, with what its agent senses.
  const Canvas& selected() const { return selected_; }
  const Controls& controls() const { return drawing_.controls; }

 private:
  void draw(const WorldSnapshot& world, Canvas& canvas) const;

  const PreparedEnvironment& environment_;
  Drawing drawing_;
  std::vector<Canvas> page_;
  Canvas selected_;
};

}  // namespace starling::viewer
