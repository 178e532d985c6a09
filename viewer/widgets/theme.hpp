/// Colours, spaces and typefaces of the window.
#pragma once

#include <imgui.h>

#include "engine/canvas.hpp"

namespace starling::viewer {

namespace theme {

inline constexpr Color page = rgb(0x0b0e13);
inline constexpr Color card = rgb(0x12161e);
inline constexpr Color card_edge = rgb(0x1f2631);
inline constexpr Color field = rgb(0x1a202a);
inline constexpr Color field_hovered = rgb(0x242c39);
inline constexpr Color text = rgb(0xd8dee8);
inline constexpr Color text_weak = rgb(0x7f8a9b);
inline constexpr Color accent = rgb(0x5aa9e6);
inline constexpr Color warm = rgb(0xf2b866);
inline constexpr Color bad = rgb(0xe66a6a);

}  // namespace theme

ImVec4 to_imgui(Color color);
ImU32 to_word(Color color);

/// The window's typefaces, at the sizes in use.
struct Typefaces {
  ImFont* text = nullptr;
  ImFont* strong = nullptr;
  ImFont* heading = nullptr;
  ImFont* figure = nullptr;  ///< Large numbers.
  ImFont* mono = nullptr;
};

/// Loads the typefaces into the current context and sets its style.
Typefaces apply_theme(float scale);

}  // namespace starling::viewer
