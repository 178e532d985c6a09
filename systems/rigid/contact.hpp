/// A contact of two bodies as the solver takes it: where it acts, what it weighs, what it has
/// pushed.
#pragma once

#include <cstdint>

#include "systems/rigid/manifold.hpp"
#include "systems/rigid/solver_body.hpp"

namespace starling::systems {

inline constexpr std::int32_t contact_points = 4;

/// Numbers of two bodies, the lower one first.
struct BodyPair {
  std::int16_t a = 0;
  std::int16_t b = 0;
};

STARLING_FN constexpr BodyPair pair_of(std::int32_t a, std::int32_t b) {
  return {static_cast<std::int16_t>(a), static_cast<std::int16_t>(b)};
}

/// Which bodies touch and how.
struct Contact {
  BodyPair bodies;
  std::int16_t a = 0;  ///< Their rows in the solver, or no_row,
  std::int16_t b = 0;
  std::int16_t first_point = 0;  ///< and the rows of its points:
  std::int16_t points = 0;       ///< 0: nothing touches.
  kernels::Vec3 normal{};        ///< From a to b.
  kernels::Vec3 apart_m{};       ///< From a's centre of mass to b's, when found.
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

/// One point of a contact.
struct SolverPoint {
  kernels::Vec3 arm_m{};      ///< From a's centre of mass.
  float separation_m = 0.0F;  ///< When found; negative: overlap.
  float mass_kg = 0.0F;       ///< Along the normal.
};

/// What a point has pushed so far, for the next substep and, by feature, the next step.
struct PointImpulse {
  float normal_ns = 0.0F;
};

/// How fast the bodies met at a point when it was first pushed; negative: towards each other.
struct PointApproach {
  float speed_mps = 0.0F;
};

/// What friction has pushed so far.
struct FrictionImpulses {
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

}  // namespace starling::systems
