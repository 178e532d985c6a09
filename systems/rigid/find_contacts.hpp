/// Finds the contacts of a world: pairs whose bounds meet, then where they touch.
#pragma once

#include "kernels/crew.hpp"
#include "systems/rigid/bounds.hpp"
#include "systems/rigid/contact_prepare.hpp"
#include "systems/rigid/step_rules.hpp"
#include "systems/rigid/touch.hpp"
#include "systems/rigid/world_rows.hpp"

namespace starling::systems {

/// Where a body may go in a step: its centre of mass, and its surface by turning.
struct Travel {
  kernels::Vec3 motion_m{};
  float turning_m = 0.0F;
};

template <class Solver>
STARLING_FN Travel travel_of(const Solver& solver, const Shape& shape, std::int32_t body,
                             float step_s) {
  if (body >= solver.bodies) return {};
  const Motion motion = solver.motion[body].of;
  const FreeMotion free = solver.free_motion[body];
  const kernels::Vec3 velocity =
      kernels::fused_add(motion.velocity_mps, free.acceleration_mps2, step_s);
  const kernels::Vec3 angular =
      kernels::fused_add(motion.angular_radps, free.angular_radps2, step_s);
  const float radius_m = kernels::sqrt(kernels::fused_dot(shape.half_m, shape.half_m));
  return {velocity * step_s,
          step_s * radius_m * kernels::sqrt(kernels::fused_dot(angular, angular))};
}

STARLING_FN constexpr Bounds widened(const Bounds& bounds, float by_m) {
  const kernels::Vec3 all{by_m, by_m, by_m};
  return {bounds.lowest_m - all, bounds.highest_m + all};
}

/// Finds the contacts of a world's bodies. All threads of a team call `run` for one world; rows
/// come in the order of pairs.
template <class Team, class Bodies, class Found, class Solver>
class FindContacts {
 public:
  STARLING_FN FindContacts(const Team& team, const Bodies& bodies, const Found& found,
                           const Solver& solver, const StepRules& rules)
      : team_(team), bodies_(bodies), found_(found), solver_(solver), rules_(rules) {}

  /// remembered: contacts of the step before. Returns how many contacts there are, or how many
  /// pairs are near where these are more than there is room for: then none is written.
  STARLING_FN std::int32_t run(std::int32_t remembered_contacts) {
    const std::int32_t near = find_near();
    if (near > found_.most_contacts) return near;
    return touch_all(near, remembered_contacts);
  }

 private:
  STARLING_FN Bounds reached(std::int32_t body) const {
    const Shape shape = bodies_.shape[body];
    const Travel travel = travel_of(solver_, shape, body, rules_.step_s);
    return widened(grown(bounds_of(shape, bodies_.pose[body]), travel.motion_m),
                   travel.turning_m + 0.5F * rules_.near_m);
  }

  STARLING_FN bool can_move(std::int32_t body) const {
    return body < bodies_.moving && bodies_.mass[body].mass_kg > 0.0F;
  }

  STARLING_FN std::int32_t find_near() {
    std::int32_t near = 0;
    const auto size = static_cast<std::int32_t>(team_.size());
    const auto rank = static_cast<std::int32_t>(team_.rank());
    for (std::int32_t body = rank; body < bodies_.bodies; body += size)
      solver_.reach.set(body, reached(body));
    team_.sync();
    for (std::int32_t a = 0; a < bodies_.moving; ++a) {
      const Bounds reach = solver_.reach[a];
      const bool a_moves = can_move(a);
      for (std::int32_t first = a + 1; first < bodies_.bodies; first += size) {
        const std::int32_t b = first + rank;
        const bool meets =
            b < bodies_.bodies && overlap(reach, solver_.reach[b]) && (a_moves || can_move(b));
        const kernels::Votes votes = team_.count(meets);
        const std::int32_t row = near + static_cast<std::int32_t>(votes.before);
        if (meets && row < found_.most_contacts) found_.near.set(row, {a, b});
        near += static_cast<std::int32_t>(votes.all);
      }
    }
    team_.sync();
    return near;
  }

  STARLING_FN std::int32_t touch_all(std::int32_t near, std::int32_t remembered_contacts) {
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
      if (manifold.points > 0)
        write(contacts + static_cast<std::int32_t>(votes.before), pair, manifold,
              remembered_contacts);
      contacts += static_cast<std::int32_t>(votes.all);
    }
    team_.sync();
    return contacts;
  }

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

  STARLING_FN void write(std::int32_t row, BodyPair pair, const Manifold& manifold,
                         std::int32_t remembered_contacts) const {
    const PreparedContact prepared =
        prepare_contact(manifold, pair.a, pair.b, solver_.centre[pair.a].position_m,
                        solver_.centre[pair.b].position_m, side(pair.a), side(pair.b),
                        between(bodies_.surface[pair.a], bodies_.surface[pair.b]));
    solver_.contact.set(row, prepared.contact);
    solver_.friction.set(row, prepared.friction);
    solver_.points.set(row, prepared.points);
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
