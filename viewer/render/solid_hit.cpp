#include "viewer/render/solid_hit.hpp"

#include <algorithm>
#include <utility>

namespace starling::viewer {

using kernels::Vec2;
using kernels::Vec3;

namespace {

/// From where to where a line is inside of something; empty where `from` is beyond `to`.
struct Part {
  float from = -1e30F;
  float to = 1e30F;
};

constexpr Part nothing{1.0F, -1.0F};

Part both(Part a, Part b) {
  return {std::max(a.from, b.from), std::min(a.to, b.to)};
}

/// Between -half and half along one axis.
Part within_slab(float from, float direction, float half) {
  if (direction == 0.0F) return kernels::abs(from) <= half ? Part{} : nothing;
  const float a = (-half - from) / direction;
  const float b = (half - from) / direction;
  return {std::min(a, b), std::max(a, b)};
}

/// Where a t + b <= 0.
Part below_zero(float a, float b) {
  if (a == 0.0F) return b <= 0.0F ? Part{} : nothing;
  return a > 0.0F ? Part{-1e30F, -b / a} : Part{-b / a, 1e30F};
}

/// Where a t^2 + 2 b t + c <= 0.
Part below_zero(float a, float b, float c) {
  if (a == 0.0F) return c <= 0.0F ? Part{} : nothing;
  const float discriminant = b * b - a * c;
  if (!(discriminant >= 0.0F)) return nothing;
  const float root = kernels::sqrt(discriminant);
  return {(-b - root) / a, (-b + root) / a};
}

Part within_ball(Vec3 from, Vec3 direction, float radius) {
  return below_zero(kernels::dot(direction, direction), kernels::dot(from, direction),
                    kernels::dot(from, from) - radius * radius);
}

/// About the z axis, without an end.
Part within_tube(Vec3 from, Vec3 direction, Vec2 radii) {
  const Vec2 start = Vec2{from.x, from.y} / radii;
  const Vec2 way = Vec2{direction.x, direction.y} / radii;
  return below_zero(kernels::dot(way, way), kernels::dot(start, way),
                    kernels::dot(start, start) - 1.0F);
}

Part within_box(Vec3 from, Vec3 direction, Vec3 half) {
  return both(
      within_slab(from.x, direction.x, half.x),
      both(within_slab(from.y, direction.y, half.y), within_slab(from.z, direction.z, half.z)));
}

Part below_slope(Vec3 from, Vec3 direction, Vec3 half) {
  const auto above = [&](Vec3 at) { return at.z * half.y - at.y * half.z; };
  return below_zero(above(direction), above(from));
}

Part within_capsule(Vec3 from, Vec3 direction, Vec3 half) {
  const Part tube = both(within_tube(from, direction, {half.x, half.x}),
                         within_slab(from.z, direction.z, half.z));
  Part all = tube.from <= tube.to ? tube : Part{1e30F, -1e30F};
  for (const float end : {-half.z, half.z}) {
    const Part ball = within_ball(from - Vec3{0.0F, 0.0F, end}, direction, half.x);
    if (ball.from > ball.to) continue;
    all = {std::min(all.from, ball.from), std::max(all.to, ball.to)};
  }
  return all;
}

Part within(const SolidShape& body, Vec3 from, Vec3 direction) {
  switch (body.kind) {
    case SolidKind::Box:
      return within_box(from, direction, body.half);
    case SolidKind::Wedge:
      return both(within_box(from, direction, body.half), below_slope(from, direction, body.half));
    case SolidKind::Ball:
      return within_ball(from / body.half, direction / body.half, 1.0F);
    case SolidKind::Cylinder:
      return both(within_tube(from, direction, {body.half.x, body.half.y}),
                  within_slab(from.z, direction.z, body.half.z));
    case SolidKind::Capsule:
      return within_capsule(from, direction, body.half);
  }
  return nothing;
}

}  // namespace

std::optional<float> distance_along(const Ray& ray, const SolidShape& body) {
  const kernels::Quat back = kernels::conjugate(body.rotation);
  const Part inside = within(body, kernels::rotate(back, ray.from - body.center),
                             kernels::rotate(back, ray.direction));
  // a NaN of a body without extent is no hit
  if (!(inside.from <= inside.to && inside.to >= 0.0F)) return std::nullopt;
  return std::max(inside.from, 0.0F);
}

}  // namespace starling::viewer
