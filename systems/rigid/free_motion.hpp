/// How a body moves in a substep that nothing touches it in.
#pragma once

#include "systems/rigid/solver_body.hpp"

namespace starling::systems {

/// The angular velocity, in the frame of the principal axes, after a step of the torque-free
/// equation of Euler, I w' = -w x I w, taken implicitly by one step of Newton's method: it loses
/// energy where the explicit step gains it. (E. Catto, Numerical Methods, Game Developers
/// Conference 2015.) moments_kgm2: all positive.
STARLING_FN kernels::Vec3 spun(kernels::Vec3 angular_radps, kernels::Vec3 moments_kgm2,
                               float substep_s) {
  using kernels::Vec3;
  const Vec3 w = angular_radps;
  const Vec3 momentum = moments_kgm2 * w;
  const Vec3 excess = kernels::fused_cross(w, momentum) * substep_s;
  // columns of the Jacobian I + h ([w] I - [I w]), where [v] u is v x u
  const float h = substep_s;
  const Vec3 x{moments_kgm2.x, h * (w.z * moments_kgm2.x - momentum.z),
               h * (momentum.y - w.y * moments_kgm2.x)};
  const Vec3 y{h * (momentum.z - w.z * moments_kgm2.y), moments_kgm2.y,
               h * (w.x * moments_kgm2.y - momentum.x)};
  const Vec3 z{h * (w.y * moments_kgm2.z - momentum.y), h * (momentum.x - w.x * moments_kgm2.z),
               moments_kgm2.z};
  const Vec3 yz = kernels::fused_cross(y, z);
  const float determinant = kernels::fused_dot(x, yz);
  if (!(kernels::abs(determinant) > 0.0F)) return w;
  const float scale = 1.0F / determinant;
  const Vec3 change{kernels::fused_dot(excess, yz) * scale,
                    kernels::fused_dot(x, kernels::fused_cross(excess, z)) * scale,
                    kernels::fused_dot(x, kernels::fused_cross(y, excess)) * scale};
  return w - change;
}

/// Whether a free body's axis of rotation wanders.
STARLING_FN bool tumbles(kernels::Vec3 per_moments) {
  const bool turns = per_moments.x > 0.0F && per_moments.y > 0.0F && per_moments.z > 0.0F;
  return turns && !(per_moments.x == per_moments.y && per_moments.y == per_moments.z);
}

/// The motion after a substep of free motion.
STARLING_FN Motion fallen(const Motion& motion, const FreeMotion& free, kernels::Quat rotation,
                          float substep_s) {
  using kernels::Vec3;
  Motion result = motion;
  if (tumbles(free.per_moments)) {
    const Vec3 moments{1.0F / free.per_moments.x, 1.0F / free.per_moments.y,
                       1.0F / free.per_moments.z};
    const Vec3 own = rotate(conjugate(rotation), motion.angular_radps);
    result.angular_radps = rotate(rotation, spun(own, moments, substep_s));
  }
  result.velocity_mps = kernels::fused_add(result.velocity_mps, free.acceleration_mps2, substep_s);
  result.angular_radps = kernels::fused_add(result.angular_radps, free.angular_radps2, substep_s);
  return result;
}

STARLING_FN void travel(const Motion& motion, Centre& centre, Moved& moved, float substep_s) {
  centre.position_m = kernels::fused_add(centre.position_m, motion.velocity_mps, substep_s);
  centre.rotation = integrate(centre.rotation, motion.angular_radps, substep_s);
  moved.moved_m = kernels::fused_add(moved.moved_m, motion.velocity_mps, substep_s);
  moved.turned_rad = kernels::fused_add(moved.turned_rad, motion.angular_radps, substep_s);
}

}  // namespace starling::systems
