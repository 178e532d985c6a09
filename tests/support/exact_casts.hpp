/// Casts in double, each by another way than the ones under test: polyhedra by clipping at their
/// planes, round solids by the quadratic formula, swept balls by bisection of the distance.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "systems/rays/ray.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::tests {

struct Real3 {
  double x = 0.0, y = 0.0, z = 0.0;
};

inline Real3 real(kernels::Vec3 a) {
  return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}
inline Real3 along(Real3 origin, Real3 direction, double way) {
  return {origin.x + way * direction.x, origin.y + way * direction.y, origin.z + way * direction.z};
}
inline double inner(Real3 a, Real3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline double size_of(Real3 a) {
  return std::sqrt(inner(a, a));
}

/// v turned back by q, through the matrix of q.
inline Real3 turned_back(kernels::Quat q, Real3 v) {
  const double w = static_cast<double>(q.w), x = static_cast<double>(q.x);
  const double y = static_cast<double>(q.y), z = static_cast<double>(q.z);
  const Real3 first{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
  const Real3 second{2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)};
  const Real3 third{2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)};
  return {inner(first, v), inner(second, v), inner(third, v)};
}

struct RealRay {
  Real3 origin, direction;
};

inline RealRay seen_from(const systems::Pose& pose, const systems::Ray& ray) {
  const Real3 origin = along(real(ray.origin_m), real(pose.position_m), -1.0);
  return {turned_back(pose.rotation, origin), turned_back(pose.rotation, real(ray.direction))};
}

inline constexpr double never = std::numeric_limits<double>::infinity();

/// The points x with normal.x <= height.
struct RealPlane {
  Real3 normal;
  double height;
};

inline double exact_entry(const RealRay& ray, std::span<const RealPlane> planes) {
  double enter = 0.0;
  double exit = never;
  for (const RealPlane& plane : planes) {
    const double above = inner(plane.normal, ray.origin) - plane.height;
    const double climb = inner(plane.normal, ray.direction);
    if (climb < 0.0) enter = std::max(enter, above / -climb);
    if (climb > 0.0) exit = std::min(exit, -above / climb);
    if (climb == 0.0 && above > 0.0) return never;
  }
  return enter <= exit ? enter : never;
}

/// Where the quadratic a t t + 2 b t + c, which is positive outside, is first entered from t = 0
/// on.
inline double first_root(double a, double b, double c) {
  if (c <= 0.0) return 0.0;
  const double discriminant = b * b - a * c;
  if (b >= 0.0 || discriminant < 0.0) return never;
  return c / (-b + std::sqrt(discriminant));
}

inline double exact_sphere_entry(const RealRay& ray, Real3 centre, double radius) {
  const Real3 offset = along(ray.origin, centre, -1.0);
  return first_root(inner(ray.direction, ray.direction), inner(offset, ray.direction),
                    inner(offset, offset) - radius * radius);
}

inline double exact_capsule_entry(const RealRay& ray, double radius, double half_length) {
  const double upper = exact_sphere_entry(ray, {0.0, 0.0, half_length}, radius);
  const double lower = exact_sphere_entry(ray, {0.0, 0.0, -half_length}, radius);
  // the cylinder between the caps, as all of an endless one within a slab
  const Real3 o{ray.origin.x, ray.origin.y, 0.0};
  const Real3 d{ray.direction.x, ray.direction.y, 0.0};
  const double a = inner(d, d);
  const double b = inner(o, d);
  const double c = inner(o, o) - radius * radius;
  double enter = 0.0;
  double exit = never;
  if (a > 0.0) {
    const double discriminant = b * b - a * c;
    if (discriminant < 0.0) return std::min(upper, lower);
    enter = std::max(0.0, (-b - std::sqrt(discriminant)) / a);
    exit = (-b + std::sqrt(discriminant)) / a;
  } else if (c > 0.0) {
    exit = -1.0;
  }
  const std::array<RealPlane, 2> ends{
      {{{0.0, 0.0, 1.0}, half_length}, {{0.0, 0.0, -1.0}, half_length}}};
  const RealRay rest{along(ray.origin, ray.direction, enter), ray.direction};
  const double shaft = enter + exact_entry(rest, ends);
  return std::min({upper, lower, shaft <= exit ? shaft : never});
}

