#include "viewer/render/shape_distance.hpp"

#include <algorithm>

#include "viewer/render/packed_shapes.hpp"

namespace starling::viewer {

using kernels::Vec2;

namespace {

float to_box(const PackedFlat& box, Vec2 p) {
  const Vec2 q{kernels::abs(p.x) - box.size[0], kernels::abs(p.y) - box.size[1]};
  return kernels::length(kernels::max(q, {0.0F, 0.0F})) + std::min(std::max(q.x, q.y), 0.0F);
}

/// From p to the side from (0, 0) to `side`, squared.
float to_side_squared(Vec2 p, Vec2 side) {
  const float squared = kernels::length_squared(side);
  const float share = squared > 0.0F ? kernels::dot(p, side) / squared : 0.0F;
  return kernels::length_squared(p - side * kernels::clamp(share, 0.0F, 1.0F));
}

float to_triangle(const PackedFlat& triangle, Vec2 p) {
  const Vec2 base{triangle.size[0], 0.0F};
  const Vec2 apex{triangle.size[1], triangle.size[2]};
  const Vec2 other = apex - base;
  const float nearest = std::min(
      {to_side_squared(p, base), to_side_squared(p, apex), to_side_squared(p - base, other)});
  const float inside = std::min({p.y, kernels::cross(p, apex), kernels::cross(other, p - base)});
  return inside > 0.0F ? -kernels::sqrt(nearest) : kernels::sqrt(nearest);
}

float to_sector(const PackedFlat& sector, Vec2 p) {
  const auto [radius, sine, cosine] = sector.size;
  const Vec2 folded{p.x, kernels::abs(p.y)};
  const Vec2 side = Vec2{cosine, sine} * radius;
  const float to_side = kernels::sqrt(to_side_squared(folded, side));
  return std::max(kernels::length(p) - radius,
                  kernels::copysign(to_side, kernels::cross(side, folded)));
}

float to_kind(const PackedFlat& packed_shape, FlatKind kind, Vec2 p) {
  switch (kind) {
    case FlatKind::Box:
      return to_box(packed_shape, p);
    case FlatKind::Triangle:
      return to_triangle(packed_shape, p);
    case FlatKind::Sector:
      return to_sector(packed_shape, p);
  }
  return 0.0F;
}

}  // namespace

float distance_to(const FlatShape& shape, Vec2 at) {
  const PackedFlat frame = packed(shape);
  const Vec2 offset = at - frame.center;
  const Vec2 local{kernels::dot(offset, frame.axis), kernels::cross(frame.axis, offset)};
  const float to_edge = to_kind(frame, shape.kind, local) - shape.radius;
  return shape.edge.stroke > 0.0F ? std::max(to_edge, -shape.edge.stroke - to_edge) : to_edge;
}

}  // namespace starling::viewer
