/// Colours of the occupancy view: one for each stage, far apart as the eye sees them.
#pragma once

#include "viewer/widgets/colors.hpp"

namespace starling::viewer {

namespace stage_palette {

inline constexpr ColorWord tile = to_word(rgb(0x434f65));        ///< Outside of recorded stages,
inline constexpr ColorWord whole_tile = to_word(rgb(0x6c8ed6));  ///< and in a trace without any.

}  // namespace stage_palette

/// The colour of a stage by its place among those of a trace; after 256, they come again.
ColorWord stage_color(int stage);

/// `share` of the second and the rest of the first, of each channel.
ColorWord mixed(ColorWord first, ColorWord second, float share);
/// The colour with its alpha multiplied.
ColorWord faded(ColorWord color, float share);

}  // namespace starling::viewer
