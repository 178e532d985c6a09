#include "viewer/widgets/charts.hpp"

#include <algorithm>
#include <cstdio>

#include "viewer/widgets/controls.hpp"

namespace starling::viewer {
namespace {

/// The area of a chart, with a line at its foot and room for what is written below.
struct Area {
  ImVec2 from;
  ImVec2 to;

  float x(double share) const { return from.x + static_cast<float>(share) * (to.x - from.x); }
  float y(double share) const { return to.y - static_cast<float>(share) * (to.y - from.y); }
};

Area begin_chart(ImVec2 size) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::Dummy(size);
  const float foot = ImGui::GetTextLineHeight() + 4;
  const Area area{corner, {corner.x + size.x, corner.y + std::max(size.y - foot, 1.0F)}};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({area.from.x, area.to.y}, area.to, to_word(theme::card_edge));
  return area;
}

void write_below(const Area& area, const char* left, const char* right) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 color = to_word(theme::text_weak);
  list.AddText({area.from.x, area.to.y + 4}, color, left);
  list.AddText({area.to.x - ImGui::CalcTextSize(right).x, area.to.y + 4}, color, right);
}

}  // namespace

void line_chart(std::span<const SpeedSample> samples, ImVec2 size, Color color) {
  const Area area = begin_chart(size);
  if (samples.size() < 2) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  double most = 0;
  for (const SpeedSample& sample : samples)
    most = std::max(most, sample.world_steps_per_s);
  if (most <= 0) return;
  const double first_s = samples.front().time_s;
  const double span_s = std::max(samples.back().time_s - first_s, 1e-9);
  std::vector<ImVec2> points;
  for (const SpeedSample& sample : samples) {
    points.push_back({area.x((sample.time_s - first_s) / span_s),
                      area.y(sample.world_steps_per_s / most * 0.92)});
  }
  for (std::size_t index = 1; index < points.size(); ++index) {
    const ImVec2 left = points[index - 1];
    const ImVec2 right = points[index];
    list.AddQuadFilled(left, right, {right.x, area.to.y}, {left.x, area.to.y},
                       to_word(with_alpha(color, 0.13F)));
  }
  list.AddPolyline(points.data(), static_cast<int>(points.size()), to_word(color), 0, 2);
  char ago[32];
  std::snprintf(ago, sizeof ago, "%.0f s ago", span_s);
  write_below(area, ago, "now");
  list.AddText({area.from.x, area.from.y}, to_word(theme::text_weak), short_number(most).text);
}

void histogram_chart(const Histogram& histogram, ImVec2 size, Color color) {
  const Area area = begin_chart(size);
  if (histogram.counts.empty()) {
    write_below(area, "no episode has ended yet", "");
    return;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto most = *std::max_element(histogram.counts.begin(), histogram.counts.end());
  const auto bins = static_cast<double>(histogram.counts.size());
  for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin) {
    const double height = static_cast<double>(histogram.counts[bin]) /
                          static_cast<double>(std::max(most, std::int64_t{1}));
    if (height <= 0) continue;
    const double left = bins > 1 ? static_cast<double>(bin) / bins : 0.35;
    const double right = bins > 1 ? static_cast<double>(bin + 1) / bins : 0.65;
    list.AddRectFilled({area.x(left) + 1, area.y(height * 0.95)}, {area.x(right) - 1, area.to.y},
                       to_word(color), 2);
  }
  char lowest[32];
  char highest[32];
  std::snprintf(lowest, sizeof lowest, "%.4g", histogram.lowest);
  std::snprintf(highest, sizeof highest, "%.4g", histogram.highest);
  write_below(area, bins > 1 ? lowest : "", highest);
}

void share_chart(std::span<const Share> shares, float width) {
  double total = 0;
  double most = 0;
  for (const Share& share : shares) {
    total += share.value;
    most = std::max(most, share.value);
  }
  if (total <= 0) {
    ImGui::TextDisabled("none yet");
    return;
  }
  std::vector<Share> sorted(shares.begin(), shares.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const Share& left, const Share& right) { return left.value > right.value; });
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight();
  for (const Share& share : sorted) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    char text[16];
    std::snprintf(text, sizeof text, "%.1f%%", 100 * share.value / total);
    list.AddText(at, to_word(theme::text), share.name.c_str());
    list.AddText({at.x + width - ImGui::CalcTextSize(text).x, at.y}, to_word(theme::text_weak),
                 text);
    const float top = at.y + line + 3;
    list.AddRectFilled({at.x, top}, {at.x + width, top + 4}, to_word(theme::field), 2);
    const float length = width * static_cast<float>(share.value / most);
    list.AddRectFilled({at.x, top}, {at.x + std::max(length, 2.0F), top + 4}, to_word(share.color),
                       2);
    ImGui::Dummy({width, line + 9});
  }
}

}  // namespace starling::viewer
