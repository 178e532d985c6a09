#include "viewer/widgets/theme.hpp"

#include <cstring>

#include "viewer/render/fonts.hpp"

namespace starling::viewer {

ImVec4 to_imgui(Color color) {
  return {color.red, color.green, color.blue, color.alpha};
}

ImU32 to_word(Color color) {
  return ImGui::ColorConvertFloat4ToU32(to_imgui(color));
}

namespace {

ImFont* add_font(FontWeight weight, float size) {
  const Font font = load_font(weight);
  ImGuiIO& io = ImGui::GetIO();
  void* bytes = ImGui::MemAlloc(font.bytes.size());  // the atlas frees it
  std::memcpy(bytes, font.bytes.data(), font.bytes.size());
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 2;
  return io.Fonts->AddFontFromMemoryTTF(bytes, static_cast<int>(font.bytes.size()), size, &config);
}

void set_colors(ImGuiStyle& style) {
  const auto set = [&](ImGuiCol item, Color color) { style.Colors[item] = to_imgui(color); };
  set(ImGuiCol_WindowBg, theme::page);
  set(ImGuiCol_ChildBg, theme::card);
  set(ImGuiCol_PopupBg, theme::field);
  set(ImGuiCol_Border, theme::card_edge);
  set(ImGuiCol_Text, theme::text);
  set(ImGuiCol_TextDisabled, theme::text_weak);
  set(ImGuiCol_FrameBg, theme::field);
  set(ImGuiCol_FrameBgHovered, theme::field_hovered);
  set(ImGuiCol_FrameBgActive, theme::field_hovered);
  set(ImGuiCol_Button, theme::field);
  set(ImGuiCol_ButtonHovered, theme::field_hovered);
  set(ImGuiCol_ButtonActive, with_alpha(theme::accent, 0.55F));
  set(ImGuiCol_Header, theme::field);
  set(ImGuiCol_HeaderHovered, theme::field_hovered);
  set(ImGuiCol_HeaderActive, with_alpha(theme::accent, 0.45F));
  set(ImGuiCol_CheckMark, theme::accent);
  set(ImGuiCol_SliderGrab, theme::accent);
  set(ImGuiCol_SliderGrabActive, theme::warm);
  set(ImGuiCol_Separator, theme::card_edge);
  set(ImGuiCol_ScrollbarBg, with_alpha(theme::card, 0.0F));
  set(ImGuiCol_ScrollbarGrab, theme::field_hovered);
  set(ImGuiCol_ScrollbarGrabHovered, theme::card_edge);
  set(ImGuiCol_TableRowBg, with_alpha(theme::card, 0.0F));
  set(ImGuiCol_TableRowBgAlt, with_alpha(theme::field, 0.35F));
  set(ImGuiCol_TableBorderLight, theme::card_edge);
  set(ImGuiCol_TableHeaderBg, theme::field);
  set(ImGuiCol_NavHighlight, theme::accent);
}

}  // namespace

Typefaces apply_theme(float scale) {
  ImGui::StyleColorsDark();
  ImGuiStyle& style = ImGui::GetStyle();
  style.WindowPadding = {12, 12};
  style.FramePadding = {9, 5};
  style.ItemSpacing = {8, 7};
  style.CellPadding = {6, 3};
  style.WindowRounding = 0;
  style.ChildRounding = 8;
  style.FrameRounding = 6;
  style.PopupRounding = 6;
  style.GrabRounding = 6;
  style.ScrollbarSize = 10;
  style.ScrollbarRounding = 6;
  style.WindowBorderSize = 0;
  style.FrameBorderSize = 0;
  style.ScaleAllSizes(scale);
  set_colors(style);
  Typefaces typefaces;
  typefaces.text = add_font(FontWeight::Regular, 15 * scale);
  typefaces.strong = add_font(FontWeight::SemiBold, 15 * scale);
  typefaces.heading = add_font(FontWeight::SemiBold, 19 * scale);
  typefaces.figure = add_font(FontWeight::Medium, 26 * scale);
  typefaces.mono = add_font(FontWeight::Monospaced, 13 * scale);
  return typefaces;
}

}  // namespace starling::viewer
