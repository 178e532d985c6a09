/// The impulses of one contact: along the normal at each point, friction at their middle.
///
/// A pass over all contacts is one turn of projected Gauss-Seidel. Normals come last, so that what
/// must not overlap has the last word.
#pragma once

#include "systems/rigid/contact.hpp"
#include "systems/rigid/step_rules.hpp"

namespace starling::systems {

/// The two bodies of a contact.
struct ContactSides {
  Side a;
  Side b;
};

/// The most that friction holds by, where so much would hold it: what static friction cannot hold
/// slides with dynamic friction, which never pushes more than would hold.
STARLING_FN float friction_limit(const Contact& contact, float wanted_ns, float pressed) {
  const float held = contact.static_friction * pressed;
  return wanted_ns <= held ? held : contact.dynamic_friction * pressed;
}

STARLING_FN void push_apart(ContactSides& sides, kernels::Vec3 impulse_ns, kernels::Vec3 arm_a,
                            kernels::Vec3 arm_b) {
  push(sides.a, impulse_ns, arm_a, -1.0F);
  push(sides.b, impulse_ns, arm_b, 1.0F);
}

STARLING_FN void solve_friction(const Contact& contact, const ContactFriction& friction,
                                ContactImpulses& impulses, ContactSides& sides) {
  // springs have let go of some of what pressed
  const float pressed = kernels::max(impulses.pressed_ns, sum_of_normals(impulses));
  const Tangents tangents = tangents_of(contact.normal);
  const kernels::Vec3 arm_b = friction.arm_m - contact.apart_m;
  const kernels::Vec3 slip =
      velocity_at(sides.b.motion, arm_b) - velocity_at(sides.a.motion, friction.arm_m);
  const float slip_x = kernels::fused_dot(slip, tangents.first);
  const float slip_y = kernels::fused_dot(slip, tangents.second);
  const float wanted_x =
      impulses.first_ns - kernels::fma(friction.mass_xy, slip_y, friction.mass_xx * slip_x);
  const float wanted_y =
      impulses.second_ns - kernels::fma(friction.mass_yy, slip_y, friction.mass_xy * slip_x);
  const float wanted = kernels::sqrt(kernels::fma(wanted_y, wanted_y, wanted_x * wanted_x));
  const float limit = friction_limit(contact, wanted, pressed);
  const float share = wanted > limit ? limit / wanted : 1.0F;
  const float added_x = kernels::fma(wanted_x, share, -impulses.first_ns);
  const float added_y = kernels::fma(wanted_y, share, -impulses.second_ns);
  impulses.first_ns += added_x;
  impulses.second_ns += added_y;
  push_apart(sides, kernels::fused_add(tangents.first * added_x, tangents.second, added_y),
             friction.arm_m, arm_b);

  const float turning = kernels::fused_dot(
      contact.normal, sides.b.motion.angular_radps - sides.a.motion.angular_radps);
  const float wanted_nms = kernels::fma(-friction.twist_mass, turning, impulses.twist_nms);
  const float most_nms =
      friction_limit(contact, kernels::abs(wanted_nms), pressed * friction.lever_m);
  const float added = kernels::clamp(wanted_nms, -most_nms, most_nms) - impulses.twist_nms;
  impulses.twist_nms += added;
  twist(sides.a, contact.normal * added, -1.0F);
  twist(sides.b, contact.normal * added, 1.0F);
}

/// is_soft: overlaps are mended like a spring; else the speed alone is. Points that are still apart
/// may come as near in a substep as they are.
template <bool is_soft>
STARLING_FN void solve_normals(const Contact& contact, const ContactPoints& points,
                               ContactImpulses& impulses, ContactSides& sides, const Moved& moved_a,
                               const Moved& moved_b, const SubstepRules& rules) {
  using kernels::fused_cross;
  using kernels::fused_dot;
  const float approached_m = fused_dot(contact.normal, moved_b.moved_m - moved_a.moved_m);
  STARLING_UNROLL
  for (std::int32_t point = 0; point < contact_points; ++point) {
    if (point >= contact.points) break;
    const auto at = static_cast<std::size_t>(point);
    const kernels::Vec3 arm_a = points.arm_m[at];
    const kernels::Vec3 arm_b = arm_a - contact.apart_m;
    const kernels::Vec3 lever_a = fused_cross(arm_a, contact.normal);
    const kernels::Vec3 lever_b = fused_cross(arm_b, contact.normal);
    const float separation_m =
        points.separation_m[at] + approached_m +
        (fused_dot(lever_b, moved_b.turned_rad) - fused_dot(lever_a, moved_a.turned_rad));
    const float speed =
        fused_dot(contact.normal, sides.b.motion.velocity_mps - sides.a.motion.velocity_mps) +
        (fused_dot(lever_b, sides.b.motion.angular_radps) -
         fused_dot(lever_a, sides.a.motion.angular_radps));
    float wanted_speed = speed;
    float mass_scale = 1.0F;
    float impulse_scale = 0.0F;
    if (separation_m > 0.0F) {
      wanted_speed = kernels::fma(separation_m, rules.per_substep, speed);
    } else if constexpr (is_soft) {
      wanted_speed =
          speed + kernels::max(rules.contact.rate_per_s * separation_m, -rules.push_out_mps);
      mass_scale = rules.contact.mass_scale;
      impulse_scale = rules.contact.impulse_scale;
    }
    const float before = impulses.normal_ns[at];
    const float wanted = kernels::fma(-points.mass_kg[at] * mass_scale, wanted_speed,
                                      kernels::fma(-impulse_scale, before, before));
    const float after = kernels::max(wanted, 0.0F);
    impulses.normal_ns[at] = after;
    const float added = after - before;
    sides.a.motion.velocity_mps = kernels::fused_add(
        sides.a.motion.velocity_mps, sides.a.resistance.per_mass_kg * contact.normal, -added);
    sides.b.motion.velocity_mps = kernels::fused_add(
        sides.b.motion.velocity_mps, sides.b.resistance.per_mass_kg * contact.normal, added);
    sides.a.motion.angular_radps = kernels::fused_add(
        sides.a.motion.angular_radps, sides.a.resistance.per_inertia * lever_a, -added);
    sides.b.motion.angular_radps = kernels::fused_add(
        sides.b.motion.angular_radps, sides.b.resistance.per_inertia * lever_b, added);
  }
}

/// Applies what was pushed in the step before, from which the first substep starts.
STARLING_FN void apply_again(const Contact& contact, const ContactFriction& friction,
                             const ContactPoints& points, const ContactImpulses& impulses,
                             ContactSides& sides) {
  STARLING_UNROLL
  for (std::int32_t point = 0; point < contact_points; ++point) {
    if (point >= contact.points) break;
    const auto at = static_cast<std::size_t>(point);
    const kernels::Vec3 arm_a = points.arm_m[at];
    push_apart(sides, contact.normal * impulses.normal_ns[at], arm_a, arm_a - contact.apart_m);
  }
  const Tangents tangents = tangents_of(contact.normal);
  push_apart(
      sides,
      kernels::fused_add(tangents.first * impulses.first_ns, tangents.second, impulses.second_ns),
      friction.arm_m, friction.arm_m - contact.apart_m);
  twist(sides.a, contact.normal * impulses.twist_nms, -1.0F);
  twist(sides.b, contact.normal * impulses.twist_nms, 1.0F);
}

/// Notes how fast points meet whose first push was in this substep, by the motion that the bodies
/// had before it: with what gravity adds in the substep, energy would grow.
STARLING_FN void note_approach(const Contact& contact, const ContactPoints& points,
                               ContactBounce& bounce, const ContactImpulses& before,
                               const ContactImpulses& after, const Motion& motion_a,
                               const Motion& motion_b) {
  STARLING_UNROLL
  for (std::int32_t point = 0; point < contact_points; ++point) {
    if (point >= contact.points) break;
    const auto at = static_cast<std::size_t>(point);
    if (before.normal_ns[at] > 0.0F || !(after.normal_ns[at] > 0.0F)) continue;
    const kernels::Vec3 arm_a = points.arm_m[at];
    const kernels::Vec3 arm_b = arm_a - contact.apart_m;
    const float speed = kernels::fused_dot(
        contact.normal, velocity_at(motion_b, arm_b) - velocity_at(motion_a, arm_a));
    bounce.approach_mps[at] = kernels::min(bounce.approach_mps[at], speed);
  }
}

/// Points that met faster than `least_bounce_mps` leave with a share of that speed.
STARLING_FN void push_back(const Contact& contact, const ContactPoints& points,
                           const ContactBounce& bounce, ContactImpulses& impulses,
                           ContactSides& sides, const SubstepRules& rules) {
  STARLING_UNROLL
  for (std::int32_t point = 0; point < contact_points; ++point) {
    if (point >= contact.points) break;
    const auto at = static_cast<std::size_t>(point);
    if (bounce.approach_mps[at] > -rules.least_bounce_mps) continue;
    const kernels::Vec3 arm_a = points.arm_m[at];
    const kernels::Vec3 arm_b = arm_a - contact.apart_m;
    const float speed = kernels::fused_dot(
        contact.normal, velocity_at(sides.b.motion, arm_b) - velocity_at(sides.a.motion, arm_a));
    const float before = impulses.normal_ns[at];
    const float wanted =
        kernels::fma(-points.mass_kg[at],
                     kernels::fma(bounce.restitution, bounce.approach_mps[at], speed), before);
    impulses.normal_ns[at] = kernels::max(wanted, 0.0F);
    push_apart(sides, contact.normal * (impulses.normal_ns[at] - before), arm_a, arm_b);
  }
}

}  // namespace starling::systems