/// The first touch of a ray, however far, with the body whose surface lies `grown` further out
/// (further in below 0). Of polyhedra every face does, so that edges stay sharp.
inline double exact_cast(const systems::Ray& world_ray, const systems::Shape& shape,
                         const systems::Pose& pose, double grown) {
  const RealRay ray = seen_from(pose, world_ray);
  const Real3 half = real(shape.half_m);
  const double slope = std::hypot(half.y, half.z);
  const std::array<RealPlane, 7> faces{{{{1, 0, 0}, half.x + grown},
                                        {{-1, 0, 0}, half.x + grown},
                                        {{0, 1, 0}, half.y + grown},
                                        {{0, 0, -1}, half.z + grown},
                                        {{0, -1, 0}, half.y + grown},
                                        {{0, 0, 1}, half.z + grown},
                                        {{0, -half.z / slope, half.y / slope}, grown}}};
  const std::array<RealPlane, 1> ground{{{{0, 0, 1}, grown}}};
  switch (systems::kind_of(shape)) {
    case systems::ShapeKind::Sphere:
      return exact_sphere_entry(ray, {}, half.x + grown);
    case systems::ShapeKind::Capsule:
      return exact_capsule_entry(ray, half.x + grown, half.z);
    case systems::ShapeKind::Box:
      return exact_entry(ray, std::span(faces).first(6));
    case systems::ShapeKind::Wedge: {
      // the slope cuts off the faces at -y and at the top, but for their edges
      std::array<RealPlane, 5> wedge{faces[0], faces[1], faces[2], faces[3], faces[6]};
      return exact_entry(ray, wedge);
    }
    case systems::ShapeKind::Plane:
      return exact_entry(ray, ground);
    case systems::ShapeKind::None:
      break;
  }
  return never;
}

/// The distance of a point of the plane from a triangle; 0 inside. Corners counter-clockwise.
inline double triangle_distance(double y, double z, const std::array<Real3, 3>& corners) {
  double nearest = never;
  bool is_inside = true;
  for (std::size_t at = 0; at < 3; ++at) {
    const Real3 from = corners[at];
    const Real3 side = along(corners[(at + 1) % 3], from, -1.0);
    const Real3 offset{0.0, y - from.y, z - from.z};
    const double share = std::clamp(inner(offset, side) / inner(side, side), 0.0, 1.0);
    nearest = std::min(nearest, size_of(along(offset, side, -share)));
    is_inside = is_inside && side.y * offset.z - side.z * offset.y >= 0.0;
  }
  return is_inside ? 0.0 : nearest;
}

/// The distance of a point from a body in its own frame; 0 inside.
inline double exact_distance(Real3 point, const systems::Shape& shape) {
  const Real3 half = real(shape.half_m);
  const auto beyond = [](double x, double limit) { return std::max(std::abs(x) - limit, 0.0); };
  const double beside = beyond(point.x, half.x);
  switch (systems::kind_of(shape)) {
    case systems::ShapeKind::Sphere:
      return std::max(size_of(point) - half.x, 0.0);
    case systems::ShapeKind::Capsule:
      return std::max(size_of({point.x, point.y, beyond(point.z, half.z)}) - half.x, 0.0);
    case systems::ShapeKind::Box:
      return size_of({beside, beyond(point.y, half.y), beyond(point.z, half.z)});
    case systems::ShapeKind::Wedge:
      return std::hypot(
          beside, triangle_distance(
                      point.y, point.z,
                      {{{0.0, -half.y, -half.z}, {0.0, half.y, -half.z}, {0.0, half.y, half.z}}}));
    case systems::ShapeKind::Plane:
      return std::max(point.z, 0.0);
    case systems::ShapeKind::None:
      break;
  }
  return never;
}

/// The first way in [0, range] at which a ball touches the body, to within 1e-12 of the range. The
/// distance of a moving point from a convex body is a convex function of the way, so that its least
/// is found by thirds, and the touch before it by halves.
inline double exact_sweep(const systems::Ray& world_ray, double radius, const systems::Shape& shape,
                          const systems::Pose& pose, double range) {
  const RealRay ray = seen_from(pose, world_ray);
  const auto gap = [&](double way) {
    return exact_distance(along(ray.origin, ray.direction, way), shape) - radius;
  };
  double low = 0.0;
  double high = range;
  for (int turn = 0; turn < 100; ++turn) {
    const double left = low + (high - low) / 3.0;
    const double right = high - (high - low) / 3.0;
    (gap(left) <= gap(right) ? high : low) = gap(left) <= gap(right) ? right : left;
  }
  if (gap(high) > 0.0) return never;
  if (gap(0.0) <= 0.0) return 0.0;
  for (low = 0.0; high - low > 1e-12 * range;) {
    const double middle = low + (high - low) / 2.0;
    (gap(middle) <= 0.0 ? high : low) = middle;
  }
  return high;
}

}  // namespace starling::tests
