#include "viewer/render/contact_shadow.hpp"

#include <algorithm>

namespace starling::viewer {

using kernels::Vec2;
using kernels::Vec3;

namespace {

constexpr float darkest = 0.62F;

/// Where the shadow of a point goes for each unit that it is above the ground.
constexpr Vec2 slope{0.35F, 0.43F};

/// Half of the extents of the body along the axes of the world.
Vec3 half_extents(const SolidShape& body) {
  if (body.kind == SolidKind::Ball) return body.half;
  Vec3 half = body.half;
  if (body.kind == SolidKind::Capsule) half = {0.0F, 0.0F, body.half.z};
  const Vec3 x = kernels::rotate(body.rotation, {half.x, 0.0F, 0.0F});
  const Vec3 y = kernels::rotate(body.rotation, {0.0F, half.y, 0.0F});
  const Vec3 z = kernels::rotate(body.rotation, {0.0F, 0.0F, half.z});
  const auto sum = [](float a, float b, float c) {
    return kernels::abs(a) + kernels::abs(b) + kernels::abs(c);
  };
  const float around = body.kind == SolidKind::Capsule ? body.half.x : 0.0F;
  return {sum(x.x, y.x, z.x) + around, sum(x.y, y.y, z.y) + around, sum(x.z, y.z, z.z) + around};
}

/// The body's outline from above; exact for upright boxes, wedges, cylinders and balls, and for
/// capsules.
void set_outline(const SolidShape& body, Vec3 extents, FlatShape& shadow) {
  const Vec3 up = kernels::rotate(body.rotation, {0.0F, 0.0F, 1.0F});
  if (body.kind == SolidKind::Capsule) {
    const Vec2 along{up.x, up.y};
    shadow.b = {kernels::length(along) * body.half.z, 0.0F};
    shadow.angle_rad = kernels::atan2(along.y, along.x);
    shadow.radius = body.half.x;
    return;
  }
  Vec2 half{extents.x, extents.y};
  const bool upright = kernels::abs(up.z) > 0.999F;
  const bool angular = body.kind == SolidKind::Box || body.kind == SolidKind::Wedge;
  if (angular && upright) {
    const Vec3 ahead = kernels::rotate(body.rotation, {1.0F, 0.0F, 0.0F});
    shadow.angle_rad = kernels::atan2(ahead.y, ahead.x);
    half = {body.half.x, body.half.y};
  }
  const bool round = body.kind == SolidKind::Ball || (body.kind == SolidKind::Cylinder && upright);
  shadow.radius = (round ? 1.0F : 0.15F) * std::min(half.x, half.y);
  shadow.b = half - Vec2{shadow.radius, shadow.radius};
}

}  // namespace

std::optional<FlatShape> contact_shadow(const SolidShape& body) {
  const Vec3 extents = half_extents(body);
  const float lift = std::max(body.center.z - extents.z, 0.0F);
  const float reach = std::max(extents.x, extents.y);
  // what stands on something else casts none beside it
  const float faded = 1.0F - lift / (1.2F * reach);
  if (body.center.z <= 0.0F || !(faded > 0.0F)) return std::nullopt;

  FlatShape shadow;
  set_outline(body, extents, shadow);
  shadow.a = Vec2{body.center.x, body.center.y} +
             slope * (lift + std::min(0.45F * extents.z, 0.6F * reach));
  shadow.edge.softness = 0.8F * std::min(extents.x, extents.y) + 0.5F * lift;
  shadow.color = {0.0F, 0.0F, 0.0F, darkest * faded * faded * body.color.alpha};
  return shadow;
}

}  // namespace starling::viewer
