/// Bodies as the solver sees them: what moves of them in a step, and what resists.
///
/// A body that nothing moves has no rows of these; constraints read zeros for it.
#pragma once

#include "kernels/symmetric_matrix.hpp"
#include "systems/rigid/body.hpp"

namespace starling::systems {

/// The inverse of what resists.
struct Resistance {
  kernels::Vec3 per_mass_kg{};             ///< By axis of the world; 0 along a locked one.
  kernels::SymmetricMatrix per_inertia{};  ///< 1 / (kg m²), world's frame, as at the step's start.
};

/// A body's motion while constraints are solved.
struct SolverMotion {
  Motion of;
};

/// What happened to a body since contacts were found.
struct Moved {
  kernels::Vec3 moved_m{};
  kernels::Vec3 turned_rad{};
};

/// What constraints changed a body's motion by in the last substep. Since impulses act where and as
/// they did then, this is also what the impulses so far do when they are applied again, which
/// starts the next substep near its solution without a pass over the constraints.
struct Pushed {
  kernels::Vec3 velocity_mps{};
  kernels::Vec3 angular_radps{};
};

/// How a body moves that nothing touches.
struct FreeMotion {
  kernels::Vec3 acceleration_mps2{};
  kernels::Vec3 angular_radps2{};
  kernels::Vec3
      per_moments{};  ///< 1 / (kg m²), about the principal axes; 0 where it does not turn.
};

/// Where a body's centre of mass is, and how its principal axes are turned.
struct Centre {
  kernels::Vec3 position_m{};
  kernels::Quat rotation{1.0F, 0.0F, 0.0F, 0.0F};
};

/// A body's side of a constraint.
struct Side {
  Motion motion;
  Resistance resistance;
};

STARLING_FN kernels::Vec3 velocity_at(const Motion& motion, kernels::Vec3 arm_m) {
  return motion.velocity_mps + kernels::fused_cross(motion.angular_radps, arm_m);
}

/// Applies an impulse at the end of an arm from the centre of mass. sign: 1, or -1 for its
/// reaction.
STARLING_FN void push(Side& side, kernels::Vec3 impulse_ns, kernels::Vec3 arm_m, float sign) {
  side.motion.velocity_mps =
      kernels::fused_add(side.motion.velocity_mps, side.resistance.per_mass_kg, impulse_ns * sign);
  side.motion.angular_radps = kernels::fused_add(
      side.motion.angular_radps,
      side.resistance.per_inertia * kernels::fused_cross(arm_m, impulse_ns), sign);
}

/// Applies an impulse of rotation.
STARLING_FN void twist(Side& side, kernels::Vec3 impulse_nms, float sign) {
  side.motion.angular_radps = kernels::fused_add(side.motion.angular_radps,
                                                 side.resistance.per_inertia * impulse_nms, sign);
}

/// 1 / kg that an impulse along a direction of length 1 at the end of an arm feels.
STARLING_FN float per_mass_along(const Resistance& resistance, kernels::Vec3 direction,
                                 kernels::Vec3 arm_m) {
  const kernels::Vec3 lever = kernels::fused_cross(arm_m, direction);
  return kernels::fused_dot(direction * resistance.per_mass_kg, direction) +
         kernels::fused_dot(lever, resistance.per_inertia * lever);
}

STARLING_FN float inverse_or_zero(float x) {
  return x > 0.0F ? 1.0F / x : 0.0F;
}

}  // namespace starling::systems
