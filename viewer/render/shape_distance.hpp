/// How far a point of the plane is from what a flat shape fills: the shader's sums, on the CPU.
#pragma once

#include "engine/canvas.hpp"

namespace starling::viewer {

/// Negative inside. Of an outline, the distance from the outline. Without the edge's softness.
float distance_to(const FlatShape& shape, kernels::Vec2 at);

}  // namespace starling::viewer
