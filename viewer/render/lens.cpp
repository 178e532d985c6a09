#include "viewer/render/lens.hpp"

namespace starling::viewer {

using kernels::Vec2;
using kernels::Vec3;
using kernels::Vec4;

Vec3 from_plane(Plane plane, Vec2 at, float height) {
  return plane == Plane::Ground ? Vec3{at.x, at.y, height} : Vec3{at.x, -height, at.y};
}

Mat4 plane_matrix(Plane plane) {
  Mat4 result;
  result.at(0, 0) = 1.0F;
  result.at(3, 3) = 1.0F;
  if (plane == Plane::Ground) {
    result.at(1, 1) = 1.0F;
    result.at(2, 2) = 1.0F;
  } else {
    result.at(2, 1) = 1.0F;
    result.at(1, 2) = -1.0F;
  }
  return result;
}

std::optional<Vec2> project(const Lens& lens, const Viewport& viewport, Vec3 point) {
  const Vec4 clip = lens.view_projection * Vec4{point.x, point.y, point.z, 1.0F};
  if (!(clip.w > 0.0F)) return std::nullopt;
  return Vec2{static_cast<float>(viewport.x) +
                  (0.5F + 0.5F * clip.x / clip.w) * static_cast<float>(viewport.width),
              static_cast<float>(viewport.y) +
                  (0.5F - 0.5F * clip.y / clip.w) * static_cast<float>(viewport.height)};
}

Ray ray_through(const Lens& lens, const Viewport& viewport, Vec2 pixel) {
  const Mat4 back = inverse(lens.view_projection);
  const float x =
      2.0F * (pixel.x - static_cast<float>(viewport.x)) / static_cast<float>(viewport.width) - 1.0F;
  const float y = 1.0F - 2.0F * (pixel.y - static_cast<float>(viewport.y)) /
                             static_cast<float>(viewport.height);
  const auto at_depth = [&](float depth) {
    const Vec4 point = back * Vec4{x, y, depth, 1.0F};
    return Vec3{point.x, point.y, point.z} / point.w;
  };
  const Vec3 near = at_depth(-1.0F);
  return {near, kernels::normalize(at_depth(1.0F) - near)};
}

std::optional<float> distance_to_plane(const Ray& ray, Plane plane, float height) {
  const bool ground = plane == Plane::Ground;
  const float above = ground ? ray.from.z - height : -ray.from.y - height;
  const float descent = ground ? -ray.direction.z : ray.direction.y;
  const float distance = above / descent;
  if (!(distance >= 0.0F && distance < 1e30F)) return std::nullopt;
  return distance;
}

std::optional<Vec2> on_plane(const Ray& ray, Plane plane, float height) {
  const std::optional<float> distance = distance_to_plane(ray, plane, height);
  if (!distance) return std::nullopt;
  const Vec3 point = ray.from + ray.direction * *distance;
  return plane == Plane::Ground ? Vec2{point.x, point.y} : Vec2{point.x, point.z};
}

float pixel_size_per_w(const Lens& lens, const Viewport& viewport) {
  const Mat4& m = lens.view_projection;
  const float scale = kernels::length(Vec3{m.at(0, 0), m.at(0, 1), m.at(0, 2)});
  return 2.0F / (static_cast<float>(viewport.width) * scale);
}

}  // namespace starling::viewer
