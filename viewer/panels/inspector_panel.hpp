/// The components of what is picked, by name; written too, while the run is paused and asked to.
#pragma once

#include <array>

#include "viewer/panels/look.hpp"
#include "viewer/session/session.hpp"
#include "viewer/widgets/theme.hpp"

namespace starling::viewer {

class InspectorPanel {
 public:
  /// Fills the window or child that is open.
  void show(Session& session, const Frame& frame, const Typefaces& typefaces, Look& look);

 private:
  void show_tables(const EnvironmentDescription& description, const WorldSnapshot& world,
                   Look& look) const;
  void show_row(Session& session, const Frame& frame, Subject subject, const Look& look);
  void show_scalar(Session& session, const Frame& frame, int column, int field, std::int64_t row,
                   bool is_editing);

  std::array<char, 64> written_{};
};

}  // namespace starling::viewer
