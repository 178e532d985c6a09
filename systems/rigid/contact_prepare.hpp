/// What a contact weighs, by what resists it.
#pragma once

#include "systems/rigid/contact.hpp"

namespace starling::systems {

/// The mean of what two surfaces say.
STARLING_FN Surface between(const Surface& a, const Surface& b) {
  return {0.5F * (a.static_friction + b.static_friction),
          0.5F * (a.dynamic_friction + b.dynamic_friction), 0.5F * (a.restitution + b.restitution)};
}

/// What friction weighs at the middle of a contact: the inverse of the two directions' matrix.
STARLING_FN void weigh_friction(const Contact& contact, const Side& a, const Side& b,
                                ContactFriction& friction) {
  using kernels::fused_cross;
  using kernels::fused_dot;
  const Tangents tangents = tangents_of(contact.normal);
  const kernels::Vec3 arm_b = friction.arm_m - contact.apart_m;
  const kernels::Vec3 first_a = fused_cross(friction.arm_m, tangents.first);
  const kernels::Vec3 first_b = fused_cross(arm_b, tangents.first);
  const kernels::Vec3 second_a = fused_cross(friction.arm_m, tangents.second);
  const kernels::Vec3 second_b = fused_cross(arm_b, tangents.second);
  const kernels::Vec3 per_mass = a.resistance.per_mass_kg + b.resistance.per_mass_kg;
  const kernels::Vec3 turned_a = a.resistance.per_inertia * second_a;
  const kernels::Vec3 turned_b = b.resistance.per_inertia * second_b;
  const float xx = fused_dot(tangents.first * per_mass, tangents.first) +
                   (fused_dot(first_a, a.resistance.per_inertia * first_a) +
                    fused_dot(first_b, b.resistance.per_inertia * first_b));
  const float xy = fused_dot(tangents.first * per_mass, tangents.second) +
                   (fused_dot(first_a, turned_a) + fused_dot(first_b, turned_b));
  const float yy = fused_dot(tangents.second * per_mass, tangents.second) +
                   (fused_dot(second_a, turned_a) + fused_dot(second_b, turned_b));
  const float scale = inverse_or_zero(kernels::fma(xx, yy, -(xy * xy)));
  friction.mass_xx = yy * scale;
  friction.mass_xy = -(xy * scale);
  friction.mass_yy = xx * scale;
  friction.twist_mass = inverse_or_zero(fused_dot(
      contact.normal, (a.resistance.per_inertia + b.resistance.per_inertia) * contact.normal));
}

/// What a point weighs along the normal.
STARLING_FN float weigh_point(const Contact& contact, const Side& a, const Side& b,
                              kernels::Vec3 arm_m) {
  return inverse_or_zero(per_mass_along(a.resistance, contact.normal, arm_m) +
                         per_mass_along(b.resistance, contact.normal, arm_m - contact.apart_m));
}

}  // namespace starling::systems
