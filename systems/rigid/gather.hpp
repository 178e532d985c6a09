/// From components of bodies to what the solver works on, and back.
#pragma once

#include "systems/rigid/mass.hpp"
#include "systems/rigid/solver_rows.hpp"
#include "systems/rigid/speed.hpp"
#include "systems/rigid/step_rules.hpp"
#include "systems/rigid/world_rows.hpp"

namespace starling::systems {

/// A body's rows of the solver.
struct GatheredBody {
  Centre centre;
  Resistance resistance;
  FreeMotion free_motion;
};

STARLING_FN Centre centre_of(const Pose& pose, const MassProperties& properties) {
  return {to_world(pose, properties.centre_m), pose.rotation * properties.frame};
}

/// The pose of a body whose centre of mass is there.
STARLING_FN Pose pose_of(const Centre& centre, const MassProperties& properties) {
  const kernels::Quat rotation = centre.rotation * conjugate(properties.frame);
  return {centre.position_m - rotate(rotation, properties.centre_m), rotation};
}

STARLING_FN GatheredBody gathered(const Shape& shape, const Pose& pose, const Mass& mass,
                                  const Load& load, kernels::Vec3 gravity_mps2) {
  const MassProperties properties = mass_properties_of(shape, mass.mass_kg);
  GatheredBody body;
  body.centre = centre_of(pose, properties);
  if (!(mass.mass_kg > 0.0F)) return body;
  const kernels::Vec3 moves = free_axes(mass.locks, AxisLock::MoveX);
  const kernels::Vec3 turns = free_axes(mass.locks, AxisLock::TurnX);
  const kernels::Vec3 per_moments{1.0F / properties.moments_kgm2.x,
                                  1.0F / properties.moments_kgm2.y,
                                  1.0F / properties.moments_kgm2.z};
  body.resistance.per_mass_kg = moves / mass.mass_kg;
  body.resistance.per_inertia = masked(rotated(body.centre.rotation, per_moments), turns);
  body.free_motion.acceleration_mps2 =
      kernels::fused_add(gravity_mps2 * moves, load.force_n, body.resistance.per_mass_kg);
  body.free_motion.angular_radps2 = body.resistance.per_inertia * load.torque_nm;
  const bool turns_freely = turns.x * turns.y * turns.z > 0.0F;
  if (turns_freely) body.free_motion.per_moments = per_moments;
  return body;
}

/// The rows of a body of the world.
template <class Bodies>
STARLING_FN GatheredBody gathered(const Bodies& bodies, std::int32_t body, const StepRules& rules) {
  return gathered(bodies.shape[body], bodies.pose[body], bodies.mass[body], bodies.load[body],
                  rules.gravity_mps2);
}

/// Fills the solver's rows of the bodies that are awake, for which there is room. All threads of a
/// team call it.
template <class Team, class Bodies, class Solver>
STARLING_FN void gather_bodies(const Team& team, const Bodies& bodies, const Solver& solver,
                               const StepRules& rules) {
  const auto size = static_cast<std::int32_t>(team.size());
  const auto rank = static_cast<std::int32_t>(team.rank());
  for (std::int32_t body = rank; body < bodies.moving; body += size) {
    const std::int32_t row = row_of(solver, body);
    if (row < solver.bodies) solver.body.set(row, {body});
  }
  team.sync();
  for (std::int32_t row = rank; row < solver.bodies; row += size) {
    const std::int32_t body = solver.body[row].number;
    const GatheredBody of = gathered(bodies, body, rules);
    solver.centre.set(row, of.centre);
    solver.resistance.set(row, of.resistance);
    solver.free_motion.set(row, of.free_motion);
    solver.motion.set(row, {bodies.motion[body]});
  }
  team.sync();
}

STARLING_FN bool is_finite(float x) {
  return x - x == 0.0F;
}

STARLING_FN bool is_finite(kernels::Vec3 v) {
  return is_finite((v.x - v.x) + (v.y - v.y) + (v.z - v.z));
}

STARLING_FN bool is_finite(const Centre& centre, const Motion& motion) {
  return is_finite(centre.position_m) && is_finite(centre.rotation.w) &&
         is_finite(motion.velocity_mps) && is_finite(motion.angular_radps);
}

/// Writes poses and motions of what is awake back, and how long each has been still; but where any
/// would not be finite nothing: then returns false, to all threads. All threads of a team call it.
template <class Team, class Bodies, class Solver>
STARLING_FN bool scatter_bodies(const Team& team, const Bodies& bodies, const Solver& solver,
                                const StepRules& rules) {
  const auto size = static_cast<std::int32_t>(team.size());
  const auto rank = static_cast<std::int32_t>(team.rank());
  bool all_finite = true;
  for (std::int32_t row = rank; row < solver.bodies; row += size)
    all_finite = all_finite && is_finite(solver.centre[row], solver.motion[row].of);
  if (team.count(!all_finite).all > 0) return false;
  for (std::int32_t row = rank; row < solver.bodies; row += size) {
    const std::int32_t body = solver.body[row].number;
    const Shape shape = bodies.shape[body];
    const Motion motion = solver.motion[row].of;
    const bool is_still = fastest_mps(motion, shape) < rules.still_mps;
    const float still_s = is_still ? bodies.rest[body].still_s + rules.step_s : 0.0F;
    bodies.pose.set(
        body, pose_of(solver.centre[row], mass_properties_of(shape, bodies.mass[body].mass_kg)));
    bodies.motion.set(body, still_s < rules.sleep_after_s ? motion : Motion{});
    bodies.rest.set(body, {still_s});
  }
  return true;
}

}  // namespace starling::systems
