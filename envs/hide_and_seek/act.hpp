/// How agents move.
#pragma once

#include "envs/hide_and_seek/rules.hpp"
#include "systems/rays/cast.hpp"

namespace starling::envs::hide_and_seek {

STARLING_FN constexpr bool is_in_play(const Role& role) {
  return role.team != static_cast<std::int32_t>(Party::None);
}
STARLING_FN constexpr bool seeks(const Role& role) {
  return role.team == static_cast<std::int32_t>(Party::Seekers);
}
/// Seekers wait while hiders prepare.
STARLING_FN bool is_frozen(const Role& role, const Rules& rules, const Clock& clock) {
  return seeks(role) && is_preparation(rules, clock);
}

/// A seeker that waits weighs nothing that could be pushed.
STARLING_FN void act(const Action& action, const Role& role, const Pose& pose, const Clock& clock,
                     Shared<const Rules> shared, Mass& mass, Load& load) {
  const Rules rules = *shared;
  load = {};
  const bool acts = is_in_play(role) && !is_frozen(role, rules, clock);
  mass.mass_kg = acts ? agent_kg : 0.0F;
  if (!acts) return;
  const auto pushed = [&](std::int32_t bucket) {
    return rules.force_n * static_cast<float>(bucket - 5);
  };
  load.force_n = rotate(pose.rotation, Vec3{pushed(action.x), pushed(action.y), 0.0F});
  load.torque_nm = {0.0F, 0.0F, rules.torque_nm * static_cast<float>(action.turn - 5)};
}

/// Where an agent's hand begins, half as high above the floor as its middle, and how far it
/// reaches: forward.
STARLING_FN systems::Ray hand_of(const Pose& pose, const Rules& rules) {
  const Vec3 from_m{0.0F, 0.0F, -0.5F * rules.scale};
  return {to_world(pose, from_m), rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F}), rules.reach_m};
}

/// Agents stop at the end of a step, but where they fall.
STARLING_FN void halt(const Action&, Motion& motion) {
  motion.angular_radps = {};
  motion.velocity_mps = {0.0F, 0.0F, kernels::min(motion.velocity_mps.z, 0.0F)};
}

}  // namespace starling::envs::hide_and_seek
