/// Colours of the occupancy view: one for each stage, far apart as the eye sees them.
#pragma once

#include <cstdint>

namespace starling::viewer {

/// Red in the lowest byte, then green, blue and alpha, as Dear ImGui has it.
using Colour = std::uint32_t;

constexpr Colour colour_of(std::uint32_t red_green_blue, std::uint32_t alpha = 255) {
  return (red_green_blue >> 16 & 0xff) | (red_green_blue & 0xff00) | (red_green_blue & 0xff) << 16 |
         alpha << 24;
}

namespace theme {

constexpr Colour background = colour_of(0x10141b);
constexpr Colour raised = colour_of(0x171d27);  ///< What lies on the background.
constexpr Colour trough = colour_of(0x0b0e13);  ///< What is let into it.
constexpr Colour line = colour_of(0x2a3342);
constexpr Colour text = colour_of(0xd5dbe5);
constexpr Colour muted_text = colour_of(0x7f8b9e);
constexpr Colour accent = colour_of(0x7cc4ff);
constexpr Colour warning = colour_of(0xf0b35e);
constexpr Colour tile = colour_of(0x434f65);        ///< Outside of recorded stages,
constexpr Colour whole_tile = colour_of(0x6c8ed6);  ///< and in a trace without any.

}  // namespace theme

/// The colour of a stage by its place among those of a trace; after 256, they come again.
Colour stage_colour(int stage);

/// `share` of the second and the rest of the first, of each channel.
Colour mixed(Colour first, Colour second, float share);
/// The colour with its alpha multiplied.
Colour faded(Colour colour, float share);

}  // namespace starling::viewer
