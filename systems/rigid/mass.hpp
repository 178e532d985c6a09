/// How the mass of a body is spread: solids of uniform density.
#pragma once

#include "kernels/elementary.hpp"
#include "kernels/quaternion.hpp"
#include "kernels/vector.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems {

/// In the body's frame.
struct MassProperties {
  kernels::Vec3 centre_m;      ///< Of mass.
  kernels::Vec3 moments_kgm2;  ///< Of inertia about the axes of `frame` through the centre of mass.
  kernels::Quat frame;         ///< Turns these axes into the body's frame.
};

namespace detail {

/// The moments where the mass lies so far from the centre, by its mean squares along the axes.
STARLING_FN constexpr kernels::Vec3 moments(kernels::Vec3 mean_square_m2, float mass_kg) {
  return {mass_kg * (mean_square_m2.y + mean_square_m2.z),
          mass_kg * (mean_square_m2.z + mean_square_m2.x),
          mass_kg * (mean_square_m2.x + mean_square_m2.y)};
}

/// A cylinder and two halves of a sphere, whose own centres lie 3/8 of the radius out.
STARLING_FN constexpr kernels::Vec3 capsule_moments(float radius_m, float half_m, float mass_kg) {
  const float cylinder = 2.0F * half_m;  // volumes over pi r^2
  const float caps = 4.0F / 3.0F * radius_m;
  const float all = cylinder + caps;
  const float share = all > 0.0F ? cylinder / all : 0.0F;
  const float radius_squared = radius_m * radius_m;
  const float half_squared = half_m * half_m;
  const float of_caps = 1.0F - share;
  const float across = share * (radius_squared / 4.0F) + of_caps * (radius_squared / 5.0F);
  const float along = share * (half_squared / 3.0F) +
                      of_caps * (radius_squared / 5.0F + half_squared + 0.75F * half_m * radius_m);
  return moments({across, across, along}, mass_kg);
}

/// A prism over a right triangle, whose sides y and z are correlated: turned about x until they are
/// not.
STARLING_FN MassProperties wedge_properties(kernels::Vec3 half_m, float mass_kg) {
  const float y = half_m.y * half_m.y * (2.0F / 9.0F);
  const float z = half_m.z * half_m.z * (2.0F / 9.0F);
  const float mixed = half_m.y * half_m.z / 9.0F;
  const float half_difference = 0.5F * (y - z);
  const float spread = kernels::sqrt(half_difference * half_difference + mixed * mixed);
  const float middle = 0.5F * (y + z);
  const float angle_rad = 0.5F * kernels::atan2(mixed, half_difference);
  const kernels::Vec3 mean_square{half_m.x * half_m.x / 3.0F, middle + spread, middle - spread};
  return {{0.0F, half_m.y / 3.0F, -half_m.z / 3.0F},
          moments(mean_square, mass_kg),
          kernels::from_axis_angle({1.0F, 0.0F, 0.0F}, angle_rad)};
}

}  // namespace detail

/// A plane does not move: its moments are infinite. No shape and an unknown kind have none.
STARLING_FN MassProperties mass_properties_of(const Shape& shape, float mass_kg) {
  const kernels::Vec3 half_m = shape.half_m;
  const kernels::Vec3 centre_m{0.0F, 0.0F, 0.0F};
  switch (kind_of(shape)) {
    case ShapeKind::Sphere: {
      const float square = half_m.x * half_m.x / 5.0F;
      return {centre_m, detail::moments({square, square, square}, mass_kg), kernels::identity};
    }
    case ShapeKind::Capsule:
      return {centre_m, detail::capsule_moments(half_m.x, half_m.z, mass_kg), kernels::identity};
    case ShapeKind::Box:
      return {centre_m, detail::moments(half_m * half_m / 3.0F, mass_kg), kernels::identity};
    case ShapeKind::Wedge:
      return detail::wedge_properties(half_m, mass_kg);
    case ShapeKind::Plane:
      return {
          centre_m, {kernels::infinity, kernels::infinity, kernels::infinity}, kernels::identity};
    case ShapeKind::None:
      break;
  }
  return {centre_m, centre_m, kernels::identity};
}

/// The principal moments of inertia about the centre of mass.
STARLING_FN kernels::Vec3 inertia_of(const Shape& shape, float mass_kg) {
  return mass_properties_of(shape, mass_kg).moments_kgm2;
}

}  // namespace starling::systems
