/// The two cameras: a flat one that looks straight at the plane, and one that orbits a point.
#pragma once

#include "engine/canvas.hpp"
#include "viewer/render/lens.hpp"

namespace starling::viewer {

/// Looks straight at the plane, from above or from the side.
struct FlatCamera {
  Plane plane = Plane::Ground;
  kernels::Vec2 center{0.0F, 0.0F};
  float units_per_pixel = 0.01F;
  float reach = 1000.0F;  ///< What is this much before or behind the plane is still seen.

  Lens lens(const Viewport& viewport) const;

  kernels::Vec2 to_pixel(const Viewport& viewport, kernels::Vec2 at) const;
  kernels::Vec2 to_plane(const Viewport& viewport, kernels::Vec2 pixel) const;

  /// Moves the picture by so many pixels; y downwards.
  void pan(kernels::Vec2 pixels);

  /// Makes all larger by a factor above 1, smaller below; what is at the pixel stays there.
  void zoom(const Viewport& viewport, float factor, kernels::Vec2 pixel);
};

/// The camera with the whole view in the viewport and a share of it left free around.
FlatCamera fit_flat(const View& view, const Viewport& viewport, float margin = 0.03F);

/// Looks at a target from a distance, with perspective; z is up.
struct OrbitCamera {
  kernels::Vec3 target{0.0F, 0.0F, 0.0F};
  float distance = 10.0F;
  float yaw_rad = -1.5707964F;  ///< Of the eye about the target, from the x axis.
  float pitch_rad = 0.7F;       ///< Of the eye above the target.
  float view_angle_rad = 0.6F;  ///< From the lowest row of pixels to the highest.

  kernels::Vec3 eye() const;
  Lens lens(const Viewport& viewport) const;

  /// Turns as if the scene was dragged by so many pixels.
  void turn(kernels::Vec2 pixels);

  /// Moves the target across the picture, as if the scene at its distance was dragged.
  void pan(const Viewport& viewport, kernels::Vec2 pixels);

  /// Comes nearer for a factor above 1.
  void zoom(float factor);
};

/// The camera with the whole view in the viewport: from above and the front for the ground, from
/// the front and a little from above for an upright plane.
OrbitCamera fit_orbit(const View& view, const Viewport& viewport, float margin = 0.03F);

/// As `camera`, as near as it can be with the whole view in the viewport.
OrbitCamera fit_orbit(OrbitCamera camera, const View& view, const Viewport& viewport,
                      float margin = 0.03F);

}  // namespace starling::viewer
