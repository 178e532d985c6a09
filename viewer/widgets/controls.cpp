#include "viewer/widgets/controls.hpp"

#include <cmath>
#include <cstdio>

namespace starling::viewer {
namespace {

void draw_bar(ImDrawList& list, ImVec2 center, float x, float size, ImU32 color) {
  list.AddRectFilled({center.x + (x - 0.11F) * size, center.y - 0.5F * size},
                     {center.x + (x + 0.11F) * size, center.y + 0.5F * size}, color, 1);
}

/// Points to the right for a positive width.
void draw_arrow(ImDrawList& list, ImVec2 center, float x, float width, float size, ImU32 color) {
  const float base = center.x + (x - width / 2) * size;
  const ImVec2 top{base, center.y - 0.5F * size};
  const ImVec2 bottom{base, center.y + 0.5F * size};
  const ImVec2 tip{base + width * size, center.y};
  if (width > 0) {
    list.AddTriangleFilled(top, tip, bottom, color);
  } else {
    list.AddTriangleFilled(top, bottom, tip, color);
  }
}

void draw_icon(ImDrawList& list, Icon icon, ImVec2 center, float size, ImU32 color) {
  switch (icon) {
    case Icon::Play:
      draw_arrow(list, center, 0.05F, 0.9F, size, color);
      break;
    case Icon::Pause:
      draw_bar(list, center, -0.25F, size, color);
      draw_bar(list, center, 0.25F, size, color);
      break;
    case Icon::Step:
      draw_arrow(list, center, -0.1F, 0.7F, size, color);
      draw_bar(list, center, 0.42F, size, color);
      break;
    case Icon::Back:
      draw_arrow(list, center, 0.1F, -0.7F, size, color);
      draw_bar(list, center, -0.42F, size, color);
      break;
    case Icon::Start:
      draw_bar(list, center, -0.5F, size, color);
      draw_arrow(list, center, -0.1F, -0.55F, size, color);
      draw_arrow(list, center, 0.4F, -0.55F, size, color);
      break;
  }
}

ShortText shortened(double value, double step, const char* const* units, int count) {
  int unit = 0;
  while (std::abs(value) >= step && unit + 1 < count) {
    value /= step;
    ++unit;
  }
  const double size = std::abs(value);
  const int digits = unit == 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  ShortText result{};
  std::snprintf(result.text, sizeof result.text, "%.*f%s", digits, value, units[unit]);
  return result;
}

}  // namespace

bool icon_button(const char* id, Icon icon, bool is_enabled) {
  const float side = ImGui::GetFrameHeight();
  ImGui::BeginDisabled(!is_enabled);
  const bool clicked = ImGui::Button(id, {side * 1.15F, side});
  ImGui::EndDisabled();
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  draw_icon(*ImGui::GetWindowDrawList(), icon, {(from.x + to.x) / 2, (from.y + to.y) / 2},
            side * 0.42F, to_word(is_enabled ? theme::text : theme::text_weak));
  return clicked;
}

bool stepper(const char* id, const char* format, int& number, int last) {
  const int before = number;
  ImGui::PushID(id);
  if (icon_button("##before", Icon::Back, number > 0)) --number;
  ImGui::SameLine(0, 4);
  ImGui::AlignTextToFramePadding();
  ImGui::Text(format, number);
  ImGui::SameLine(0, 4);
  if (icon_button("##after", Icon::Step, number < last)) ++number;
  ImGui::PopID();
  return number != before;
}

bool begin_card(const char* title, const Typefaces& typefaces, ImVec2 size) {
  const bool is_open = ImGui::BeginChild(title, size, true);
  ImGui::PushFont(typefaces.strong);
  ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(theme::text_weak));
  ImGui::TextUnformatted(title);
  ImGui::PopStyleColor();
  ImGui::PopFont();
  return is_open;
}

void end_card() {
  ImGui::EndChild();
}

void figure(const Typefaces& typefaces, const char* value, const char* name) {
  ImGui::BeginGroup();
  ImGui::PushFont(typefaces.figure);
  ImGui::TextUnformatted(value);
  ImGui::PopFont();
  ImGui::TextDisabled("%s", name);
  ImGui::EndGroup();
}

ShortText short_number(double value) {
  constexpr const char* units[] = {"", " k", " M", " G", " T"};
  return shortened(value, 1000, units, 5);
}

ShortText short_bytes(double bytes) {
  constexpr const char* units[] = {" B", " KiB", " MiB", " GiB", " TiB"};
  return shortened(bytes, 1024, units, 5);
}

}  // namespace starling::viewer
