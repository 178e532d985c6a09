/// The bar above all panels: what runs, how it goes on, and who decides.
#pragma once

#include <array>
#include <string>

#include "viewer/panels/look.hpp"
#include "viewer/session/session.hpp"
#include "viewer/widgets/theme.hpp"

namespace starling::viewer {

class TransportBar {
 public:
  explicit TransportBar(double steps_per_s) : steps_per_s_(steps_per_s) {}

  void show(Session& session, const Frame& frame, const Typefaces& typefaces, Look& look);

 private:
  void show_buttons(Session& session, const Frame& frame);
  void show_speed(Session& session);
  void show_position(Session& session, const Frame& frame);
  void show_policy(Session& session, const Frame& frame);

  double steps_per_s_;
  std::array<char, 512> policy_{};
};

}  // namespace starling::viewer
