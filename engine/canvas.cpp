#include "engine/canvas.hpp"

namespace starling {

FlatShape& Canvas::add(FlatKind kind, Color color, Edge edge) {
  FlatShape& shape = flat_shapes_.emplace_back();
  shape.kind = kind;
  shape.color = color;
  shape.edge = edge;
  shape.height = height_;
  shape.subject = subject_;
  return shape;
}

void Canvas::add(const SolidShape& shape) {
  solid_shapes_.push_back(shape);
  solid_shapes_.back().subject = subject_;
}

void Canvas::disc(kernels::Vec2 center, float radius, Color color, Edge edge) {
  FlatShape& shape = add(FlatKind::Box, color, edge);
  shape.a = center;
  shape.radius = radius;
}

void Canvas::line(kernels::Vec2 from, kernels::Vec2 to, float width, Color color, Edge edge) {
  const kernels::Vec2 along = to - from;
  FlatShape& shape = add(FlatKind::Box, color, edge);
  shape.a = (from + to) * 0.5F;
  shape.b = {kernels::length(along) * 0.5F, 0.0F};
  shape.angle_rad = kernels::atan2(along.y, along.x);
  shape.radius = width * 0.5F;
}

void Canvas::box(kernels::Vec2 center, kernels::Vec2 half, Color color, float angle_rad,
                 float rounding, Edge edge) {
  FlatShape& shape = add(FlatKind::Box, color, edge);
  shape.radius = kernels::min(rounding, kernels::min(half.x, half.y));
  shape.a = center;
  shape.b = {half.x - shape.radius, half.y - shape.radius};
  shape.angle_rad = angle_rad;
}

void Canvas::triangle(kernels::Vec2 a, kernels::Vec2 b, kernels::Vec2 c, Color color,
                      float rounding, Edge edge) {
  FlatShape& shape = add(FlatKind::Triangle, color, edge);
  shape.a = a;
  shape.b = b;
  shape.c = c;
  shape.radius = rounding;
}

void Canvas::sector(kernels::Vec2 center, float radius, float angle_rad, float half_angle_rad,
                    Color color, Edge edge) {
  FlatShape& shape = add(FlatKind::Sector, color, edge);
  shape.a = center;
  shape.b = {radius, half_angle_rad};
  shape.angle_rad = angle_rad;
}

void Canvas::label(std::string_view text, kernels::Vec2 at, float size, Color color) {
  labels_.push_back({std::string(text), at, size, height_, color, subject_});
}

void Canvas::solid_box(kernels::Vec3 center, kernels::Vec3 half, Color color,
                       kernels::Quat rotation) {
  add({SolidKind::Box, center, half, rotation, color, {}});
}

void Canvas::wedge(kernels::Vec3 center, kernels::Vec3 half, Color color, kernels::Quat rotation) {
  add({SolidKind::Wedge, center, half, rotation, color, {}});
}

void Canvas::ball(kernels::Vec3 center, float radius, Color color) {
  add({SolidKind::Ball, center, {radius, radius, radius}, kernels::identity, color, {}});
}

void Canvas::cylinder(kernels::Vec3 center, float radius, float half_height, Color color,
                      kernels::Quat rotation) {
  add({SolidKind::Cylinder, center, {radius, radius, half_height}, rotation, color, {}});
}

void Canvas::capsule(kernels::Vec3 from, kernels::Vec3 to, float radius, Color color) {
  const kernels::Vec3 along = to - from;
  const float length = kernels::length(along);
  // the half-way rotation from the z axis; turned by half a circle where they are opposite
  const kernels::Quat turn =
      length == 0.0F ? kernels::identity
      : along.z <= -0.9999F * length
          ? kernels::Quat{0.0F, 1.0F, 0.0F, 0.0F}
          : kernels::normalize(kernels::Quat{length + along.z, -along.y, along.x, 0.0F});
  add({SolidKind::Capsule, (from + to) * 0.5F, {radius, radius, length * 0.5F}, turn, color, {}});
}

void Canvas::clear() {
  flat_shapes_.clear();
  solid_shapes_.clear();
  labels_.clear();
  subject_ = {};
  height_ = 0.0F;
}

}  // namespace starling
