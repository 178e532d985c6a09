/// Finds the contacts of a world: where bodies that are near each other touch.
#pragma once

#include "kernels/crew.hpp"
#include "systems/rigid/contact_prepare.hpp"
#include "systems/rigid/footprint.hpp"
#include "systems/rigid/near_bodies.hpp"
#include "systems/rigid/touch.hpp"

namespace starling::systems {

/// How many of each there are.
struct ContactCount {
  std::int32_t contacts = 0;
  std::int32_t points = 0;
};

/// From pairs that are near each other to the solver's rows of contacts. All threads of a team call
/// `run` for one world; rows come in the order of pairs.
template <class Team, class Bodies, class Found, class Solver>
class FindContacts {
 public:
  STARLING_FN FindContacts(const Team& team, const Bodies& bodies, const Found& found,
                           const Solver& solver, const StepRules& rules)
      : team_(team), bodies_(bodies), found_(found), solver_(solver), rules_(rules) {}

  /// near: pairs. remembered: contacts of the step before. What there is no room for is counted,
  /// and not written.
  STARLING_FN ContactCount run(std::int32_t near, std::int32_t remembered) {
    ContactCount count;
    const auto size = static_cast<std::int32_t>(team_.size());
    const auto rank = static_cast<std::int32_t>(team_.rank());
    for (std::int32_t first = 0; first < near; first += size) {
      const std::int32_t index = first + rank;
      BodyPair pair;
      Footprint footprint;
      Manifold manifold{};
      if (index < near) {
        pair = found_.near[index];
        manifold = manifold_of(pair);
        if (manifold.points > 0) {
          footprint = footprint_of(manifold);
          manifold = without_repeated_points(manifold, pivot(pair.a), pivot(pair.b));
        }
      }
      // both numbers in one sum
      const std::uint32_t one = manifold.points > 0 ? 0x10000U : 0U;
      const kernels::Votes votes = team_.sum(one | static_cast<std::uint32_t>(manifold.points));
      const std::int32_t row = count.contacts + contacts_in(votes.before);
      const std::int32_t first_point = count.points + points_in(votes.before);
      const bool has_room =
          row < found_.most_contacts && first_point + manifold.points <= found_.most_points;
      if (manifold.points > 0 && has_room)
        write(row, first_point, pair, footprint, manifold, remembered);
      count.contacts += contacts_in(votes.all);
      count.points += points_in(votes.all);
    }
    team_.sync();
    return count;
  }

 private:
  STARLING_FN static std::int32_t contacts_in(std::uint32_t sum) {
    return static_cast<std::int32_t>(sum >> 16U);
  }
  STARLING_FN static std::int32_t points_in(std::uint32_t sum) {
    return static_cast<std::int32_t>(sum & 0xffffU);
  }

  STARLING_FN Travel travel_of(std::int32_t body, const Shape& shape) const {
    const std::int32_t row = row_of(solver_, body);
    if (row >= solver_.bodies) return {};
    return systems::travel_of(solver_.motion[row].of, solver_.free_motion[row], shape,
                              rules_.step_s);
  }

  STARLING_FN Manifold manifold_of(BodyPair pair) const {
    const Shape a = bodies_.shape[pair.a];
    const Shape b = bodies_.shape[pair.b];
    const Travel travel_a = travel_of(pair.a, a);
    const Travel travel_b = travel_of(pair.b, b);
    const kernels::Vec3 approach_m = travel_b.motion_m - travel_a.motion_m;
    const float reach_m = kernels::sqrt(kernels::fused_dot(approach_m, approach_m)) +
                          (travel_a.turning_m + travel_b.turning_m) + rules_.near_m;
    return touch(a, bodies_.pose[pair.a], b, bodies_.pose[pair.b], reach_m);
  }

  STARLING_FN Pivot pivot(std::int32_t body) const {
    const std::int32_t row = row_of(solver_, body);
    return pivot_of(centre_of(solver_, body).position_m,
                    row < solver_.bodies ? solver_.resistance[row] : Resistance{});
  }

