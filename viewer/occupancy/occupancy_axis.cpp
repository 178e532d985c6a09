/// The axis of time, the launches, an overview of all of the trace, and what the cursor tells.
#include <algorithm>
#include <cmath>

#include "viewer/occupancy/occupancy_parts.hpp"
#include "viewer/occupancy/rect_batch.hpp"
#include "viewer/occupancy/time_text.hpp"

namespace starling::viewer::detail {
namespace {

ImFont* or_current(ImFont* font) {
  return font ? font : ImGui::GetFont();
}
float size_of(ImFont* font) {
  return font ? font->FontSize : ImGui::GetFontSize();
}

/// Of the threads of a tile, those that had a row in the stage with most.
std::string description_of(const Occupancy& occupancy, const TraceSlice& slice) {
  const bool is_tile = slice.stage < 0;
  const auto length_ns = static_cast<double>(slice.end_ns - slice.start_ns);
  std::string text = "tile " + count_text(slice.tile) + ", step " + count_text(slice.step) + "\n";
  text += count_text(slice.rows, is_tile ? "world" : "row");
  if (occupancy.log().device != Device::Cpu) {
    text += std::string(is_tile ? ", at most " : ", ") + count_text(slice.active_lanes) + " of " +
            count_text(occupancy.crew_threads(), "thread") + ", " +
            share_text(static_cast<double>(occupancy.active_share(slice))) + " of warps";
  }
  return text + "\n" + time_text(length_ns) + " from " +
         time_text(static_cast<double>(slice.start_ns - occupancy.start_ns()));
}

}  // namespace

void draw_text(ImDrawList& list, ImFont* font, float x, float y, Colour colour,
               const std::string& text, float right_px) {
  if (right_px <= x) return;
  const ImVec4 clip(x, y - 100, right_px, y + 100);
  list.AddText(or_current(font), size_of(font), ImVec2(std::round(x), std::round(y)), colour,
               text.data(), text.data() + text.size(), 0, &clip);
}

float text_width(ImFont* font, const std::string& text) {
  return or_current(font)
      ->CalcTextSizeA(size_of(font), 1e9f, 0, text.data(), text.data() + text.size())
      .x;
}

float text_height(ImFont* font) {
  return size_of(font);
}

void draw_axis(const Occupancy& occupancy, const OccupancyView& view, const TimeScale& scale,
               const Area& axis, const Area& rows) {
  constexpr double least_step_px = 96;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(ImVec2(axis.left, axis.top), ImVec2(axis.right, rows.bottom), true);
  const auto start_ns = static_cast<double>(occupancy.start_ns());
  const double step_ns = tick_step_ns(least_step_px * scale.ns_per_px());
  const double first = std::ceil((scale.from_ns - start_ns) / step_ns) * step_ns;
  for (double tick_ns = first; tick_ns <= scale.to_ns - start_ns; tick_ns += step_ns) {
    const float x = std::round(scale.x_of(start_ns + tick_ns));
    list.AddLine(ImVec2(x, axis.bottom - 5), ImVec2(x, axis.bottom), theme::muted_text);
    list.AddLine(ImVec2(x, rows.top), ImVec2(x, rows.bottom), faded(theme::text, 0.07f));
    draw_text(list, view.small, x + 5, axis.top + 2, theme::muted_text,
              tick_text(tick_ns, step_ns));
  }
  constexpr float least_launch_px = 5;
  float last_x = -1e9f;
  float last_name = -1e9f;
  const auto& launches = occupancy.figures().launches;
  auto launch = std::lower_bound(launches.begin(), launches.end(), scale.from_ns,
                                 [](const LaunchFigures& figures, double ns) {
                                   return static_cast<double>(figures.start_ns) < ns;
                                 });
  for (; launch != launches.end() && static_cast<double>(launch->start_ns) <= scale.to_ns;
       ++launch) {
    const float x = std::round(scale.x_of(static_cast<double>(launch->start_ns)));
    if (x < last_x + least_launch_px) continue;
    last_x = x;
    list.AddLine(ImVec2(x, axis.bottom - 2), ImVec2(x, rows.bottom), faded(theme::accent, 0.4f));
    const std::string name = "step " + count_text(launch->first_step);
    if (x < last_name) continue;
    draw_text(list, view.small, x + 5, axis.bottom - text_height(view.small) - 2, theme::accent,
              name);
    last_name = x + text_width(view.small, name) + 16;
  }
  list.PopClipRect();
}

void draw_overview(const Occupancy& occupancy, const OccupancyView& view, const Area& area) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(ImVec2(area.left, area.top), ImVec2(area.right, area.bottom), theme::trough,
                     4);
  const auto& layers = occupancy.overview();
  {
    RectBatch batch(list);
    const float width = area.width() / static_cast<float>(Occupancy::overview_parts);
    const float full = area.height() - 2;
    const int highlighted = highlighted_stage(view);
    for (std::size_t part = 0; part < Occupancy::overview_parts; ++part) {
      const float left = area.left + static_cast<float>(part) * width;
      float bottom = area.bottom - 1;
      for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const float top = bottom - layers[layer][part] * full;
        const bool is_tile = layer + 1 == layers.size();
        const bool is_dimmed = highlighted >= 0 && static_cast<std::size_t>(highlighted) != layer;
        const Colour own = is_tile ? tile_colour(occupancy) : stage_colour(static_cast<int>(layer));
        batch.add(left, std::max(top, area.top), left + width, bottom,
                  faded(own, is_dimmed ? 0.25f : 1));
        bottom = top;
      }
    }
  }
  const TimeScale all = {static_cast<double>(occupancy.start_ns()),
                         static_cast<double>(occupancy.end_ns()), area.left, area.width()};
  const float from = std::floor(all.x_of(view.from_ns));
  const float to = std::max(std::ceil(all.x_of(view.to_ns)), from + 3);
  const Colour shade = faded(theme::background, 0.72f);
  list.AddRectFilled(ImVec2(area.left, area.top), ImVec2(from, area.bottom), shade);
  list.AddRectFilled(ImVec2(to, area.top), ImVec2(area.right, area.bottom), shade);
  list.AddRect(ImVec2(from, area.top), ImVec2(to, area.bottom), faded(theme::accent, 0.8f), 4);
}

