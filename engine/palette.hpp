/// The colours that all drawings share, so that every environment looks of one piece.
#pragma once

#include <array>
#include <cstddef>

#include "engine/canvas.hpp"

namespace starling::palette {

inline constexpr Color night = rgb(0x10151d);  ///< Behind everything.
inline constexpr Color dusk = rgb(0x18202c);
inline constexpr Color slate = rgb(0x273242);
inline constexpr Color steel = rgb(0x3d4b60);
inline constexpr Color mist = rgb(0x8494aa);
inline constexpr Color snow = rgb(0xeef2f7);
inline constexpr Color shadow = rgb(0x05070a);

inline constexpr Color sky = rgb(0x62aef0);
inline constexpr Color amber = rgb(0xf4bb6a);
inline constexpr Color coral = rgb(0xf0716e);
inline constexpr Color mint = rgb(0x6ed6ab);
inline constexpr Color violet = rgb(0xa78df0);
inline constexpr Color rose = rgb(0xec92bd);
inline constexpr Color teal = rgb(0x4fc3d0);
inline constexpr Color lime = rgb(0xb6d56c);

/// What an agent attends to.
inline constexpr Color attention = rgb(0xffe2a8);

/// Colours that tell several of a kind apart; behind the last the first again.
inline constexpr std::array kinds = {sky, rose, mint, violet, amber, teal, coral, lime};

constexpr Color kind(std::size_t index) {
  return kinds[index % kinds.size()];
}

}  // namespace starling::palette
