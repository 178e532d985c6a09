/// How agents move, and what they take hold of.
#pragma once

#include "envs/escape_room/components.hpp"
#include "systems/rays/cast.hpp"
#include "systems/rays/lidar.hpp"

namespace starling::envs::escape_room {

inline constexpr float force_n = 1000.0F / 3.0F;  ///< Of one amount.
inline constexpr float torque_nm = 160.0F;        ///< Of one step of turn.
inline constexpr float reach_m = 2.0F;

STARLING_FN void act(const Action& action, const Pose& pose, Load& load) {
  float sine = 0.0F;
  float cosine = 0.0F;
  kernels::sincos(static_cast<float>(action.angle) * (0.25F * kernels::pi), sine, cosine);
  const float force = force_n * static_cast<float>(action.amount);
  load.force_n = rotate(pose.rotation, Vec3{sine * force, cosine * force, 0.0F});
  load.torque_nm = {0.0F, 0.0F, torque_nm * static_cast<float>(action.turn - 2)};
}

STARLING_FN constexpr bool is_cube(std::int32_t body) {
  return body >= first_cube && body < first_cube + cubes;
}

/// Lets go, or takes what a ray forward, half a metre above the floor, meets first, if it is a
/// cube. What is held is held as it is.
STARLING_FN void grab(const Action& action, Self self, const Pose& pose, Rows<const Shape> shapes,
                      Rows<const Pose> poses, systems::Joint& joint,
                      systems::JointImpulses& impulses) {
  if (action.grab == 0) return;
  impulses = {};
  if (is_active(joint)) {
    joint = {};
    return;
  }
  const auto own = static_cast<std::int32_t>(self.row);
  const Vec3 from{0.0F, 0.0F, eye_m};
  const systems::Ray ray{to_world(pose, from), rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F}),
                         reach_m};
  const systems::RayHit hit =
      systems::nearest_hit(reach_m, {0, ground}, own,
                           [&](std::int32_t body) { return cast(ray, shapes[body], poses[body]); });
  if (!is_cube(hit.body)) return;
  const Pose held = poses[hit.body];
  joint.kind = static_cast<std::int32_t>(systems::JointKind::Fixed);
  joint.a = own;
  joint.b = hit.body;
  joint.anchor_a_m = from + Vec3{0.0F, hit.distance_m, 0.0F};
  joint.anchor_b_m = to_body(held, to_world(pose, joint.anchor_a_m));
  joint.turn = conjugate(pose.rotation) * held.rotation;
}

/// Agents stop at the end of a step, but where they fall.
STARLING_FN void halt(const Action&, Motion& motion) {
  motion.angular_radps = {};
  motion.velocity_mps = {0.0F, 0.0F, kernels::min(motion.velocity_mps.z, 0.0F)};
}

}  // namespace starling::envs::escape_room
