#include "viewer/render/packed_shapes.hpp"

#include <algorithm>

#include "viewer/render/solid_mesh.hpp"

namespace starling::viewer {

using kernels::Vec2;
using kernels::Vec3;

namespace {

constexpr float half_circle_rad = 3.1415927F;

/// Of the least half extent of a box or cylinder: how much of its edges is rounded.
constexpr float bevel_share = 0.12F;

void pack_box(const FlatShape& shape, PackedFlat& out) {
  kernels::sincos(shape.angle_rad, out.axis.y, out.axis.x);
  out.highest = shape.b;
  out.lowest = -shape.b;
  out.size = {shape.b.x, shape.b.y, 0.0F};
  out.inner = std::min(shape.b.x, shape.b.y) + shape.radius;
}

/// Lays the longest side along x, so that the third corner is above it and the rectangle is tight.
void pack_triangle(const FlatShape& shape, PackedFlat& out) {
  std::array<Vec2, 3> corners{shape.a, shape.b, shape.c};
  const auto side = [&](std::size_t k) { return corners[(k + 1) % 3] - corners[k]; };
  std::size_t longest = 0;
  float perimeter = 0.0F;
  for (std::size_t k = 0; k < 3; ++k) {
    if (kernels::length_squared(side(k)) > kernels::length_squared(side(longest))) longest = k;
    perimeter += kernels::length(side(k));
  }
  std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(longest),
              corners.end());
  if (kernels::cross(side(0), corners[2] - corners[0]) < 0.0F) std::swap(corners[0], corners[1]);

  const float base = kernels::length(side(0));
  out.center = corners[0];
  out.axis = base > 0.0F ? side(0) / base : Vec2{1.0F, 0.0F};
  const Vec2 third = corners[2] - corners[0];
  const float apex = kernels::dot(third, out.axis);
  const float tall = kernels::cross(out.axis, third);
  out.highest = {base, tall};
  out.size = {base, apex, tall};
  out.inner = (perimeter > 0.0F ? base * tall / perimeter : 0.0F) + shape.radius;
}

void pack_sector(const FlatShape& shape, PackedFlat& out) {
  const float radius = shape.b.x;
  const float half_angle_rad = kernels::clamp(shape.b.y, 0.0F, half_circle_rad);
  float sine = 0.0F;
  float cosine = 0.0F;
  kernels::sincos(half_angle_rad, sine, cosine);
  kernels::sincos(shape.angle_rad, out.axis.y, out.axis.x);
  const float aside = half_angle_rad > 0.5F * half_circle_rad ? radius : radius * sine;
  out.highest = {radius, aside};
  out.lowest = {std::min(0.0F, radius * cosine), -aside};
  out.size = {radius, sine, cosine};
  out.inner = (cosine < 0.0F ? 0.5F * radius : radius * sine / (1.0F + sine)) + shape.radius;
}

}  // namespace

std::uint32_t packed_color(Color color) {
  const auto channel = [](float value, unsigned shift) {
    const float shown = value > 0.0F ? std::min(value, 1.0F) : 0.0F;  // NaN is 0
    return static_cast<std::uint32_t>(shown * 255.0F + 0.5F) << shift;
  };
  return channel(color.red, 0) | channel(color.green, 8) | channel(color.blue, 16) |
         channel(color.alpha, 24);
}

PackedFlat packed(const FlatShape& shape) {
  PackedFlat out;
  out.center = shape.a;
  out.radius = shape.radius;
  out.stroke = shape.edge.stroke;
  out.softness = shape.edge.softness;
  out.height = shape.height;
  out.color = packed_color(shape.color);
  out.kind = static_cast<std::uint32_t>(shape.kind);
  switch (shape.kind) {
    case FlatKind::Box:
      pack_box(shape, out);
      break;
    case FlatKind::Triangle:
      pack_triangle(shape, out);
      break;
    case FlatKind::Sector:
      pack_sector(shape, out);
      break;
  }
  return out;
}

void append_packed(const Label& label, const GlyphAtlas& atlas, std::vector<PackedGlyph>& glyphs) {
  for (const GlyphQuad& quad : atlas.lay_out(label.text)) {
    PackedGlyph glyph;
    glyph.lowest = label.at + quad.lowest * label.size;
    glyph.highest = label.at + quad.highest * label.size;
    glyph.atlas_lowest = quad.atlas_lowest;
    glyph.atlas_highest = quad.atlas_highest;
    glyph.height = label.height;
    glyph.value_span = atlas.value_span() * label.size;
    glyph.color = packed_color(label.color);
    glyphs.push_back(glyph);
  }
}

PackedSolid packed(const SolidShape& shape) {
  PackedSolid out;
  out.center = shape.center;
  out.color = packed_color(shape.color);
  out.rotation = {shape.rotation.x, shape.rotation.y, shape.rotation.z, shape.rotation.w};
  switch (shape.kind) {
    case SolidKind::Box:
    case SolidKind::Cylinder: {
      const float bevel = bevel_share * std::min({shape.half.x, shape.half.y, shape.half.z});
      out.round = {bevel, bevel, bevel};
      out.core = shape.half - out.round;
      break;
    }
    case SolidKind::Wedge:
      out.round = shape.half * wedge_bevel;
      out.core = shape.half;
      break;
    case SolidKind::Ball:
      out.round = shape.half;
      break;
    case SolidKind::Capsule:
      out.round = {shape.half.x, shape.half.x, shape.half.x};
      out.core = {0.0F, 0.0F, shape.half.z};
      break;
  }
  return out;
}

}  // namespace starling::viewer
