/// The stages with their colours and sums, and the figures of the whole trace.
#include <algorithm>
#include <numeric>

#include "viewer/occupancy/occupancy_parts.hpp"
#include "viewer/occupancy/rect_batch.hpp"
#include "viewer/occupancy/time_text.hpp"

namespace starling::viewer::detail {
namespace {

/// Three lines: what it is, how much, and of what.
struct Figure {
  const char* name;
  std::string value;
  std::string note;
  bool is_warning = false;
};

std::string share_or_dash(const std::optional<double>& share) {
  return share ? share_text(*share) : "-";
}

std::vector<Figure> figures_to_show(const Occupancy& occupancy) {
  const Figures& figures = occupancy.figures();
  const TraceLog& log = occupancy.log();
  std::vector<Figure> list;
  if (log.device != Device::Cpu)
    list.push_back({"ACTIVE WARPS", share_or_dash(figures.active_share), "of lanes with a tile"});
  list.push_back({"IDLE", share_or_dash(figures.idle_share), "of lanes' time in launches"});
  list.push_back({"WAITING", share_or_dash(figures.waiting_share),
                  figures.waiting_share ? "between stages of a step" : "no stages recorded"});
  list.push_back({"TAIL", share_or_dash(figures.tail_share),
                  figures.tail_ns ? time_text(*figures.tail_ns) + " a launch, " +
                                        share_text(*figures.tail_idle_share) + " idle"
                                  : "no whole launch"});
  list.push_back(
      {"LAST WAVE EMPTY", share_or_dash(figures.last_wave_empty),
       figures.waves ? number_text(*figures.waves, 2) + " waves of tiles" : "no whole launch"});
  list.push_back({"LAUNCHES", count_text(static_cast<std::int64_t>(figures.launches.size())),
                  count_text(figures.whole_launches) + " recorded whole"});
  if (log.dropped_records > 0) {
    list.push_back({"DROPPED", count_text(log.dropped_records), "records: no room", true});
  }
  return list;
}

/// Stages by time, the most first.
std::vector<std::size_t> stages_by_time(const std::vector<StageFigures>& stages) {
  std::vector<std::size_t> order(stages.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    return stages[left].time_ns > stages[right].time_ns;
  });
  return order;
}

void draw_entry(const Occupancy& occupancy, const OccupancyView& view, std::size_t index,
                const Area& area) {
  const StageFigures& stage = occupancy.stages()[index];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int highlighted = highlighted_stage(view);
  const bool is_dimmed = highlighted >= 0 && highlighted != static_cast<int>(index);
  const float seen = is_dimmed ? 0.35f : 1.0f;
  const Colour colour = faded(stage_colour(static_cast<int>(index)), seen);
  const float top = area.top + 4;
  const float line = text_height(nullptr);
  list.AddRectFilled(ImVec2(area.left + 8, top + line / 2 - 5),
                     ImVec2(area.left + 18, top + line / 2 + 5), colour, 3);
  const std::string share = share_text(stage.share);
  const float share_left = area.right - 10 - text_width(nullptr, share);
  draw_text(list, nullptr, area.left + 26, top, faded(theme::text, seen), stage.name,
            share_left - 8);
  draw_text(list, nullptr, share_left, top, faded(theme::text, seen), share);
  const bool on_cpu = occupancy.log().device == Device::Cpu;
  const std::string dot = " \xc2\xb7 ";
  const std::string warps = on_cpu ? "" : dot + share_text(stage.active_share) + " of warps";
  const std::string note = time_text(stage.mean_ns) + warps + dot + count_text(stage.rows, "row");
  const float note_top = top + line + 2;
  draw_text(list, view.small, area.left + 26, note_top, faded(theme::muted_text, seen), note,
            area.right - 10);
  const float bar = note_top + text_height(view.small) + 3;
  const float left = area.left + 26;
  const float full = area.right - 10 - left;
  list.AddRectFilled(ImVec2(left, bar), ImVec2(left + full, bar + 3), theme::trough, 1.5f);
  list.AddRectFilled(ImVec2(left, bar),
                     ImVec2(left + std::max(2.0f, full * static_cast<float>(stage.share)), bar + 3),
                     colour, 1.5f);
}

}  // namespace

void draw_figures(const Occupancy& occupancy, const OccupancyView& view, const Area& area) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::vector<Figure> figures = figures_to_show(occupancy);
  constexpr float gap = 8;
  const float width = (area.width() + gap) / static_cast<float>(figures.size()) - gap;
  float left = area.left;
  for (const Figure& figure : figures) {
    const float right = left + width;
    list.AddRectFilled(ImVec2(left, area.top), ImVec2(right, area.bottom), theme::raised, 6);
    const float small = text_height(view.small);
    float y = area.top + 9;
    draw_text(list, view.small, left + 12, y, theme::muted_text, figure.name, right - 6);
    y += small + 3;
    draw_text(list, view.large, left + 12, y, figure.is_warning ? theme::warning : theme::text,
              figure.value, right - 6);
    y += text_height(view.large) + 3;
    draw_text(list, view.small, left + 12, y, theme::muted_text, figure.note, right - 6);
    left = right + gap;
  }
}

void draw_legend(const Occupancy& occupancy, OccupancyView& view, const Area& area) {
  ImGui::SetCursorScreenPos(ImVec2(area.left, area.top));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme::raised);
  ImGui::PushStyleColor(ImGuiCol_ScrollbarBg, theme::raised);
  ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, theme::line);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, 6);
  ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 8);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::BeginChild("stages", ImVec2(area.width(), area.height()), false);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float right = area.left + ImGui::GetContentRegionAvail().x;
  const float height = text_height(nullptr) + text_height(view.small) + 17;
  view.hovered = -1;
  float top = ImGui::GetCursorScreenPos().y;
  draw_text(list, view.small, area.left + 10, top + 10, theme::muted_text,
            occupancy.stages().empty() ? "NO STAGES RECORDED APART" : "TIME IN STAGES", right - 10);
  top += text_height(view.small) + 18;
  for (const std::size_t index : stages_by_time(occupancy.stages())) {
    const Area entry = {area.left, top, right, top + height};
    if (ImGui::IsWindowHovered() && entry.holds(ImGui::GetMousePos()))
      view.hovered = static_cast<int>(index);
    draw_entry(occupancy, view, index, entry);
    top += height;
  }
  if (occupancy.stages().empty() || occupancy.log().stage_period > 1) {
    const float middle = top + 4 + text_height(view.small) / 2;
    list.AddRectFilled(ImVec2(area.left + 8, middle - 5), ImVec2(area.left + 18, middle + 5),
                       tile_colour(occupancy), 3);
    draw_text(list, view.small, area.left + 26, top + 4, theme::muted_text,
              occupancy.stages().empty() ? "whole tiles" : "tiles, outside of recorded stages",
              right - 10);
    top += text_height(view.small) + 12;
  }
  if (view.hovered >= 0 && ImGui::IsMouseClicked(0))
    view.pinned = view.pinned == view.hovered ? -1 : view.hovered;
  ImGui::SetCursorScreenPos(ImVec2(area.left, top));
  ImGui::Dummy(ImVec2(1, 8));
  ImGui::EndChild();
  ImGui::PopStyleVar(3);
  ImGui::PopStyleColor(3);
}

}  // namespace starling::viewer::detail
