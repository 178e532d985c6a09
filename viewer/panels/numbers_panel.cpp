#include "viewer/panels/numbers_panel.hpp"

#include <algorithm>
#include <cstdio>

#include "viewer/widgets/controls.hpp"

namespace starling::viewer {
namespace {

void show_speed(const Numbers& numbers, const Typefaces& typefaces) {
  figure(typefaces, short_number(numbers.world_steps_per_s).text, "world-steps/s");
  const ImVec2 room = ImGui::GetContentRegionAvail();
  line_chart(numbers.speeds, room, theme::accent);
}

void show_episodes(const Numbers& numbers, const Typefaces& typefaces) {
  const EpisodeTally& tally = numbers.tally;
  char mean[24] = "-";
  char length[24] = "-";
  if (tally.episodes > 0) {
    std::snprintf(mean, sizeof mean, "%.4g", *tally.mean_return());
    std::snprintf(length, sizeof length, "%.4g", *tally.mean_length());
  }
  figure(typefaces, short_number(static_cast<double>(tally.episodes)).text, "episodes");
  ImGui::SameLine(0, 36);
  figure(typefaces, mean, "mean return");
  ImGui::SameLine(0, 36);
  figure(typefaces, length, "mean length");
}

void show_histogram(const char* title, const Histogram& histogram, Color color, ImVec2 size,
                    const Typefaces& typefaces) {
  if (begin_card(title, typefaces, size))
    histogram_chart(histogram, ImGui::GetContentRegionAvail(), color);
  end_card();
}

void show_rows(const Numbers& numbers) {
  if (!ImGui::BeginTable("rows", 3, ImGuiTableFlags_SizingStretchProp)) return;
  for (const TableRows& table : numbers.rows) {
    if (table.table == "world" || table.table.ends_with("Slots")) continue;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(table.table.c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(short_number(static_cast<double>(table.rows)).text);
    ImGui::TableNextColumn();
    ImGui::TextDisabled("of %s", short_number(static_cast<double>(table.most)).text);
  }
  ImGui::EndTable();
}

/// The largest first.
void show_bytes(const Numbers& numbers) {
  std::vector<FootprintItem> items = numbers.bytes;
  std::sort(items.begin(), items.end(), [](const FootprintItem& left, const FootprintItem& right) {
    return left.size_bytes > right.size_bytes;
  });
  if (!ImGui::BeginTable("bytes", 2, ImGuiTableFlags_SizingStretchProp)) return;
  for (const FootprintItem& item : items) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(item.name.c_str());
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", short_bytes(static_cast<double>(item.size_bytes)).text);
  }
  ImGui::EndTable();
}

void show_errors(const Numbers& numbers) {
  if (numbers.errors.empty()) ImGui::TextDisabled("no world holds an error");
  for (const auto& [kind, worlds] : numbers.errors) {
    ImGui::TextColored(to_imgui(theme::bad), "%s", kind.c_str());
    ImGui::SameLine();
    ImGui::TextDisabled("%lld worlds", static_cast<long long>(worlds));
  }
  for (const WorldError& error : numbers.first_errors)
    ImGui::TextWrapped("%s", error.text.c_str());
}

}  // namespace

void show_numbers(const Frame& frame, std::span<const Share> stages, const Typefaces& typefaces) {
  const Numbers& numbers = frame.numbers;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float third = (room.x - 2 * gap) / 3;
  const float half = (room.y - ImGui::GetStyle().ItemSpacing.y) / 2;
  if (begin_card("Speed", typefaces, {third, half})) show_speed(numbers, typefaces);
  end_card();
  ImGui::SameLine();
  ImGui::BeginGroup();
  if (begin_card("Episodes", typefaces, {2 * third + gap, half * 0.34F}))
    show_episodes(numbers, typefaces);
  end_card();
  const float below = half - half * 0.34F - ImGui::GetStyle().ItemSpacing.y;
  show_histogram("Returns", numbers.returns, theme::accent, {third, below}, typefaces);
  ImGui::SameLine();
  show_histogram("Lengths", numbers.lengths, theme::warm, {third, below}, typefaces);
  ImGui::EndGroup();
  if (begin_card("Time by stage", typefaces, {third, 0}))
    share_chart(stages, ImGui::GetContentRegionAvail().x);
  end_card();
  ImGui::SameLine();
  ImGui::BeginGroup();
  const float quarter = (ImGui::GetContentRegionAvail().y - ImGui::GetStyle().ItemSpacing.y) / 2;
  if (begin_card("Rows", typefaces, {third, quarter})) show_rows(numbers);
  end_card();
  if (begin_card("Errors", typefaces, {third, 0})) show_errors(numbers);
  end_card();
  ImGui::EndGroup();
  ImGui::SameLine();
  if (begin_card("Bytes", typefaces, {0, 0})) show_bytes(numbers);
  end_card();
}

}  // namespace starling::viewer
