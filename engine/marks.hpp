/// What several drawings put around and between things: glows, rings, shadows.
#pragma once

#include "engine/canvas.hpp"
#include "engine/palette.hpp"

namespace starling {

/// Light that is strongest at the centre and gone at `reach`.
inline void glow(Canvas& canvas, kernels::Vec2 center, float reach, Color color) {
  canvas.disc(center, 0.5F * reach, color, {.softness = reach});
}

inline void ring(Canvas& canvas, kernels::Vec2 center, float radius, float width, Color color) {
  canvas.disc(center, radius, color, {.stroke = width});
}

/// The shadow of something as large as `half`, fading over `softness`.
inline void soft_shadow(Canvas& canvas, kernels::Vec2 center, kernels::Vec2 half, float softness,
                        float alpha = 0.5F) {
  canvas.box(center, half, with_alpha(palette::shadow, alpha), 0.0F, kernels::min(half.x, half.y),
             {.softness = softness});
}

}  // namespace starling
