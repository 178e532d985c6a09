/// Which entity is seen at a pixel.
#pragma once

#include <optional>

#include "engine/canvas.hpp"
#include "viewer/render/lens.hpp"

namespace starling::viewer {

/// The subject of what lies uppermost at a pixel of the picture. Shapes without a subject, and
/// those that are seen through (of an alpha below a half: shadows, fields of view), are passed
/// over. slop_px: a shape this near counts where none is at the pixel itself, the nearest first, so
/// that small ones can be hit.
std::optional<Subject> pick(const Canvas& canvas, const Lens& lens, const Viewport& viewport,
                            kernels::Vec2 pixel, float slop_px = 3.0F);

}  // namespace starling::viewer
