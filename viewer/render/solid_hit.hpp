/// Where a ray meets a body.
#pragma once

#include <optional>

#include "engine/canvas.hpp"
#include "viewer/render/lens.hpp"

namespace starling::viewer {

/// How far along the ray the body begins; 0 from inside of it, none where the ray misses it.
/// Edges are sharp, whereas those that are drawn are a little round.
std::optional<float> distance_along(const Ray& ray, const SolidShape& body);

}  // namespace starling::viewer
