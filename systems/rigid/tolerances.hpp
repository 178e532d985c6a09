/// What counts as equal in the geometry of contacts, so that a body at rest keeps its contact
/// points from step to step although its pose trembles.
#pragma once

#include "kernels/vector.hpp"

namespace starling::systems::detail {

/// Faces of a are kept unless a face of b separates the bodies by this much more, and faces unless
/// two edges do: an absolute part, for bodies that just touch, and one of the separation's size.
inline constexpr float absolute_preference_m = 0x1p-11F;
inline constexpr float relative_preference = 0.05F;

STARLING_FN constexpr float preference_m(float separation_m) {
  const float size_m = separation_m < 0.0F ? -separation_m : separation_m;
  return absolute_preference_m + relative_preference * size_m;
}

/// Faces reach this far beyond their sides where another is clipped against them: the vertices of
/// two equal boxes, one upon the other, do not become crossings of edges with each breath.
inline constexpr float side_margin_m = 0x1p-13F;

/// Of two points about as deep the first one counts as the deepest.
inline constexpr float depth_margin_m = 0x1p-13F;

/// Points less apart than this, or from the line through two others, add nothing.
inline constexpr float least_spacing_m = 0x1p-11F;

/// A point spans more than another where it spans more by this factor.
inline constexpr float area_preference = 1.0F + 0x1p-6F;

/// Edges are parallel where the square of the sine between them is less: the axis normal to both
/// would be known to 1e-4 only, and faces do what is left undone to 1e-3 of an edge's length.
inline constexpr float parallel_sine_squared = 1e-6F;

/// Two round bodies lie along each other, or one along a face, up to this sine (1.8 degrees).
inline constexpr float lying_sine_squared = 1e-3F;

/// Nearer than this the direction between two points is made of rounding errors.
inline constexpr float least_distance_m = 1e-5F;

}  // namespace starling::systems::detail
