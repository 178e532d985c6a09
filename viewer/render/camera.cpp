#include "viewer/render/camera.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace starling::viewer {

using kernels::Vec2;
using kernels::Vec3;

namespace {

constexpr float steepest_rad = 1.55F;
constexpr float turn_rad_per_pixel = 0.006F;

Vec2 middle(const Viewport& viewport) {
  return {static_cast<float>(viewport.x) + 0.5F * static_cast<float>(viewport.width),
          static_cast<float>(viewport.y) + 0.5F * static_cast<float>(viewport.height)};
}

/// To the right, upwards and ahead, as the eye has them.
struct Directions {
  Vec3 right, up, ahead;
};

Directions directions(const OrbitCamera& camera) {
  const Vec3 ahead = kernels::normalize(camera.target - camera.eye());
  const Vec3 right = kernels::normalize(kernels::cross(ahead, Vec3{0.0F, 0.0F, 1.0F}));
  return {right, kernels::cross(right, ahead), ahead};
}

/// From half of the viewport's width, and of its height, to the distance of 1.
Vec2 half_spans(const OrbitCamera& camera, const Viewport& viewport) {
  const float tangent = std::tan(0.5F * camera.view_angle_rad);
  return {tangent * static_cast<float>(viewport.width) / static_cast<float>(viewport.height),
          tangent};
}

}  // namespace

Lens FlatCamera::lens(const Viewport& viewport) const {
  Mat4 to_clip;
  to_clip.at(0, 0) = 2.0F / (units_per_pixel * static_cast<float>(viewport.width));
  to_clip.at(1, 1) = 2.0F / (units_per_pixel * static_cast<float>(viewport.height));
  to_clip.at(2, 2) = -1.0F / reach;
  to_clip.at(0, 3) = -center.x * to_clip.at(0, 0);
  to_clip.at(1, 3) = -center.y * to_clip.at(1, 1);
  to_clip.at(3, 3) = 1.0F;
  const Vec3 eye = from_plane(plane, {0.0F, 0.0F}, 1.0F);
  return {to_clip * inverse(plane_matrix(plane)), {eye.x, eye.y, eye.z, 0.0F}};
}

Vec2 FlatCamera::to_pixel(const Viewport& viewport, Vec2 at) const {
  const Vec2 offset = (at - center) / units_per_pixel;
  return middle(viewport) + Vec2{offset.x, -offset.y};
}

Vec2 FlatCamera::to_plane(const Viewport& viewport, Vec2 pixel) const {
  const Vec2 offset = (pixel - middle(viewport)) * units_per_pixel;
  return center + Vec2{offset.x, -offset.y};
}

void FlatCamera::pan(Vec2 pixels) {
  center += Vec2{-pixels.x, pixels.y} * units_per_pixel;
}

void FlatCamera::zoom(const Viewport& viewport, float factor, Vec2 pixel) {
  const Vec2 kept = to_plane(viewport, pixel);
  units_per_pixel /= factor;
  center += kept - to_plane(viewport, pixel);
}

FlatCamera fit_flat(const View& view, const Viewport& viewport, float margin) {
  const Vec2 extent = view.highest - view.lowest;
  // a window may have no height for a while
  const Vec2 room = Vec2{static_cast<float>(std::max(viewport.width, 1)),
                         static_cast<float>(std::max(viewport.height, 1))} *
                    (1.0F - 2.0F * margin);
  FlatCamera camera;
  camera.plane = view.plane;
  camera.center = (view.lowest + view.highest) * 0.5F;
  camera.units_per_pixel = kernels::max(extent.x / room.x, extent.y / room.y);
  if (!(camera.units_per_pixel > 0.0F)) camera.units_per_pixel = 1.0F;
  camera.reach = 50.0F * kernels::max(extent.x, extent.y) + 1.0F;
  return camera;
}

Vec3 OrbitCamera::eye() const {
  const float flat = distance * std::cos(pitch_rad);
  return target +
         Vec3{flat * std::cos(yaw_rad), flat * std::sin(yaw_rad), distance * std::sin(pitch_rad)};
}

Lens OrbitCamera::lens(const Viewport& viewport) const {
  const auto [right, up, ahead] = directions(*this);
  const Vec3 from = eye();
  const Vec2 spans = half_spans(*this, viewport);
  const float near = 0.02F * distance;
  const float far = 50.0F * distance;

  Lens lens;
  lens.eye = {from.x, from.y, from.z, 1.0F};
  const auto set_row = [&](std::size_t row, Vec3 along, float scale, float offset) {
    lens.view_projection.at(row, 0) = along.x * scale;
    lens.view_projection.at(row, 1) = along.y * scale;
    lens.view_projection.at(row, 2) = along.z * scale;
    lens.view_projection.at(row, 3) = -kernels::dot(along, from) * scale + offset;
  };
  set_row(0, right, 1.0F / spans.x, 0.0F);
  set_row(1, up, 1.0F / spans.y, 0.0F);
  set_row(2, ahead, (far + near) / (far - near), -2.0F * far * near / (far - near));
  set_row(3, ahead, 1.0F, 0.0F);
  return lens;
}

void OrbitCamera::turn(Vec2 pixels) {
  yaw_rad -= pixels.x * turn_rad_per_pixel;
  pitch_rad =
      kernels::clamp(pitch_rad + pixels.y * turn_rad_per_pixel, -steepest_rad, steepest_rad);
}

void OrbitCamera::pan(const Viewport& viewport, Vec2 pixels) {
  const auto [right, up, ahead] = directions(*this);
  const float units_per_pixel =
      2.0F * distance * half_spans(*this, viewport).y / static_cast<float>(viewport.height);
  target += (up * pixels.y - right * pixels.x) * units_per_pixel;
}

void OrbitCamera::zoom(float factor) {
  distance /= factor;
}

OrbitCamera fit_orbit(OrbitCamera camera, const View& view, const Viewport& viewport,
                      float margin) {
  const auto [right, up, ahead] = directions(camera);
  const Vec2 spans = half_spans(camera, viewport) * (1.0F - 2.0F * margin);
  camera.target = from_plane(view.plane, (view.lowest + view.highest) * 0.5F);
  const std::array corners{view.lowest, view.highest, Vec2{view.lowest.x, view.highest.y},
                           Vec2{view.highest.x, view.lowest.y}};
  float distance = 0.0F;
  for (const Vec2 corner : corners) {
    const Vec3 offset = from_plane(view.plane, corner) - camera.target;
    const float behind = kernels::dot(offset, ahead);
    for (const float needed : {kernels::abs(kernels::dot(offset, right)) / spans.x,
                               kernels::abs(kernels::dot(offset, up)) / spans.y}) {
      distance = kernels::max(distance, needed - behind);
    }
  }
  camera.distance = distance > 0.0F ? distance : 1.0F;
  return camera;
}

OrbitCamera fit_orbit(const View& view, const Viewport& viewport, float margin) {
  OrbitCamera camera;
  camera.pitch_rad = view.plane == Plane::Ground ? 0.75F : 0.2F;
  return fit_orbit(camera, view, viewport, margin);
}

}  // namespace starling::viewer
