/// The whole step of a world's rigid bodies.
#pragma once

#include "systems/rigid/find_contacts.hpp"
#include "systems/rigid/gather.hpp"
#include "systems/rigid/substeps.hpp"

namespace starling::systems {

/// What came of a step.
struct BodyStep {
  std::int32_t near = 0;  ///< Pairs of bodies that may meet in the step.
  std::int32_t contacts = 0;
  bool has_room = true;   ///< For all of them and their points; else nothing was moved.
  bool is_finite = true;  ///< Else poses and motions were left as they were.
};

/// Moves a world's bodies by a step. All threads of a team call it, for one world. remembered:
/// contacts that the step before returned; 0 where bodies have been placed anew.
///
/// Contacts are found once for all substeps, so that bodies which run into each other within a step
/// may overlap for some. (Found anew in each substep of worlds where two may, agents of the escape
/// room overlapped a third as often, by half as much; but all worlds of a tile wait for the slowest
/// one, and an H200 made 12.8 million world-steps/s in place of 32.3.)
template <class Team, class Bodies, class Found, class Solver>
STARLING_FN BodyStep step_bodies(const Team& team, const Bodies& bodies, const Found& found,
                                 Solver& solver, const StepRules& rules, std::int32_t remembered) {
  FindNearBodies<Team, Bodies, Found, Solver> near_bodies(team, bodies, found, solver, rules);
  BodyStep result;
  result.near = near_bodies.run();
  solver.awake = near_bodies.awake();
  solver.bodies = std::popcount(solver.awake);
  result.has_room = result.near <= found.most_near && solver.bodies <= solver.most_bodies;
  if (!result.has_room) return result;
  gather_bodies(team, bodies, solver, rules);
  const ContactCount count =
      FindContacts<Team, Bodies, Found, Solver>(team, bodies, found, solver, rules)
          .run(result.near, remembered);
  result.contacts = count.contacts;
  result.has_room = count.contacts <= found.most_contacts && count.points <= found.most_points;
  if (!result.has_room) return result;
  solver.contacts = result.contacts;
  Substeps<Solver, Team>(solver, team, substep_rules(rules)).run();
  remember_contacts(team, found, solver, result.contacts);
  result.is_finite = scatter_bodies(team, bodies, solver, rules);
  return result;
}

}  // namespace starling::systems
