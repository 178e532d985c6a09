/// The impulses of one joint.
#pragma once

#include "systems/rigid/contact.hpp"
#include "systems/rigid/joint.hpp"
#include "systems/rigid/step_rules.hpp"

namespace starling::systems {

/// A joint with its bodies as they are now.
struct JointSides {
  Side a;
  Side b;
  Centre centre_a;
  Centre centre_b;
};

/// From the bodies' centres of mass to the anchors.
struct Arms {
  kernels::Vec3 a;
  kernels::Vec3 b;
};

STARLING_FN Arms arms_of(const Joint& joint, const JointSides& sides) {
  return {rotate(sides.centre_a.rotation, joint.anchor_a_m),
          rotate(sides.centre_b.rotation, joint.anchor_b_m)};
}

/// From a's anchor to b's.
STARLING_FN kernels::Vec3 apart_of(const JointSides& sides, const Arms& arms) {
  return (sides.centre_b.position_m - sides.centre_a.position_m) + (arms.b - arms.a);
}

/// Half the angle and the axis of a small rotation, as a vector of length angle.
STARLING_FN kernels::Vec3 small_turn(kernels::Quat q) {
  const float twice = q.w < 0.0F ? -2.0F : 2.0F;
  return {twice * q.x, twice * q.y, twice * q.z};
}

STARLING_FN kernels::Vec3 added_impulse(const kernels::SymmetricMatrix& mass, kernels::Vec3 speed,
                                        kernels::Vec3 error, kernels::Vec3 so_far,
                                        const Softness& soft) {
  const kernels::Vec3 wanted = mass * kernels::fused_add(speed, error, soft.rate_per_s);
  return -(wanted * soft.mass_scale + so_far * soft.impulse_scale);
}

/// b does not turn against a, but where it was turned when the joint was made.
STARLING_FN void solve_turn(const Joint& joint, JointImpulses& impulses, JointSides& sides,
                            const Softness& soft) {
  const kernels::Quat wanted = sides.centre_a.rotation * joint.turn;
  const kernels::Vec3 error = small_turn(sides.centre_b.rotation * conjugate(wanted));
  const kernels::SymmetricMatrix mass =
      inverse(sides.a.resistance.per_inertia + sides.b.resistance.per_inertia);
  const kernels::Vec3 speed = sides.b.motion.angular_radps - sides.a.motion.angular_radps;
  const kernels::Vec3 added = added_impulse(mass, speed, error, impulses.twist_nms, soft);
  impulses.twist_nms += added;
  twist(sides.a, added, -1.0F);
  twist(sides.b, added, 1.0F);
}

/// b turns against a about the axis alone: along the two directions across it.
STARLING_FN void solve_hinge(const Joint& joint, JointImpulses& impulses, JointSides& sides,
                             const Softness& soft) {
  using kernels::fused_dot;
  const kernels::Vec3 axis_a = rotate(sides.centre_a.rotation, joint.axis_a);
  const kernels::Vec3 axis_b =
      rotate(sides.centre_b.rotation, rotate(conjugate(joint.turn), joint.axis_a));
  const kernels::Vec3 error = kernels::fused_cross(axis_a, axis_b);
  const Tangents across = tangents_of(axis_a);
  const kernels::SymmetricMatrix per_inertia =
      sides.a.resistance.per_inertia + sides.b.resistance.per_inertia;
  const kernels::Vec3 first = per_inertia * across.first;
  const kernels::Vec3 second = per_inertia * across.second;
  const kernels::SymmetricMatrix mass =
      kernels::inverse({fused_dot(first, across.first), fused_dot(second, across.second), 0.0F,
                        0.0F, 0.0F, fused_dot(first, across.second)});
  const kernels::Vec3 turning = sides.b.motion.angular_radps - sides.a.motion.angular_radps;
  const kernels::Vec3 so_far{fused_dot(impulses.twist_nms, across.first),
                             fused_dot(impulses.twist_nms, across.second), 0.0F};
  const kernels::Vec3 added_along = added_impulse(
      mass, {fused_dot(turning, across.first), fused_dot(turning, across.second), 0.0F},
      {fused_dot(error, across.first), fused_dot(error, across.second), 0.0F}, so_far, soft);
  const kernels::Vec3 added =
      kernels::fused_add(across.first * added_along.x, across.second, added_along.y);
  impulses.twist_nms += added;
  twist(sides.a, added, -1.0F);
  twist(sides.b, added, 1.0F);
}

/// The anchors meet.
STARLING_FN void solve_point(const Joint& joint, JointImpulses& impulses, JointSides& sides,
                             const Softness& soft) {
  const Arms arms = arms_of(joint, sides);
  const kernels::SymmetricMatrix per_mass =
      diagonal(sides.a.resistance.per_mass_kg + sides.b.resistance.per_mass_kg) +
      (at_arm(sides.a.resistance.per_inertia, arms.a) +
       at_arm(sides.b.resistance.per_inertia, arms.b));
  const kernels::Vec3 error = apart_of(sides, arms);
  const kernels::Vec3 speed =
      velocity_at(sides.b.motion, arms.b) - velocity_at(sides.a.motion, arms.a);
  const kernels::Vec3 added =
      added_impulse(inverse(per_mass), speed, error, impulses.push_ns, soft);
  impulses.push_ns += added;
  push(sides.a, added, arms.a, -1.0F);
  push(sides.b, added, arms.b, 1.0F);
}

/// The anchors are a length apart; where they meet, nothing is known of the direction.
STARLING_FN void solve_distance(const Joint& joint, JointImpulses& impulses, JointSides& sides,
                                const Softness& soft) {
  const Arms arms = arms_of(joint, sides);
  const kernels::Vec3 apart = apart_of(sides, arms);
  const float distance_m = kernels::sqrt(kernels::fused_dot(apart, apart));
  if (!(distance_m > 0.0F)) return;
  const kernels::Vec3 direction = apart / distance_m;
  const float mass = inverse_or_zero(per_mass_along(sides.a.resistance, direction, arms.a) +
                                     per_mass_along(sides.b.resistance, direction, arms.b));
  const float speed = kernels::fused_dot(
      direction, velocity_at(sides.b.motion, arms.b) - velocity_at(sides.a.motion, arms.a));
  const float so_far = kernels::fused_dot(impulses.push_ns, direction);
  const float wanted = mass * kernels::fma(distance_m - joint.length_m, soft.rate_per_s, speed);
  const float added = -(wanted * soft.mass_scale + so_far * soft.impulse_scale);
  impulses.push_ns = direction * (so_far + added);
  push(sides.a, direction * added, arms.a, -1.0F);
  push(sides.b, direction * added, arms.b, 1.0F);
}

/// soft: how gaping is mended; as {} the speeds alone are.
STARLING_FN void solve_joint(const Joint& joint, JointImpulses& impulses, JointSides& sides,
                             const Softness& soft) {
  const JointKind kind = kind_of(joint);
  if (kind == JointKind::Fixed) solve_turn(joint, impulses, sides, soft);
  if (kind == JointKind::Hinge) solve_hinge(joint, impulses, sides, soft);
  if (kind == JointKind::Fixed || kind == JointKind::Hinge)
    solve_point(joint, impulses, sides, soft);
  if (kind == JointKind::Distance) solve_distance(joint, impulses, sides, soft);
}

/// Turns what was pushed to where a joint may push now: a rod along itself, a hinge across its
/// axis.
STARLING_FN void aim(const Joint& joint, JointImpulses& impulses, const JointSides& sides) {
  const JointKind kind = kind_of(joint);
  if (kind == JointKind::Hinge) {
    const kernels::Vec3 axis = rotate(sides.centre_a.rotation, joint.axis_a);
    impulses.twist_nms =
        kernels::fused_add(impulses.twist_nms, axis, -kernels::fused_dot(impulses.twist_nms, axis));
  }
  if (kind == JointKind::Distance) {
    const kernels::Vec3 apart = apart_of(sides, arms_of(joint, sides));
    const float squared = kernels::fused_dot(apart, apart);
    const float along = kernels::fused_dot(impulses.push_ns, apart);
    impulses.push_ns = apart * (squared > 0.0F ? along / squared : 0.0F);
  }
}

/// Applies what was pushed so far where the bodies are now.
STARLING_FN void apply_again(const Joint& joint, JointImpulses& impulses, JointSides& sides) {
  aim(joint, impulses, sides);
  const Arms arms = arms_of(joint, sides);
  push(sides.a, impulses.push_ns, arms.a, -1.0F);
  push(sides.b, impulses.push_ns, arms.b, 1.0F);
  twist(sides.a, impulses.twist_nms, -1.0F);
  twist(sides.b, impulses.twist_nms, 1.0F);
}

}  // namespace starling::systems
