/// The keyboard acts for an agent that was taken over.
#pragma once

#include <utility>
#include <vector>

#include "engine/drawing.hpp"
#include "viewer/panels/look.hpp"
#include "viewer/session/session.hpp"

namespace starling::viewer {

class Keyboard {
 public:
  /// Posts what the keys that are held choose, where it is something new, and gives the agent back
  /// once look.takes_over is off or another is looked at.
  void act(Session& session, const Controls& controls, const Look& look);

 private:
  std::pair<std::int64_t, int> taken_{-1, 0};
  std::vector<int> choices_;
};

/// The choices that these keys, held together, make; later ones of a component go first.
std::vector<int> choices_by_keys(const Controls& controls, const std::vector<Key>& held);

}  // namespace starling::viewer
