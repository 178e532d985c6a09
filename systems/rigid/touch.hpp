/// Where any two bodies touch.
#pragma once

#include <cstdint>
#include <type_traits>

#include "systems/rigid/hull.hpp"
#include "systems/rigid/manifold.hpp"
#include "systems/rigid/touch_hulls.hpp"
#include "systems/rigid/touch_plane.hpp"
#include "systems/rigid/touch_round.hpp"
#include "systems/rigid/touch_round_hull.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems {
namespace detail {

/// A body as touch sees it.
struct Body {
  Shape shape;
  Pose pose;
};

/// The one or the other; by value, as what has an address lies in memory.
STARLING_FN constexpr Body chosen(bool is_first, const Body& a, const Body& b) {
  return {{is_first ? a.shape.half_m : b.shape.half_m, is_first ? a.shape.kind : b.shape.kind},
          {is_first ? a.pose.position_m : b.pose.position_m,
           is_first ? a.pose.rotation : b.pose.rotation}};
}

/// The order in which each pair of kinds has its one implementation: boxes, wedges, spheres,
/// capsules, planes.
STARLING_FN constexpr std::int32_t place_of(const Shape& shape) {
  return shape.kind < static_cast<std::int32_t>(ShapeKind::Plane) ? shape.kind ^ 2 : shape.kind;
}
static_assert(static_cast<int>(ShapeKind::Box) == 2 && static_cast<int>(ShapeKind::Wedge) == 3 &&
                  static_cast<int>(ShapeKind::Plane) == 4,
              "place_of relies on the order of the kinds");

template <class Hull>
STARLING_FN Manifold touch_hull(Hull hull, const Body& a, const Body& b, float reach_m) {
  switch (kind_of(b.shape)) {
    case ShapeKind::Box:
      if constexpr (std::is_same_v<Hull, BoxHull>)
        return touch_hulls(hull, {a.shape.half_m, a.pose}, BoxHull{}, {b.shape.half_m, b.pose},
                           reach_m);
      break;  // it comes before a wedge
    case ShapeKind::Wedge:
      return touch_hulls(hull, {a.shape.half_m, a.pose}, WedgeHull{}, {b.shape.half_m, b.pose},
                         reach_m);
    case ShapeKind::Sphere:
      return touch_hull_sphere(hull, a.shape, a.pose, b.shape, b.pose, reach_m);
    case ShapeKind::Capsule:
      return touch_hull_capsule(hull, a.shape, a.pose, b.shape, b.pose, reach_m);
    case ShapeKind::Plane:
      return touch_plane(hull, a.shape, a.pose, b.pose, 0.0F, reach_m);
    case ShapeKind::None:
      break;
  }
  return {};
}

STARLING_FN Manifold touch_sphere(const Body& a, const Body& b, float reach_m) {
  switch (kind_of(b.shape)) {
    case ShapeKind::Sphere:
      return touch_spheres(a.shape, a.pose, b.shape, b.pose, reach_m);
    case ShapeKind::Capsule:
      return touch_sphere_capsule(a.shape, a.pose, b.shape, b.pose, reach_m);
    case ShapeKind::Plane:
      return touch_plane(SphereCore{}, a.shape, a.pose, b.pose, a.shape.half_m.x, reach_m);
    default:
      return {};
  }
}

STARLING_FN Manifold touch_capsule(const Body& a, const Body& b, float reach_m) {
  switch (kind_of(b.shape)) {
    case ShapeKind::Capsule:
      return touch_capsules(a.shape, a.pose, b.shape, b.pose, reach_m);
    case ShapeKind::Plane:
      return touch_plane(CapsuleCore{}, a.shape, a.pose, b.pose, a.shape.half_m.x, reach_m);
    default:
      return {};
  }
}

/// Of two bodies in the order of place_of.
STARLING_FN Manifold touch_ordered(const Body& a, const Body& b, float reach_m) {
  switch (kind_of(a.shape)) {
    case ShapeKind::Box:
      return touch_hull(BoxHull{}, a, b, reach_m);
    case ShapeKind::Wedge:
      return touch_hull(WedgeHull{}, a, b, reach_m);
    case ShapeKind::Sphere:
      return touch_sphere(a, b, reach_m);
    case ShapeKind::Capsule:
      return touch_capsule(a, b, reach_m);
    case ShapeKind::Plane:  // two planes: a contact without end
    case ShapeKind::None:
      break;
  }
  return {};
}

}  // namespace detail

/// The contact of two bodies: points no farther apart than reach_m (0 or more), at most four, and
/// no points where there are none or a kind is unknown. Two planes never touch.
///
/// Polyhedra touch along the axis that separates them best, where it is not much better by faces of
/// a, else of b, else by edges (tolerances.hpp): so deep they are at least, and no more than that
/// margin deeper than the shortest way out. Still apart, the separation is along the axis, at most
/// the distance; and where neither lies over the other's face there may be no point yet.
///
/// Where several ways out are as short, as of equal centres, the first axis is taken (x, y, z,
/// positive). Bodies of zero size touch as points, lines or sheets. With NaN in a position there
/// are no points, with NaN elsewhere none or any; it always comes to an end.
STARLING_FN Manifold touch(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                           float reach_m) {
  const bool is_ordered = detail::place_of(a) <= detail::place_of(b);
  const detail::Body body_a{a, pose_a};
  const detail::Body body_b{b, pose_b};
  const detail::Body first = detail::chosen(is_ordered, body_a, body_b);
  const detail::Body second = detail::chosen(is_ordered, body_b, body_a);
  const Manifold manifold = detail::touch_ordered(first, second, reach_m);
  return is_ordered ? manifold : detail::flipped(manifold);
}

/// touch of two boxes, where nothing else can be.
STARLING_FN Manifold touch_boxes(kernels::Vec3 half_a_m, const Pose& pose_a, kernels::Vec3 half_b_m,
                                 const Pose& pose_b, float reach_m) {
  return detail::touch_hulls(detail::BoxHull{}, {half_a_m, pose_a}, detail::BoxHull{},
                             {half_b_m, pose_b}, reach_m);
}

}  // namespace starling::systems
