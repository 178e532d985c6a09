/// How far a body may come in a step.
#pragma once

#include "kernels/fused_vector.hpp"
#include "systems/rigid/solver_body.hpp"
#include "systems/rigid/speed.hpp"

namespace starling::systems {

/// Where a body may go in a step: its centre of mass, and its surface by turning.
struct Travel {
  kernels::Vec3 motion_m{};
  float turning_m = 0.0F;
};

STARLING_FN Travel travel_of(const Motion& motion, const FreeMotion& free, const Shape& shape,
                             float step_s) {
  const kernels::Vec3 velocity =
      kernels::fused_add(motion.velocity_mps, free.acceleration_mps2, step_s);
  const kernels::Vec3 angular =
      kernels::fused_add(motion.angular_radps, free.angular_radps2, step_s);
  return {velocity * step_s, step_s * fastest_turning_mps(angular, shape)};
}

}  // namespace starling::systems
