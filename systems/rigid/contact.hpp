/// A contact of two bodies as the solver takes it: where it acts, what it weighs, what it has
/// pushed.
#pragma once

#include <array>
#include <cstdint>

#include "systems/rigid/manifold.hpp"
#include "systems/rigid/solver_body.hpp"

namespace starling::systems {

inline constexpr std::int32_t contact_points = 4;

/// Which bodies touch and how.
struct Contact {
  std::int16_t a = 0;       ///< A body that may move.
  std::int16_t b = 0;       ///< Another, or one of those that never do, whose numbers are higher.
  std::int32_t points = 0;  ///< 0: nothing touches.
  kernels::Vec3 normal{};   ///< From a to b.
  kernels::Vec3 apart_m{};  ///< From a's centre of mass to b's, when found.
  float static_friction = 0.0F;
  float dynamic_friction = 0.0F;
};

STARLING_FN constexpr bool is_active(const Contact& contact) {
  return contact.points > 0;
}

/// Friction of all points is one, at their middle: along the surface, and about the normal.
struct ContactFriction {
  kernels::Vec3 arm_m{};                                 ///< From a's centre of mass to the middle.
  float mass_xx = 0.0F, mass_xy = 0.0F, mass_yy = 0.0F;  ///< kg, along the two tangents.
  float twist_mass = 0.0F;                               ///< kg m², about the normal.
  float lever_m = 0.0F;  ///< Mean distance of the points from the middle.
};

/// One point, kept as arrays over the points of a contact.
struct ContactPoints {
  std::array<kernels::Vec3, contact_points> arm_m{};  ///< From a's centre of mass.
  std::array<float, contact_points> separation_m{};   ///< When found; negative: overlap.
  std::array<float, contact_points> mass_kg{};        ///< Along the normal.
};

/// How a contact bounces.
struct ContactBounce {
  float restitution = 0.0F;
  std::array<float, contact_points> approach_mps{};  ///< When first pushed; negative: towards.
};

/// What has been pushed so far, for the next substep and, by feature, the next step.
struct ContactImpulses {
  std::array<float, contact_points> normal_ns{};
  float pressed_ns = 0.0F;  ///< By all points, when speeds were solved last.
  float first_ns = 0.0F;    ///< Along the tangents,
  float second_ns = 0.0F;
  float twist_nms = 0.0F;  ///< and about the normal.
};

/// Two directions along a surface.
struct Tangents {
  kernels::Vec3 first;
  kernels::Vec3 second;
};

/// A function of the normal alone, so that what lies in them can be carried to the next step.
/// It jumps where z changes its sign: friction at a wall may then start a step turned the wrong
/// way. (Duff and others, Building an Orthonormal Basis, Revisited, 2017.)
STARLING_FN Tangents tangents_of(kernels::Vec3 normal) {
  const float sign = kernels::copysign(1.0F, normal.z);
  const float a = -1.0F / (sign + normal.z);
  const float b = normal.x * normal.y * a;
  return {{1.0F + sign * normal.x * normal.x * a, sign * b, -sign * normal.x},
          {b, sign + normal.y * normal.y * a, -normal.y}};
}

STARLING_FN float sum_of_normals(const ContactImpulses& impulses) {
  return (impulses.normal_ns[0] + impulses.normal_ns[1]) +
         (impulses.normal_ns[2] + impulses.normal_ns[3]);
}

}  // namespace starling::systems
