/// What a body is like to touch and to cast rays at: a solid of one of few kinds, around its
/// origin.
#pragma once

#include <cstdint>

#include "kernels/fused_vector.hpp"
#include "kernels/vector.hpp"

namespace starling::systems {

enum class ShapeKind : std::int32_t {
  Sphere,   ///< half_m.x is the radius.
  Capsule,  ///< Along z: half_m.x is the radius, half_m.z half the distance of the caps' centres.
  Box,      ///< half_m are half the sides.
  Wedge,  ///< A box without what lies above the slope from its lower edge at -y to its upper at +y.
  Plane,  ///< The half-space below z = 0; half_m says nothing.
  None,   ///< Nowhere: of a body that a world could have and does not.
};

/// A component. With an equal kind and sizes two shapes are the same solid.
struct Shape {
  kernels::Vec3 half_m{};
  std::int32_t kind = 0;  ///< A ShapeKind.
};

STARLING_FN constexpr ShapeKind kind_of(const Shape& shape) {
  return static_cast<ShapeKind>(shape.kind);
}

STARLING_FN constexpr Shape sphere(float radius_m) {
  return {{radius_m, radius_m, radius_m}, static_cast<std::int32_t>(ShapeKind::Sphere)};
}

/// half_length_m: between the middle and the centre of a cap.
STARLING_FN constexpr Shape capsule(float radius_m, float half_length_m) {
  return {{radius_m, radius_m, half_length_m}, static_cast<std::int32_t>(ShapeKind::Capsule)};
}

STARLING_FN constexpr Shape box(kernels::Vec3 half_m) {
  return {half_m, static_cast<std::int32_t>(ShapeKind::Box)};
}

STARLING_FN constexpr Shape wedge(kernels::Vec3 half_m) {
  return {half_m, static_cast<std::int32_t>(ShapeKind::Wedge)};
}

STARLING_FN constexpr Shape plane() {
  return {{}, static_cast<std::int32_t>(ShapeKind::Plane)};
}

STARLING_FN constexpr Shape no_shape() {
  return {{}, static_cast<std::int32_t>(ShapeKind::None)};
}

/// The radius of a ball around the body's origin that holds the body; infinite for a plane.
STARLING_FN float bounding_radius_m(const Shape& shape) {
  switch (kind_of(shape)) {
    case ShapeKind::Sphere:
      return shape.half_m.x;
    case ShapeKind::Capsule:
      return shape.half_m.x + shape.half_m.z;
    case ShapeKind::Plane:
      return kernels::infinity;
    default:
      return kernels::sqrt(kernels::fused_dot(shape.half_m, shape.half_m));
  }
}

}  // namespace starling::systems
