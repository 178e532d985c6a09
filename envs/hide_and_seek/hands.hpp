/// What agents hold and lock.
#pragma once

#include "envs/hide_and_seek/act.hpp"
#include "systems/rays/cast.hpp"
#include "systems/rays/lidar.hpp"
#include "systems/rigid/gather.hpp"

namespace starling::envs::hide_and_seek {

STARLING_FN constexpr bool is_thing(std::int32_t body) {
  return body >= first_box && body < movers;
}
STARLING_FN constexpr std::int32_t lock_row(std::int32_t body) {
  return body - first_box;
}
STARLING_FN constexpr bool is_locked(const Lock& lock) {
  return lock.team != static_cast<std::int32_t>(Party::None);
}

/// Half as high above the foot as the agent is: forward.
STARLING_FN systems::Ray hand_of(const Pose& pose, const Rules& rules) {
  const Vec3 from_m{0.0F, 0.0F, -0.5F * rules.scale};
  return {to_world(pose, from_m), rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F}), rules.reach_m};
}

/// What an agent could take hold of or lock: what its hand meets first, if it is a box or a ramp.
STARLING_FN systems::RayHit thing_before(std::int32_t agent, const Rules& rules,
                                         Rows<const Shape> shapes, Rows<const Pose> poses) {
  const systems::Ray ray = hand_of(poses[agent], rules);
  const systems::RayHit hit =
      systems::nearest_hit(ray.range_m, {0, ground}, agent,
                           [&](std::int32_t body) { return cast(ray, shapes[body], poses[body]); });
  return {hit.distance_m, is_thing(hit.body) ? hit.body : systems::no_body};
}

STARLING_FN bool is_held(std::int32_t body, std::int32_t but_by,
                         const Rows<systems::Joint>& joints) {
  for (std::int32_t agent = 0; agent < agents; ++agent) {
    const systems::Joint joint = joints[agent];
    if (agent != but_by && is_active(joint) && joint.b == body) return true;
  }
  return false;
}

/// A joint that holds a body as it is, at the point that the hand meets. Anchors are in frames of
/// centres of mass and principal axes.
STARLING_FN systems::Joint joint_to(std::int32_t agent, const systems::RayHit& hit,
                                    const Rules& rules, Rows<const Shape> shapes,
                                    Rows<const Pose> poses, float mass_kg) {
  const systems::Ray ray = hand_of(poses[agent], rules);
  const Vec3 at_m = ray.origin_m + ray.direction * hit.distance_m;
  const systems::Centre own =
      systems::centre_of(poses[agent], systems::mass_properties_of(shapes[agent], 1.0F));
  const systems::Centre held =
      systems::centre_of(poses[hit.body], systems::mass_properties_of(shapes[hit.body], mass_kg));
  systems::Joint joint;
  joint.kind = static_cast<std::int32_t>(systems::JointKind::Fixed);
  joint.a = agent;
  joint.b = hit.body;
  joint.anchor_a_m = rotate(conjugate(own.rotation), at_m - own.position_m);
  joint.anchor_b_m = rotate(conjugate(held.rotation), at_m - held.position_m);
  joint.turn = conjugate(own.rotation) * held.rotation;
  return joint;
}

/// Agents take their turns in order: first each grabs or lets go, then locks or unlocks. What is
/// locked is not grabbed; what another holds is not locked; a lock opens to its own team alone, and
/// ends its locker's hold.
STARLING_FN void use_hands(Rows<const Action> actions, Rows<const Role> roles, const Clock& clock,
                           Shared<const Rules> shared, Rows<const Shape> shapes,
                           Rows<const Pose> poses, Rows<systems::Joint> joints,
                           Rows<systems::JointImpulses> impulses, Rows<Lock> locks,
                           Rows<Mass> masses, Rows<Motion> motions, Rows<Rest> rests) {
  const Rules rules = *shared;
  for (std::int32_t agent = 0; agent < agents; ++agent) {
    const Role role = roles[agent];
    const Action action = actions[agent];
    if (!is_in_play(role) || is_frozen(role, rules, clock)) continue;
    if (action.grab == 0 && action.lock == 0) continue;
    const systems::RayHit hit = thing_before(agent, rules, shapes, poses);
    const bool is_any = hit.body != systems::no_body;
    const auto let_go = [&] {
      const systems::Joint joint = joints[agent];
      if (is_active(joint)) rests.set(joint.b, {});
      joints.set(agent, {});
      impulses.set(agent, {});
    };
    if (action.grab != 0) {
      if (is_active(joints[agent])) {
        let_go();
      } else if (is_any && !is_locked(locks[lock_row(hit.body)])) {
        joints.set(agent, joint_to(agent, hit, rules, shapes, poses, masses[hit.body].mass_kg));
        impulses.set(agent, {});
        rests.set(hit.body, {});
      }
    }
    if (action.lock == 0 || !is_any) continue;
    Lock lock = locks[lock_row(hit.body)];
    if (is_locked(lock)) {
      if (lock.team != role.team) continue;
      lock.team = static_cast<std::int32_t>(Party::None);
      masses.set(hit.body, {lock.mass_kg, masses[hit.body].locks});
      rests.set(hit.body, {});
    } else {
      if (is_held(hit.body, agent, joints)) continue;
      if (is_active(joints[agent]) && joints[agent].b == hit.body) let_go();
      lock.team = role.team;
      masses.set(hit.body, {0.0F, masses[hit.body].locks});
      motions.set(hit.body, {});
    }
    locks.set(lock_row(hit.body), lock);
  }
}

}  // namespace starling::envs::hide_and_seek
