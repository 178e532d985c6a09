/// What agents hold and lock.
#pragma once

#include "envs/hide_and_seek/act.hpp"
#include "systems/rigid/gather.hpp"

namespace starling::envs::hide_and_seek {

STARLING_FN constexpr std::int32_t lock_row(std::int32_t body) {
  return body - first_box;
}
STARLING_FN constexpr bool is_locked(const Lock& lock) {
  return lock.team != static_cast<std::int32_t>(Party::None);
}

/// Whether any agent but one holds a body.
STARLING_FN bool is_held_by_other(std::int32_t body, std::int32_t agent,
                                  const Rows<systems::Joint>& joints) {
  for (std::int32_t other = 0; other < agents; ++other) {
    const systems::Joint joint = joints[other];
    if (other != agent && is_active(joint) && joint.b == body) return true;
  }
  return false;
}

/// Holds b as it is against a, by a point of the world.
STARLING_FN systems::Joint joint_at(Vec3 at_m, const systems::Centre& a, const systems::Centre& b) {
  systems::Joint joint;
  joint.kind = static_cast<std::int32_t>(systems::JointKind::Fixed);
  joint.anchor_a_m = rotate(conjugate(a.rotation), at_m - a.position_m);
  joint.anchor_b_m = rotate(conjugate(b.rotation), at_m - b.position_m);
  joint.turn = conjugate(a.rotation) * b.rotation;
  return joint;
}

/// What one agent's hands do to the world.
struct Hands {
  std::int32_t agent;
  Role role;
  Sight sight;
  Rows<const Shape> shapes;
  Rows<const Pose> poses;
  Rows<systems::Joint> joints;
  Rows<systems::JointImpulses> impulses;
  Rows<Lock> locks;
  Rows<Mass> masses;
  Rows<Motion> motions;
  Rows<Rest> rests;

  /// Lets go of what is held, or takes hold of what is at hand and not locked.
  STARLING_FN void grab(const Rules& rules) const {
    if (is_active(joints[agent])) {
      let_go();
      return;
    }
    const std::int32_t body = sight.at_hand;
    if (body < 0 || is_locked(locks[lock_row(body)])) return;
    const systems::Ray hand = hand_of(poses[agent], rules);
    systems::Joint joint = joint_at(hand.origin_m + hand.direction * sight.at_hand_m,
                                    centre_of(agent), centre_of(body));
    joint.a = agent;
    joint.b = body;
    joints.set(agent, joint);
    impulses.set(agent, {});
    rests.set(body, {});
  }

  /// Locks what is at hand, unless another holds it, or opens a lock of the own team.
  STARLING_FN void lock() const {
    const std::int32_t body = sight.at_hand;
    if (body < 0) return;
    Lock lock = locks[lock_row(body)];
    if (is_locked(lock)) {
      if (lock.team != role.team) return;
      lock.team = static_cast<std::int32_t>(Party::None);
      masses.set(body, {lock.mass_kg, masses[body].locks});
      rests.set(body, {});
    } else {
      if (is_held_by_other(body, agent, joints)) return;
      if (is_active(joints[agent]) && joints[agent].b == body) let_go();
      lock.team = role.team;
      masses.set(body, {0.0F, masses[body].locks});
      motions.set(body, {});
    }
    locks.set(lock_row(body), lock);
  }

 private:
  STARLING_FN void let_go() const {
    rests.set(joints[agent].b, {});
    joints.set(agent, {});
    impulses.set(agent, {});
  }
  STARLING_FN systems::Centre centre_of(std::int32_t body) const {
    return systems::centre_of(
        poses[body],
        systems::mass_properties_of(shapes[body], kernels::max(masses[body].mass_kg, 1.0F)));
  }
};

/// Agents take their turns in order: each first grabs or lets go, then locks or unlocks.
STARLING_FN void use_hands(Rows<const Action> actions, Rows<const Role> roles,
                           Rows<const Sight> sights, const Clock& clock, Shared<const Rules> shared,
                           Rows<const Shape> shapes, Rows<const Pose> poses,
                           Rows<systems::Joint> joints, Rows<systems::JointImpulses> impulses,
                           Rows<Lock> locks, Rows<Mass> masses, Rows<Motion> motions,
                           Rows<Rest> rests) {
  const Rules rules = *shared;
  STARLING_ROLLED
  for (std::int32_t agent = 0; agent < agents; ++agent) {
    const Role role = roles[agent];
    const Action action = actions[agent];
    if (!is_in_play(role) || is_frozen(role, rules, clock)) continue;
    const Hands hands{agent,    role,  sights[agent], shapes,  poses, joints,
                      impulses, locks, masses,        motions, rests};
    if (action.grab != 0) hands.grab(rules);
    if (action.lock != 0) hands.lock();
  }
}

}  // namespace starling::envs::hide_and_seek
