/// From where two bodies touch to a contact of the solver.
#pragma once

#include "systems/rigid/contact_memory.hpp"
#include "systems/rigid/footprint.hpp"

namespace starling::systems {

/// A contact, its friction, its points, and the impulses that it begins with.
struct PreparedContact {
  Contact contact;
  ContactFriction friction;
  ContactPoints points;
};

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

/// manifold: at least one point; footprint: of it, before any was left out. a, b: the bodies, b's
/// all zeros where it does not move. Positions of their centres of mass, in the frame of the
/// manifold.
STARLING_FN PreparedContact prepare_contact(const Manifold& manifold, const Footprint& footprint,
                                            BodyPair pair, kernels::Vec3 centre_a_m,
                                            kernels::Vec3 centre_b_m, const Side& a, const Side& b,
                                            const Surface& surface) {
  PreparedContact result;
  Contact& contact = result.contact;
  contact = {static_cast<std::int16_t>(pair.a),
             static_cast<std::int16_t>(pair.b),
             manifold.points,
             manifold.normal,
             centre_b_m - centre_a_m,
             surface.static_friction,
             surface.dynamic_friction};
  STARLING_UNROLL
  for (std::int32_t point = 0; point < contact_points; ++point) {
    const auto at = static_cast<std::size_t>(point);
    if (point >= manifold.points) continue;
    const ContactPoint& found = manifold.point[point];
    const kernels::Vec3 arm_a = found.position_m - centre_a_m;
    const kernels::Vec3 arm_b = found.position_m - centre_b_m;
    result.points.arm_m[at] = arm_a;
    result.points.separation_m[at] = found.separation_m;
    result.points.mass_kg[at] =
        inverse_or_zero(per_mass_along(a.resistance, contact.normal, arm_a) +
                        per_mass_along(b.resistance, contact.normal, arm_b));
  }
  result.friction.arm_m = footprint.middle_m - centre_a_m;
  result.friction.lever_m = footprint.lever_m;
  weigh_friction(contact, a, b, result.friction);
  return result;
}

}  // namespace starling::systems
