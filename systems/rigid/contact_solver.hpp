/// The impulses of one contact: along the normal at each point, friction at their middle.
///
/// Loops over points stay loops: with four copies of each pass a GPU waited for instructions most
/// of the time.
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

/// pressed: N s, that hold by friction.
STARLING_FN void solve_friction(const Contact& contact, const ContactFriction& friction,
                                float pressed, FrictionImpulses& impulses, ContactSides& sides) {
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

/// Where a point's push acts on the bodies.
struct Levers {
  kernels::Vec3 a;
  kernels::Vec3 b;
};

STARLING_FN Levers levers_of(const Contact& contact, kernels::Vec3 arm_m) {
  return {kernels::fused_cross(arm_m, contact.normal),
          kernels::fused_cross(arm_m - contact.apart_m, contact.normal)};
}

/// How fast the bodies part at a point.
STARLING_FN float parting_mps(const Contact& contact, const Levers& levers, const Motion& a,
                              const Motion& b) {
  using kernels::fused_dot;
  return fused_dot(contact.normal, b.velocity_mps - a.velocity_mps) +
         (fused_dot(levers.b, b.angular_radps) - fused_dot(levers.a, a.angular_radps));
}

STARLING_FN void push_normal(const Contact& contact, const Levers& levers, float impulse_ns,
                             ContactSides& sides) {
  const auto push_side = [&](Side& side, kernels::Vec3 lever, float along_ns) {
    side.motion.velocity_mps = kernels::fused_add(
        side.motion.velocity_mps, side.resistance.per_mass_kg * contact.normal, along_ns);
    side.motion.angular_radps = kernels::fused_add(side.motion.angular_radps,
                                                   side.resistance.per_inertia * lever, along_ns);
  };
  push_side(sides.a, levers.a, -impulse_ns);
  push_side(sides.b, levers.b, impulse_ns);
}

/// soft: how overlaps are mended; as {} the speed alone is. Points that are still apart may come as
/// near in a substep as they are. Returns what all points press. Calls `on_meeting(index, levers)`
/// for points that begin to push.
template <class Points, class Impulses, class OnMeeting>
STARLING_FN float solve_normals(const Contact& contact, const Points& points,
                                const Impulses& impulses, ContactSides& sides, const Moved& moved_a,
                                const Moved& moved_b, const Softness& soft,
                                const SubstepRules& rules, const OnMeeting& on_meeting) {
  using kernels::fused_dot;
  const float approached_m = fused_dot(contact.normal, moved_b.moved_m - moved_a.moved_m);
  float pressed_ns = 0.0F;
  STARLING_ROLLED
  for (std::int32_t index = 0; index < contact.points; ++index) {
    const SolverPoint point = points[index];
    const Levers levers = levers_of(contact, point.arm_m);
    const float separation_m =
        point.separation_m + approached_m +
        (fused_dot(levers.b, moved_b.turned_rad) - fused_dot(levers.a, moved_a.turned_rad));
    const float speed = parting_mps(contact, levers, sides.a.motion, sides.b.motion);
    const bool is_apart = separation_m > 0.0F;
    const float mending = kernels::max(soft.rate_per_s * separation_m, -rules.push_out_mps);
    const float wanted_speed =
        is_apart ? kernels::fma(separation_m, rules.per_substep, speed) : speed + mending;
    const float mass_scale = is_apart ? 1.0F : soft.mass_scale;
    const float impulse_scale = is_apart ? 0.0F : soft.impulse_scale;
    const float before = impulses[index].normal_ns;
    const float wanted = kernels::fma(-point.mass_kg * mass_scale, wanted_speed,
                                      kernels::fma(-impulse_scale, before, before));
    const float after = kernels::max(wanted, 0.0F);
    impulses.set(index, {after});
    pressed_ns += after;
    if (!(before > 0.0F) && after > 0.0F) on_meeting(index, levers);
    push_normal(contact, levers, after - before, sides);
  }
  return pressed_ns;
}

/// Applies what was pushed in the step before, from which the first substep starts.
template <class Points, class Impulses>
STARLING_FN void apply_again(const Contact& contact, const ContactFriction& friction,
                             const FrictionImpulses& friction_impulses, const Points& points,
                             const Impulses& impulses, ContactSides& sides) {
  STARLING_ROLLED
  for (std::int32_t index = 0; index < contact.points; ++index)
    push_normal(contact, levers_of(contact, points[index].arm_m), impulses[index].normal_ns, sides);
  const Tangents tangents = tangents_of(contact.normal);
  push_apart(sides,
             kernels::fused_add(tangents.first * friction_impulses.first_ns, tangents.second,
                                friction_impulses.second_ns),
             friction.arm_m, friction.arm_m - contact.apart_m);
  twist(sides.a, contact.normal * friction_impulses.twist_nms, -1.0F);
  twist(sides.b, contact.normal * friction_impulses.twist_nms, 1.0F);
}

/// Points that met faster than `least_bounce_mps` leave with a share of that speed, if they pushed.
template <class Points, class Impulses, class Approaches>
STARLING_FN void push_back(const Contact& contact, float restitution, const Points& points,
                           const Impulses& impulses, const Approaches& approaches,
                           ContactSides& sides, const SubstepRules& rules) {
  STARLING_ROLLED
  for (std::int32_t index = 0; index < contact.points; ++index) {
    const float before = impulses[index].normal_ns;
    const float approach_mps = approaches[index].speed_mps;
    if (approach_mps > -rules.least_bounce_mps) continue;
    const SolverPoint point = points[index];
    const Levers levers = levers_of(contact, point.arm_m);
    const float speed = parting_mps(contact, levers, sides.a.motion, sides.b.motion);
    const float wanted =
        kernels::fma(-point.mass_kg, kernels::fma(restitution, approach_mps, speed), before);
    const float after = kernels::max(wanted, 0.0F);
    impulses.set(index, {after});
    push_normal(contact, levers, after - before, sides);
  }
}

}  // namespace starling::systems
