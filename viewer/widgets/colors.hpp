/// The colours of the window.
#pragma once

#include <cstdint>

#include "engine/canvas.hpp"

namespace starling::viewer {

/// Red in the lowest byte, then green, blue and alpha, as Dear ImGui has it.
using ColorWord = std::uint32_t;

constexpr ColorWord to_word(Color color) {
  const auto byte = [](float channel) {
    const float bounded = channel < 0.0F ? 0.0F : channel > 1.0F ? 1.0F : channel;
    return static_cast<std::uint32_t>(bounded * 255.0F + 0.5F);
  };
  return byte(color.red) | byte(color.green) << 8 | byte(color.blue) << 16 |
         byte(color.alpha) << 24;
}

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
}  // namespace starling::viewer
