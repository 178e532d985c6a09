/// How fast any point of a body moves, at most.
#pragma once

#include "kernels/fused_vector.hpp"
#include "systems/rigid/body.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems {

/// By turning about a point of the body, in m/s.
STARLING_FN float fastest_turning_mps(kernels::Vec3 angular_radps, const Shape& shape) {
  const float rate_radps = kernels::sqrt(kernels::fused_dot(angular_radps, angular_radps));
  return rate_radps == 0.0F ? 0.0F : bounding_radius_m(shape) * rate_radps;
}

STARLING_FN float fastest_mps(const Motion& motion, const Shape& shape) {
  const kernels::Vec3 velocity_mps = motion.velocity_mps;
  return kernels::sqrt(kernels::fused_dot(velocity_mps, velocity_mps)) +
         fastest_turning_mps(motion.angular_radps, shape);
}

}  // namespace starling::systems
