/// The solids of systems/shapes in double, by other means than systems/rigid: how far each reaches
/// in a direction, and how far a point lies outside.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kernels/quaternion.hpp"
#include "kernels/vector.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::tests {

using Point = std::array<double, 3>;

inline Point point_of(kernels::Vec3 v) {
  return {v.x, v.y, v.z};
}
inline double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Point sum(const Point& a, const Point& b, double factor = 1.0) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}
inline Point scaled(const Point& a, double factor) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}
inline double length(const Point& a) {
  return std::sqrt(dot(a, a));
}
inline Point unit(const Point& a) {
  return scaled(a, 1.0 / length(a));
}

/// v + 2 w (u x v) + 2 u x (u x v), of a quaternion that is made one long first.
inline Point turned(const kernels::Quat& q, const Point& v, double sign = 1.0) {
  const double w = q.w, x = sign * q.x, y = sign * q.y, z = sign * q.z;
  const double size = w * w + x * x + y * y + z * z;
  const Point axis{x, y, z};
  const Point once = cross(axis, v);
  return sum(sum(v, once, 2.0 * w / size), cross(axis, once), 2.0 / size);
}

class Solid {
 public:
  Solid(const systems::Shape& shape, const systems::Pose& pose) : shape_(shape), pose_(pose) {}

  /// The greatest projection of a point of it on a direction of the world; not of a plane.
  double reach(const Point& direction) const {
    const Point d = turned(pose_.rotation, direction, -1.0);
    double reach = -1e300;
    for (const Point& corner : corners())
      reach = std::max(reach, dot(d, corner));
    return dot(direction, point_of(pose_.position_m)) + reach + radius() * length(direction);
  }

  /// The lines through any two vertices.
  std::vector<Point> lines() const {
    std::vector<Point> lines;
    const std::vector<Point> ends = corners();
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k)
        lines.push_back(turned(pose_.rotation, sum(ends[i], ends[k], -1.0)));
    }
    return lines;
  }

  /// How far the point is outside (at least, beyond edges and vertices), or minus how deep inside.
  double outside(const Point& point) const {
    const Point p = turned(pose_.rotation, sum(point, point_of(pose_.position_m), -1.0), -1.0);
    const double x = shape_.half_m.x, y = shape_.half_m.y, z = shape_.half_m.z;
    const double of_box = std::max({std::abs(p[0]) - x, std::abs(p[1]) - y, std::abs(p[2]) - z});
    switch (kind_of(shape_)) {
      case systems::ShapeKind::Sphere:
        return length(p) - x;
      case systems::ShapeKind::Capsule:
        return length({p[0], p[1], p[2] - std::clamp(p[2], -z, z)}) - x;
      case systems::ShapeKind::Box:
        return of_box;
      case systems::ShapeKind::Wedge:
        return std::max(of_box, (p[2] * y - p[1] * z) / std::hypot(y, z));
      case systems::ShapeKind::Plane:
        return p[2];
      case systems::ShapeKind::None:
        break;
    }
    return 0.0;
  }

 private:
  double radius() const {
    const bool is_round = kind_of(shape_) == systems::ShapeKind::Sphere ||
                          kind_of(shape_) == systems::ShapeKind::Capsule;
    return is_round ? shape_.half_m.x : 0.0;
  }
  std::vector<Point> corners() const {
    const double x = shape_.half_m.x, y = shape_.half_m.y, z = shape_.half_m.z;
    if (kind_of(shape_) == systems::ShapeKind::Sphere) return {{0, 0, 0}};
    if (kind_of(shape_) == systems::ShapeKind::Capsule) return {{0, 0, z}, {0, 0, -z}};
    std::vector<Point> corners;
    for (const double side : {-x, x}) {
      corners.insert(corners.end(), {{side, -y, -z}, {side, y, -z}, {side, y, z}});
      if (kind_of(shape_) == systems::ShapeKind::Box) corners.push_back({side, -y, z});
    }
    return corners;
  }

  systems::Shape shape_;
  systems::Pose pose_;
};

/// How far a and b overlap along a direction of length 1 from a to b: so far b must move along it.
inline double overlap_along(const Solid& a, const Solid& b, const Point& direction) {
  return a.reach(direction) + b.reach(scaled(direction, -1.0));
}

/// The least overlap of two polyhedra along any direction, which is how deep they are in each
/// other: some normal of a face or of two edges has it, and all are among the normals of any two
/// lines through vertices.
inline double least_overlap(const Solid& a, const Solid& b) {
  const std::vector<Point> of_a = a.lines();
  const std::vector<Point> of_b = b.lines();
  double least = 1e300;
  const auto consider = [&](const std::vector<Point>& first, const std::vector<Point>& second) {
    for (const Point& line : first) {
      for (const Point& other : second) {
        const Point normal = cross(line, other);
        if (length(normal) < 1e-9 * length(line) * length(other)) continue;
        for (const double sign : {1.0, -1.0})
          least = std::min(least, overlap_along(a, b, scaled(unit(normal), sign)));
      }
    }
  };
  consider(of_a, of_a);
  consider(of_b, of_b);
  consider(of_a, of_b);
  return least;
}

}  // namespace starling::tests
