/// What both cameras come down to: a matrix from the world to a viewport, and the way back.
#pragma once

#include <optional>

#include "engine/canvas.hpp"
#include "kernels/vector.hpp"
#include "viewer/render/matrix.hpp"

namespace starling::viewer {

/// A part of a picture in pixels, from its upper left corner, y downwards.
struct Viewport {
  int x = 0;
  int y = 0;
  int width = 1;
  int height = 1;

  bool operator==(const Viewport&) const = default;
};

/// `direction` has length 1.
struct Ray {
  kernels::Vec3 from{};
  kernels::Vec3 direction{};
};

/// A camera as the renderer takes it. It belongs to the viewport that it was made for.
struct Lens {
  Mat4 view_projection = identity_matrix();
  /// Where the eye is; with w = 0 the direction towards an eye far away.
  kernels::Vec4 eye{0.0F, 0.0F, 1.0F, 0.0F};
};

/// The point of space that a point of the plane is; see Plane.
kernels::Vec3 from_plane(Plane plane, kernels::Vec2 at, float height = 0.0F);

/// The matrix from (x, y, height) in the plane to space.
Mat4 plane_matrix(Plane plane);

/// The pixel at which a point of space is seen, in the picture's pixels (the middle of the first is
/// at 0.5, 0.5); none for a point behind the eye.
std::optional<kernels::Vec2> project(const Lens& lens, const Viewport& viewport,
                                     kernels::Vec3 point);

/// All that is seen at a pixel lies on this ray.
Ray ray_through(const Lens& lens, const Viewport& viewport, kernels::Vec2 pixel);

/// The point of the plane at a height that is seen at a pixel; none where the ray misses it.
std::optional<kernels::Vec2> on_plane(const Ray& ray, Plane plane, float height = 0.0F);

/// How far along a ray the plane at a height is; none where the ray misses it.
std::optional<float> distance_to_plane(const Ray& ray, Plane plane, float height);

/// The side of a pixel in units of the world where the clip coordinate w is 1. It grows with w.
float pixel_size_per_w(const Lens& lens, const Viewport& viewport);

}  // namespace starling::viewer
