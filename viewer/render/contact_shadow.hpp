/// The soft shadow that a body casts on the ground.
#pragma once

#include <optional>

#include "engine/canvas.hpp"

namespace starling::viewer {

/// A shape on the ground, z = 0, a little away from the lamp; fainter and softer the higher the
/// body is. None for a body below the ground.
std::optional<FlatShape> contact_shadow(const SolidShape& body);

}  // namespace starling::viewer
