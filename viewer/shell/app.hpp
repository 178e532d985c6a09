/// The interface as a whole: what stands where, and what belongs together.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/occupancy/occupancy_panel.hpp"
#include "viewer/panels/grid_panel.hpp"
#include "viewer/panels/inspector_panel.hpp"
#include "viewer/panels/keyboard.hpp"
#include "viewer/panels/transport_bar.hpp"
#include "viewer/panels/world_panel.hpp"
#include "viewer/session/session.hpp"
#include "viewer/widgets/charts.hpp"

namespace starling::viewer {

class App {
 public:
  /// session: null where only a trace is looked at. Needs a current context of OpenGL and of ImGui.
  App(std::unique_ptr<Session> session, std::optional<TraceLog> trace, double steps_per_s,
      const Typefaces& typefaces);

  /// Takes what is new and shows all in a window of the whole display.
  void show();

  Look& look() { return look_; }
  OccupancyView& occupancy_view() { return occupancy_view_; }
  Session* session() { return session_.get(); }
  const Frame& frame() const { return frame_; }

 private:
  void take_news();
  void take(TraceLog trace);
  bool is_selected_elsewhere() const;
  bool is_time_for_a_frame();
  void show_bar();
  void show_tabs();
  void show_tab(const char* name, Tab tab);
  void show_worlds();
  void show_page_buttons();
  void show_world_buttons();
  void show_occupancy();
  void show_message() const;

  std::unique_ptr<Session> session_;
  const Typefaces& typefaces_;
  CanvasRenderer renderer_;
  Look look_;
  Frame frame_;
  bool has_drawn_ = false;  ///< Worlds, in the last frame of the interface,
  double drawing_s_ = 0;    ///< which took so long,
  double taken_at_s_ = 0;   ///< since this time.
  std::optional<Pictures> pictures_;
  TransportBar transport_;
  GridPanel grid_;
  WorldPanel world_;
  InspectorPanel inspector_;
  Keyboard keyboard_;
  std::optional<Occupancy> occupancy_;
  OccupancyView occupancy_view_;
  std::vector<Share> stages_;
};

}  // namespace starling::viewer
