#include "viewer/occupancy/occupancy_panel.hpp"

#include <algorithm>
#include <cmath>

#include "viewer/occupancy/occupancy_parts.hpp"
#include "viewer/occupancy/time_text.hpp"

namespace starling::viewer {
namespace {

using namespace detail;

/// Where everything is.
struct Layout {
  Area title;
  Area figures;
  Area overview;
  Area axis;
  Area names;
  Area rows;
  Area legend;
};

Layout lay_out(const OccupancyView& view, ImVec2 origin, ImVec2 size) {
  constexpr float gap = 10;
  const float small = text_height(view.small);
  const float names_width = text_width(view.small, "thread 000") + 10;
  const float legend_width = std::clamp(size.x * 0.2f, 180.0f, 320.0f);
  Layout now;
  const auto below = [&](float top, float height) {
    return Area{origin.x, top, origin.x + size.x, top + height};
  };
  now.title = below(origin.y, text_height(nullptr) + 4);
  now.figures = below(now.title.bottom + gap, 2 * small + text_height(view.large) + 24);
  const float top = now.figures.bottom + gap;
  const float bottom = std::max(origin.y + size.y, top + 80);
  now.legend = {origin.x + size.x - legend_width, top, origin.x + size.x, bottom};
  const float left = origin.x + names_width;
  const float right = std::max(now.legend.left - gap, left + 40);
  now.overview = {left, top, right, top + 56};
  now.axis = {left, now.overview.bottom + 6, right, now.overview.bottom + 14 + 2 * small};
  now.names = {origin.x, now.axis.bottom, left, bottom};
  now.rows = {left, now.axis.bottom, right, bottom};
  return now;
}

void fit_rows(const Occupancy& occupancy, OccupancyView& view, const Area& rows) {
  constexpr float least_px = 2;
  constexpr float most_fitted_px = 240;
  constexpr float most_px = 400;
  const auto count = static_cast<float>(std::max<std::size_t>(occupancy.rows().size(), 1));
  if (view.row_height_px <= 0)
    view.row_height_px = std::clamp(rows.height() / count, least_px, most_fitted_px);
  view.row_height_px = std::clamp(view.row_height_px, least_px, most_px);
  const float hidden = count * view.row_height_px - rows.height();
  view.scroll_px = std::clamp(view.scroll_px, 0.0f, std::max(hidden, 0.0f));
}

/// Down to the last row.
Area filled_part(const Occupancy& occupancy, const OccupancyView& view, const Area& rows) {
  const auto count = static_cast<float>(occupancy.rows().size());
  const float bottom = rows.top + count * view.row_height_px - view.scroll_px;
  return {rows.left, rows.top, rows.right, std::min(rows.bottom, bottom)};
}

void zoom_rows(OccupancyView& view, float factor, float at_px) {
  const float place = (at_px + view.scroll_px) / view.row_height_px;
  view.row_height_px = std::clamp(view.row_height_px * factor, 2.0f, 400.0f);
  view.scroll_px = place * view.row_height_px - at_px;
}

/// Wheel, drag and double click in the rows.
void move_rows(OccupancyView& view, const TimeScale& scale, const Area& rows) {
  constexpr float wheel_factor = 1.25f;
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetCursorScreenPos(ImVec2(rows.left, rows.top));
  ImGui::InvisibleButton("rows", ImVec2(rows.width(), rows.height()));
  if (ImGui::IsItemHovered()) {
    // Newer versions of ImGui turn the wheel with shift into one to the side.
    const float wheel = io.MouseWheel != 0 ? io.MouseWheel : io.KeyShift ? io.MouseWheelH : 0;
    const bool is_vertical = io.KeyCtrl || io.KeyShift;
    const float factor = std::pow(wheel_factor, wheel);
    if (wheel != 0 && is_vertical) zoom_rows(view, factor, io.MousePos.y - rows.top);
    if (wheel != 0 && !is_vertical) zoom_time(view, 1 / factor, scale.ns_at(io.MousePos.x));
    if (wheel == 0 && io.MouseWheelH != 0) {
      const double step_ns = -io.MouseWheelH * 40 * scale.ns_per_px();
      view.from_ns += step_ns;
      view.to_ns += step_ns;
    }
    if (ImGui::IsMouseDoubleClicked(0)) {
      view.to_ns = view.from_ns;
      view.row_height_px = 0;
    }
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 1)) {
    const double moved_ns = static_cast<double>(io.MouseDelta.x) * scale.ns_per_px();
    view.from_ns -= moved_ns;
    view.to_ns -= moved_ns;
    view.scroll_px -= io.MouseDelta.y;
  }
}

/// A click or a drag there moves the view.
void move_overview(const Occupancy& occupancy, OccupancyView& view, const Area& area) {
  ImGui::SetCursorScreenPos(ImVec2(area.left, area.top));
  ImGui::InvisibleButton("overview", ImVec2(area.width(), area.height()));
  if (!ImGui::IsItemActive()) return;
  const TimeScale all = {static_cast<double>(occupancy.start_ns()),
                         static_cast<double>(occupancy.end_ns()), area.left, area.width()};
  const double half = (view.to_ns - view.from_ns) / 2;
  const double middle = all.ns_at(ImGui::GetMousePos().x);
  view.from_ns = middle - half;
  view.to_ns = middle + half;
}

void draw_title(const Occupancy& occupancy, const OccupancyView& view, const Area& area) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const TraceLog& log = occupancy.log();
  const std::string dot = " \xc2\xb7 ";
  draw_text(list, nullptr, area.left, area.top, theme::text, log.environment);
  std::string text = log.device_name;
  if (log.worlds > 0) text += dot + count_text(log.worlds) + " worlds";
  text += dot + count_text(log.lanes) + (log.device == Device::Cpu ? " threads" : " blocks");
  text += dot + count_text(static_cast<std::int64_t>(log.slices.size())) + " slices";
  if (!occupancy.stages().empty() && log.stage_period > 1)
    text += dot + "stages of one step in " + count_text(log.stage_period);
  const float height = text_height(nullptr) - text_height(view.small);
  draw_text(list, view.small, area.left + text_width(nullptr, log.environment) + 14,
            area.top + height * 0.75f, theme::muted_text, text, area.right);
}