void show_pointed(const Occupancy& occupancy, const OccupancyView& view, const Pointed& pointed) {
  if (!pointed.row) return;
  ImGui::PushStyleColor(ImGuiCol_PopupBg, theme::raised);
  ImGui::PushStyleColor(ImGuiCol_Border, theme::line);
  ImGui::PushStyleColor(ImGuiCol_Text, theme::text);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(12, 10));
  ImGui::BeginTooltip();
  const TraceSlice* slice = pointed.slice;
  const int stage = slice ? occupancy.stage_index(*slice) : -1;
  const std::string what = !slice      ? "idle"
                           : stage < 0 ? "tile, outside of recorded stages"
                                       : occupancy.stages()[static_cast<std::size_t>(stage)].name;
  const ImVec4 colour =
      ImGui::ColorConvertU32ToFloat4(stage < 0 ? theme::muted_text : stage_colour(stage));
  ImGui::TextColored(colour, "%s", what.c_str());
  if (view.small) ImGui::PushFont(view.small);
  const bool on_cpu = occupancy.log().device == Device::Cpu;
  const std::string lane = on_cpu ? "" : ", block " + std::to_string(pointed.lane->lane);
  ImGui::TextUnformatted((pointed.row->name + lane).c_str());
  if (slice) {
    const std::string text = description_of(occupancy, *slice);
    ImGui::TextUnformatted(text.c_str());
  }
  if (view.small) ImGui::PopFont();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(3);
}

}  // namespace starling::viewer::detail
