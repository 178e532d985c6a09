/// Finds the contacts of a world: where bodies that are near each other touch.
#pragma once

#include "kernels/crew.hpp"
#include "systems/rigid/contact_prepare.hpp"
#include "systems/rigid/footprint.hpp"
#include "systems/rigid/near_bodies.hpp"
#include "systems/rigid/touch.hpp"

namespace starling::systems {

/// From pairs that are near each other to the solver's rows of contacts. All threads of a team call
/// `run` for one world; rows come in the order of pairs.
template <class Team, class Bodies, class Found, class Solver>
class FindContacts {
 public:
  STARLING_FN FindContacts(const Team& team, const Bodies& bodies, const Found& found,
                           const Solver& solver, const StepRules& rules)
      : team_(team), bodies_(bodies), found_(found), solver_(solver), rules_(rules) {}

  /// near: pairs. remembered: contacts of the step before. Returns how many contacts there are;
  /// those behind the first `most_contacts` are not written.
  STARLING_FN std::int32_t run(std::int32_t near, std::int32_t remembered) {
    std::int32_t contacts = 0;
    const auto size = static_cast<std::int32_t>(team_.size());
    const auto rank = static_cast<std::int32_t>(team_.rank());
    for (std::int32_t first = 0; first < near; first += size) {
      const std::int32_t index = first + rank;
      BodyPair pair;
      Manifold manifold{};
      if (index < near) {
        pair = found_.near[index];
        manifold = manifold_of(pair);
      }
      const kernels::Votes votes = team_.count(manifold.points > 0);
      const std::int32_t row = contacts + static_cast<std::int32_t>(votes.before);
      if (manifold.points > 0 && row < found_.most_contacts) write(row, pair, manifold, remembered);
      contacts += static_cast<std::int32_t>(votes.all);
    }
    team_.sync();
    return contacts;
  }

 private:
  STARLING_FN Manifold manifold_of(BodyPair pair) const {
    const Shape a = bodies_.shape[pair.a];
    const Shape b = bodies_.shape[pair.b];
    const Travel travel_a = travel_of(solver_, a, pair.a, rules_.step_s);
    const Travel travel_b = travel_of(solver_, b, pair.b, rules_.step_s);
    const kernels::Vec3 approach_m = travel_b.motion_m - travel_a.motion_m;
    const float reach_m = kernels::sqrt(kernels::fused_dot(approach_m, approach_m)) +
                          (travel_a.turning_m + travel_b.turning_m) + rules_.near_m;
    return touch(a, bodies_.pose[pair.a], b, bodies_.pose[pair.b], reach_m);
  }

  STARLING_FN void write(std::int32_t row, BodyPair pair, const Manifold& found,
                         std::int32_t remembered_contacts) const {
    const Side a = side_of(solver_, pair.a);
    const Side b = side_of(solver_, pair.b);
    const kernels::Vec3 centre_a_m = centre_of(solver_, pair.a).position_m;
    const kernels::Vec3 centre_b_m = centre_of(solver_, pair.b).position_m;
    const Manifold manifold = without_repeated_points(found, pivot_of(centre_a_m, a.resistance),
                                                      pivot_of(centre_b_m, b.resistance));
    const Surface surface = between(bodies_.surface[pair.a], bodies_.surface[pair.b]);
    const Contact contact{pair.a,
                          pair.b,
                          manifold.points,
                          manifold.normal,
                          centre_b_m - centre_a_m,
                          surface.static_friction,
                          surface.dynamic_friction};
    const Footprint footprint = footprint_of(found);
    ContactFriction friction;
    friction.arm_m = footprint.middle_m - centre_a_m;
    friction.lever_m = footprint.lever_m;
    weigh_friction(contact, a, b, friction);
    solver_.contact.set(row, contact);
    solver_.friction.set(row, friction);
    if (solver_.bounces) solver_.restitution.set(row, surface.restitution);
    STARLING_UNROLL
    for (std::int32_t point = 0; point < contact_points; ++point) {
      const ContactPoint& at = manifold.point[point];
      solver_.points[row].set(point, {at.position_m - centre_a_m, at.separation_m, 0.0F});
      solver_.features[row].set(point, {at.feature});
    }
    const std::int32_t memory = find_pair(found_.memory, remembered_contacts, pair);
    weigh_and_remember(row, contact, a, b,
                       memory < 0 ? ContactMemory{} : ContactMemory{found_.memory[memory]});
  }

  /// Friction goes on where any point did.
  STARLING_FN void weigh_and_remember(std::int32_t row, const Contact& contact, const Side& a,
                                      const Side& b, const ContactMemory& memory) const {
    const auto points = solver_.points[row];
    const auto impulses = solver_.impulses[row];
    const auto features = solver_.features[row];
    float pressed_ns = 0.0F;
    STARLING_ROLLED
    for (std::int32_t index = 0; index < contact.points; ++index) {
      SolverPoint point = points[index];
      point.mass_kg = weigh_point(contact, a, b, point.arm_m);
      points.set(index, point);
      const PointImpulse impulse = remembered(memory, features[index]);
      impulses.set(index, impulse);
      pressed_ns += impulse.normal_ns;
      if (solver_.bounces) solver_.approaches[row].set(index, {});
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
    ContactMemory memory{contact.a, contact.b, contact.points,
                         {},        {},        solver.friction_impulses[row]};
    STARLING_UNROLL
    for (std::int32_t point = 0; point < contact_points; ++point) {
      if (point >= contact.points) continue;
      memory.features[static_cast<std::size_t>(point)] = solver.features[row][point];
      memory.impulses[static_cast<std::size_t>(point)] = solver.impulses[row][point];
    }
    found.memory.set(row, memory);
  }
  team.sync();
}

}  // namespace starling::systems
