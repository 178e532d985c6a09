/// Flat shapes, letters and bodies as the shaders read them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/canvas.hpp"
#include "viewer/render/glyph_atlas.hpp"

namespace starling::viewer {

/// Red in the lowest byte.
std::uint32_t packed_color(Color color);

/// A shape in a frame of its own: turned by `axis` (cosine and sine) about `center`.
///   Box: `size` is its half extents.
///   Triangle: corners (0, 0), (size[0], 0) and (size[1], size[2]), with size[2] >= 0.
///   Sector: towards x; `size` is radius, and sine and cosine of the half angle.
struct PackedFlat {
  kernels::Vec2 center{}, axis{};
  kernels::Vec2 lowest{}, highest{};  ///< What the shape fills before it is grown by `radius`.
  std::array<float, 3> size{};
  float inner = 0.0F;  ///< Radius of a disc that fits into the shape: what is thin fades.
  float radius = 0.0F, stroke = 0.0F, softness = 0.0F, height = 0.0F;
  std::uint32_t color = 0;
  std::uint32_t kind = 0;
  std::array<std::uint32_t, 2> unused{};
};
static_assert(sizeof(PackedFlat) == 80, "five texels of the shader");

PackedFlat packed(const FlatShape& shape);

/// A rectangle of the plane filled from a rectangle of the atlas.
struct PackedGlyph {
  kernels::Vec2 lowest{}, highest{};
  kernels::Vec2 atlas_lowest{}, atlas_highest{};
  float height = 0.0F;
  float value_span = 0.0F;  ///< Units of the world from the atlas's value 0 to its value 1.
  std::uint32_t color = 0;
  std::uint32_t unused = 0;
};
static_assert(sizeof(PackedGlyph) == 48, "three texels of the shader");

void append_packed(const Label& label, const GlyphAtlas& atlas, std::vector<PackedGlyph>& glyphs);

/// Of a vertex with anchor and normal, the position is anchor * core + normal * round, turned.
struct PackedSolid {
  kernels::Vec3 center{};
  std::uint32_t color = 0;
  kernels::Vec3 core{};
  kernels::Vec3 round{};
  std::array<float, 4> rotation{};  ///< x, y, z, w
};
static_assert(sizeof(PackedSolid) == 56, "the shader's attributes have no gaps");

PackedSolid packed(const SolidShape& shape);

}  // namespace starling::viewer
