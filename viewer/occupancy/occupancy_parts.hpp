/// The parts of the occupancy panel, each drawn into a rectangle of its own.
#pragma once

#include <imgui.h>

#include <string>

#include "viewer/occupancy/occupancy.hpp"
#include "viewer/occupancy/occupancy_view.hpp"
#include "viewer/occupancy/stage_palette.hpp"

namespace starling::viewer::detail {

/// On the screen, in pixels.
struct Area {
  float left = 0;
  float top = 0;
  float right = 0;
  float bottom = 0;

  float width() const { return right - left; }
  float height() const { return bottom - top; }
  bool holds(ImVec2 point) const {
    return point.x >= left && point.x < right && point.y >= top && point.y < bottom;
  }
};

/// What is under the cursor; null or -1 where there is nothing.
struct Pointed {
  const OccupancyRow* row = nullptr;
  const OccupancyLane* lane = nullptr;
  const TraceSlice* slice = nullptr;
};

/// Draws text, cut off at `right_px`. No font is the current one.
void draw_text(ImDrawList& list, ImFont* font, float x, float y, Colour colour,
               const std::string& text, float right_px = 1e9f);
float text_width(ImFont* font, const std::string& text);
float text_height(ImFont* font);

inline Colour tile_colour(const Occupancy& occupancy) {
  return occupancy.stages().empty() ? theme::whole_tile : theme::tile;
}

/// How much of a row's height is for each of its lanes; 0 where they are drawn as one.
float lane_height_of(const OccupancyRow& row, float row_height_px);
/// With how much space between rows.
float row_gap_of(float row_height_px);

void draw_figures(const Occupancy& occupancy, const OccupancyView& view, const Area& area);
void draw_overview(const Occupancy& occupancy, const OccupancyView& view, const Area& area);
void draw_axis(const Occupancy& occupancy, const OccupancyView& view, const TimeScale& scale,
               const Area& axis, const Area& rows);
void draw_rows(const Occupancy& occupancy, const OccupancyView& view, const TimeScale& scale,
               const Area& names, const Area& rows);
Pointed pointed_at(const Occupancy& occupancy, const OccupancyView& view, const TimeScale& scale,
                   const Area& rows, ImVec2 point);
/// A line through the cursor, and a frame around the slice.
void mark_pointed(const Occupancy& occupancy, const OccupancyView& view, const TimeScale& scale,
                  const Area& rows, const Pointed& pointed, ImVec2 point);
/// In a tooltip.
void show_pointed(const Occupancy& occupancy, const OccupancyView& view, const Pointed& pointed);

/// Also sets which stage is hovered and pinned.
void draw_legend(const Occupancy& occupancy, OccupancyView& view, const Area& area);

}  // namespace starling::viewer::detail
