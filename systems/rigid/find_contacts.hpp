/// Finds the contacts of a world: where bodies that are near each other touch.
#pragma once

#include "kernels/crew.hpp"
#include "systems/rigid/contact_prepare.hpp"
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
        const NearPair found = found_.near[index];
        pair = {found.a, found.b};
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

  STARLING_FN Side side(std::int32_t body) const {
    if (body >= solver_.bodies) return {};
    return {solver_.motion[body].of, solver_.resistance[body]};
  }
  STARLING_FN kernels::Vec3 centre_of_mass(std::int32_t body) const {
    return body < solver_.bodies ? solver_.centre[body].position_m : bodies_.pose[body].position_m;
  }

  STARLING_FN void write(std::int32_t row, BodyPair pair, const Manifold& found,
                         std::int32_t remembered_contacts) const {
    const Surface surface = between(bodies_.surface[pair.a], bodies_.surface[pair.b]);
    const Side a = side(pair.a);
    const Side b = side(pair.b);
    const kernels::Vec3 centre_a_m = centre_of_mass(pair.a);
    const kernels::Vec3 centre_b_m = centre_of_mass(pair.b);
    const Manifold manifold = without_repeated_points(found, pivot_of(centre_a_m, a.resistance),
                                                      pivot_of(centre_b_m, b.resistance));
    const PreparedContact prepared =
        prepare_contact(manifold, footprint_of(found), pair, centre_a_m, centre_b_m, a, b, surface);
    solver_.contact.set(row, prepared.contact);
    solver_.friction.set(row, prepared.friction);
    solver_.points.set(row, prepared.points);
    if (solver_.bounces) solver_.bounce.set(row, {surface.restitution, {}});
    ContactFeatures features;
    STARLING_UNROLL
    for (std::size_t point = 0; point < contact_points; ++point)
      features.feature[point] = manifold.point[point].feature;
    found_.features.set(row, features);
    const std::int32_t memory = find_pair(found_.memory, remembered_contacts, pair);
    solver_.impulses.set(
        row, memory < 0 ? ContactImpulses{} : remembered(found_.memory[memory], manifold));
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
    found.memory.set(
        row, {contact.a, contact.b, contact.points, found.features[row], solver.impulses[row]});
  }
  team.sync();
}

}  // namespace starling::systems