void draw_lack_of_slices(const Occupancy& occupancy, const OccupancyView& view, const Area& rows) {
  const std::string text = occupancy.log().dropped_records > 0
                               ? "There was room for no slice: --trace-records gives more."
                               : "The trace holds no slice yet.";
  draw_text(*ImGui::GetWindowDrawList(), view.small, rows.left + 5, rows.top + 12,
            theme::muted_text, text, rows.right);
}

}  // namespace

void draw_occupancy(const Occupancy& occupancy, OccupancyView& view) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::GetContentRegionAvail();
  if (size.x < 1 || size.y < 1) return;
  const ImGuiWindowFlags still = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::BeginChild("occupancy", size, false, still);
  ImGui::PopStyleVar();
  const Layout layout = lay_out(view, origin, size);
  const auto start_ns = static_cast<double>(occupancy.start_ns());
  const auto end_ns = static_cast<double>(occupancy.end_ns());
  keep_inside(view, start_ns, end_ns);
  fit_rows(occupancy, view, layout.rows);
  const auto scale_now = [&] {
    return TimeScale{view.from_ns, view.to_ns, layout.rows.left, layout.rows.width()};
  };
  move_overview(occupancy, view, layout.overview);
  move_rows(view, scale_now(), layout.rows);
  const bool is_hovered = ImGui::IsItemHovered();
  keep_inside(view, start_ns, end_ns);
  fit_rows(occupancy, view, layout.rows);

  const TimeScale scale = scale_now();
  draw_title(occupancy, view, layout.title);
  draw_figures(occupancy, view, layout.figures);
  draw_overview(occupancy, view, layout.overview);
  draw_rows(occupancy, view, scale, layout.names, layout.rows);
  if (occupancy.rows().empty()) draw_lack_of_slices(occupancy, view, layout.rows);
  draw_axis(occupancy, view, scale, layout.axis, filled_part(occupancy, view, layout.rows));
  draw_legend(occupancy, view, layout.legend);
  if (is_hovered && !ImGui::IsMouseDragging(0, 1)) {
    const Pointed pointed = pointed_at(occupancy, view, scale, layout.rows, ImGui::GetMousePos());
    const Area filled = filled_part(occupancy, view, layout.rows);
    mark_pointed(occupancy, view, scale, filled, pointed, ImGui::GetMousePos());
    show_pointed(occupancy, view, pointed);
  }
  ImGui::EndChild();
}

}  // namespace starling::viewer
