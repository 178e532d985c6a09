/// How rigid bodies are stepped: gravity, substeps, and how firmly constraints hold.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"

namespace starling::systems {

/// The rules of a run. A contact that overlaps and a joint that gapes are drawn together as by a
/// damped spring, whose stiffness is that of a frequency, so that it is the same for all masses.
struct StepRules {
  kernels::Vec3 gravity_mps2{0.0F, 0.0F, -9.8F};
  float step_s = 1.0F / 30.0F;
  std::int32_t substeps = 4;
  float contact_hz = 30.0F;  ///< At most a quarter of the substeps a second are used.
  float contact_damping = 10.0F;
  float joint_damping = 2.0F;
  float push_out_mps = 3.0F;      ///< The fastest that an overlap is mended.
  float least_bounce_mps = 1.0F;  ///< What meets slower does not bounce.
  float near_m = 0.02F;           ///< Bodies so near touch, though apart: they may meet in a step.
  float sleep_after_s = kernels::infinity;  ///< Bodies that are still for so long sleep.
  float still_mps = 0.05F;                  ///< A body is still where no part of it is faster.
};

/// A spring's step, made implicit: an impulse is  -mass (mass_scale (speed + rate error)) -
/// impulse_scale (impulse so far). (E. Catto, Soft Constraints, Game Developers Conference 2011.)
struct Softness {
  float rate_per_s = 0.0F;
  float mass_scale = 1.0F;
  float impulse_scale = 0.0F;
};

STARLING_FN Softness softness(float frequency_hz, float damping, float substep_s) {
  const float omega = 6.2831853F * frequency_hz;
  const float a = 2.0F * damping + substep_s * omega;
  const float b = substep_s * omega * a;
  const float c = 1.0F / (1.0F + b);
  return {omega / a, b * c, c};
}

/// What all constraints of a step have in common.
struct SubstepRules {
  float substep_s = 0.0F;
  float per_substep = 0.0F;
  std::int32_t substeps = 0;
  float push_out_mps = 0.0F;
  float least_bounce_mps = 0.0F;
  Softness contact;
  Softness joint;
};

STARLING_FN SubstepRules substep_rules(const StepRules& rules) {
  const float substep_s = rules.step_s / static_cast<float>(rules.substeps);
  const float hz = kernels::min(rules.contact_hz, 0.25F / substep_s);
  return {substep_s,
          1.0F / substep_s,
          rules.substeps,
          rules.push_out_mps,
          rules.least_bounce_mps,
          softness(hz, rules.contact_damping, substep_s),
          softness(2.0F * hz, rules.joint_damping, substep_s)};
}

}  // namespace starling::systems
