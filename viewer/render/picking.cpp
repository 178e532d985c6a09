#include "viewer/render/picking.hpp"

#include "viewer/render/shape_distance.hpp"
#include "viewer/render/solid_hit.hpp"

namespace starling::viewer {

using kernels::Vec2;

namespace {

/// What is seen through less than this does not count.
constexpr float least_alpha = 0.5F;

/// Bodies and flat shapes that touch are told apart by this share of their distance.
constexpr float nearness = 1e-4F;

template <class Shape>
bool counts(const Shape& shape) {
  return shape.subject.table >= 0 && shape.color.alpha >= least_alpha;
}

struct Hit {
  std::optional<Subject> subject;
  float distance = 1e30F;
};

Hit nearest_body(const Canvas& canvas, const Ray& ray) {
  Hit nearest;
  for (const SolidShape& body : canvas.solid_shapes()) {
    if (!(body.color.alpha >= least_alpha)) continue;
    const std::optional<float> distance = distance_along(ray, body);
    if (!distance || *distance >= nearest.distance) continue;
    nearest.distance = *distance;
    nearest.subject.reset();
    if (counts(body)) nearest.subject = body.subject;
  }
  return nearest;
}

/// In pixels, from the pixel of the ray to the shape; none for one that a body hides.
std::optional<float> pixels_to(const FlatShape& shape, const Canvas& canvas, const Lens& lens,
                               const Viewport& viewport, const Ray& ray, float body_distance) {
  const Plane plane = canvas.view().plane;
  const std::optional<float> distance = distance_to_plane(ray, plane, shape.height);
  const std::optional<Vec2> at = on_plane(ray, plane, shape.height);
  if (!distance || !at || *distance > body_distance * (1.0F + nearness)) return std::nullopt;
  const kernels::Vec3 point = from_plane(plane, *at, shape.height);
  const float w = (lens.view_projection * kernels::Vec4{point.x, point.y, point.z, 1.0F}).w;
  return distance_to(shape, *at) / (w * pixel_size_per_w(lens, viewport));
}

}  // namespace

std::optional<Subject> pick(const Canvas& canvas, const Lens& lens, const Viewport& viewport,
                            Vec2 pixel, float slop_px) {
  const Ray ray = ray_through(lens, viewport, pixel);
  const Hit body = nearest_body(canvas, ray);
  std::optional<Subject> uppermost;
  std::optional<Subject> near_by;
  float least_px = slop_px;
  for (const FlatShape& shape : canvas.flat_shapes()) {
    if (!counts(shape)) continue;
    const auto away_px = pixels_to(shape, canvas, lens, viewport, ray, body.distance);
    if (!away_px) continue;
    if (*away_px <= 0.0F) uppermost = shape.subject;
    if (*away_px <= least_px && *away_px > 0.0F) {
      near_by = shape.subject;
      least_px = *away_px;
    }
  }
  if (uppermost) return uppermost;
  return body.subject ? body.subject : near_by;
}

}  // namespace starling::viewer