  STARLING_FN void write(std::int32_t row, std::int32_t first_point, BodyPair pair,
                         const Footprint& footprint, const Manifold& manifold,
                         std::int32_t remembered_contacts) const {
    const BodyPair rows = pair_of(row_of(solver_, pair.a), row_of(solver_, pair.b));
    const Side a = side_of(solver_, rows.a);
    const Side b = side_of(solver_, rows.b);
    const kernels::Vec3 centre_a_m = centre_of(solver_, pair.a).position_m;
    const kernels::Vec3 centre_b_m = centre_of(solver_, pair.b).position_m;
    const Surface surface = between(bodies_.surface[pair.a], bodies_.surface[pair.b]);
    const Contact contact{pair,
                          rows.a,
                          rows.b,
                          static_cast<std::int16_t>(first_point),
                          static_cast<std::int16_t>(manifold.points),
                          manifold.normal,
                          centre_b_m - centre_a_m,
                          surface.static_friction,
                          surface.dynamic_friction};
    ContactFriction friction;
    friction.arm_m = footprint.middle_m - centre_a_m;
    friction.lever_m = footprint.lever_m;
    weigh_friction(contact, a, b, friction);
    solver_.contact.set(row, contact);
    solver_.friction.set(row, friction);
    if (solver_.bounces) solver_.restitution.set(row, surface.restitution);
    STARLING_UNROLL
    for (std::int32_t index = 0; index < contact_points; ++index) {
      if (index >= manifold.points) continue;
      const ContactPoint& at = manifold.point[index];
      const std::int32_t point = first_point + index;
      solver_.points.set(point, {at.position_m - centre_a_m, at.separation_m, 0.0F});
      solver_.features.set(point, {at.feature});
    }
    const std::int32_t memory = find_pair(found_.memory, remembered_contacts, pair);
    weigh_and_remember(row, contact, a, b,
                       memory < 0 ? ContactMemory{} : ContactMemory{found_.memory[memory]});
  }

  /// Friction goes on where any point did.
  STARLING_FN void weigh_and_remember(std::int32_t row, const Contact& contact, const Side& a,
                                      const Side& b, const ContactMemory& memory) const {
    float pressed_ns = 0.0F;
    STARLING_ROLLED
    for (std::int32_t index = 0; index < contact.points; ++index) {
      const std::int32_t at = contact.first_point + index;
      SolverPoint point = solver_.points[at];
      point.mass_kg = weigh_point(contact, a, b, point.arm_m);
      solver_.points.set(at, point);
      const PointImpulse impulse = remembered(memory, solver_.features[at]);
      solver_.impulses.set(at, impulse);
      pressed_ns += impulse.normal_ns;
      if (solver_.bounces) solver_.approaches.set(at, {});
    }
    const FrictionImpulses& before = memory.friction;
    solver_.friction_impulses.set(
        row, pressed_ns > 0.0F
                 ? FrictionImpulses{pressed_ns, before.first_ns, before.second_ns, before.twist_nms}
                 : FrictionImpulses{});
  }

  const Team& team_;
  const Bodies& bodies_;
  const Found& found_;
  const Solver& solver_;
  const StepRules& rules_;
};

/// Keeps for the next step what the contacts pushed. All threads of a team call it.
template <class Team, class Found, class Solver>
STARLING_FN void remember_contacts(const Team& team, const Found& found, const Solver& solver,
                                   std::int32_t contacts) {
  const auto size = static_cast<std::int32_t>(team.size());
  for (auto row = static_cast<std::int32_t>(team.rank()); row < contacts; row += size) {
    const Contact contact = solver.contact[row];
    ContactMemory memory{
        contact.bodies.a, contact.bodies.b, contact.points, {}, {}, solver.friction_impulses[row]};
    STARLING_UNROLL
    for (std::int32_t point = 0; point < contact_points; ++point) {
      if (point >= contact.points) continue;
      memory.features[static_cast<std::size_t>(point)] =
          solver.features[contact.first_point + point];
      memory.impulses[static_cast<std::size_t>(point)] =
          solver.impulses[contact.first_point + point];
    }
    found.memory.set(row, memory);
  }
  team.sync();
}

}  // namespace starling::systems
