/// Which bodies of a world are near each other, and which of them are awake.
#pragma once

#include <bit>

#include "systems/rigid/bounds.hpp"
#include "systems/rigid/solver_rows.hpp"
#include "systems/rigid/speed.hpp"
#include "systems/rigid/step_rules.hpp"
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
  return {velocity * step_s, step_s * fastest_turning_mps(angular, shape)};
}

STARLING_FN constexpr Bounds widened(const Bounds& bounds, float by_m) {
  const kernels::Vec3 all{by_m, by_m, by_m};
  return {bounds.lowest_m - all, bounds.highest_m + all};
}

STARLING_FN constexpr bool is_zero(const Load& load) {
  return load.force_n == kernels::Vec3{} && load.torque_nm == kernels::Vec3{};
}

/// Lists pairs of bodies whose bounds meet, in the order of the higher number, then the lower. All
/// threads of a team call `run` for one world.
template <class Team, class Bodies, class Found, class Solver>
class FindNearBodies {
 public:
  STARLING_FN FindNearBodies(const Team& team, const Bodies& bodies, const Found& found,
                             const Solver& solver, const StepRules& rules)
      : team_(team), bodies_(bodies), found_(found), solver_(solver), rules_(rules) {}

  /// Returns the number of pairs; those behind the first `most_near` are not written.
  STARLING_FN std::int32_t run() {
    movable_ = bits_where([&](std::int32_t body) { return bodies_.mass[body].mass_kg > 0.0F; });
    find_reach();
    wake();
    return list();
  }

  /// Those that are to be stepped.
  STARLING_FN std::uint32_t awake() const { return awake_; }

 private:
  /// Of bodies that may move.
  template <class Holds>
  STARLING_FN std::uint32_t bits_where(const Holds& holds) const {
    std::uint32_t bits = 0;
    const auto size = static_cast<std::int32_t>(team_.size());
    const auto rank = static_cast<std::int32_t>(team_.rank());
    for (std::int32_t first = 0; first < bodies_.moving; first += size) {
      const std::int32_t body = first + rank;
      bits |= team_.ballot(body < bodies_.moving && holds(body))
              << static_cast<std::uint32_t>(first);
    }
    return bits;
  }

  STARLING_FN void find_reach() {
    const auto size = static_cast<std::int32_t>(team_.size());
    const auto rank = static_cast<std::int32_t>(team_.rank());
    for (std::int32_t body = rank; body < bodies_.moving; body += size) {
      const Shape shape = bodies_.shape[body];
      const Travel travel = travel_of(solver_, shape, body, rules_.step_s);
      found_.reach.set(body, widened(grown(bounds_of(shape, bodies_.pose[body]), travel.motion_m),
                                     travel.turning_m + 0.5F * rules_.near_m));
    }
    team_.sync();
    for (std::int32_t body = rank; body < bodies_.moving; body += size)
      found_.near_bodies.set(body, {reached_by(found_.reach[body], ~bit_of(body))});
    team_.sync();
  }

  /// Those of `candidates` that may reach so far.
  STARLING_FN std::uint32_t reached_by(const Bounds& bounds, std::uint32_t candidates) const {
    std::uint32_t bits = 0;
    for (std::int32_t other = 0; other < bodies_.moving; ++other) {
      if ((candidates & bit_of(other)) == 0) continue;
      if (overlap(bounds, found_.reach[other])) bits |= bit_of(other);
    }
    return bits;
  }

  /// A body is awake that has moved of late, that something pushes or holds, and whatever is near
  /// one that is awake and not itself held fast.
  STARLING_FN void wake() {
    awake_ = bits_where([&](std::int32_t body) {
      return bodies_.rest[body].still_s < rules_.sleep_after_s || !is_zero(bodies_.load[body]);
    });
    for (std::int32_t row = 0; row < solver_.joints; ++row) {
      const Joint joint = solver_.joint[row];
      if (!is_active(joint)) continue;
      awake_ |= bit_of(joint.a);
      if (joint.b < bodies_.moving) awake_ |= bit_of(joint.b);
    }
    awake_ &= movable_;
    for (std::int32_t turn = 0; turn < bodies_.moving; ++turn) {
      const std::uint32_t woken = bits_where([&](std::int32_t body) {
        return (movable_ & ~awake_ & bit_of(body)) != 0 &&
               (found_.near_bodies[body].bits & awake_) != 0;
      });
      if (woken == 0) break;
      awake_ |= woken;
    }
  }

  /// The bodies of lower numbers that make a pair with one.
  STARLING_FN std::uint32_t partners_of(std::int32_t body) const {
    if (body >= bodies_.bodies) return 0;
    if (body >= bodies_.moving) {
      const Bounds bounds =
          widened(bounds_of(bodies_.shape[body], bodies_.pose[body]), 0.5F * rules_.near_m);
      return reached_by(bounds, awake_);
    }
    const std::uint32_t lower = found_.near_bodies[body].bits & (bit_of(body) - 1U);
    return (awake_ & bit_of(body)) != 0 ? lower : lower & awake_;
  }

  STARLING_FN std::int32_t list() {
    std::int32_t near = 0;
    const auto size = static_cast<std::int32_t>(team_.size());
    for (std::int32_t first = 0; first < bodies_.bodies; first += size) {
      const std::int32_t body = first + static_cast<std::int32_t>(team_.rank());
      const std::uint32_t partners = partners_of(body);
      const kernels::Votes pairs = team_.sum(static_cast<std::uint32_t>(std::popcount(partners)));
      std::int32_t row = near + static_cast<std::int32_t>(pairs.before);
      for (std::int32_t other = 0; partners >> static_cast<std::uint32_t>(other) != 0; ++other) {
        if ((partners & bit_of(other)) == 0) continue;
        if (row < found_.most_near) found_.near.set(row, pair_of(other, body));
        ++row;
      }
      near += static_cast<std::int32_t>(pairs.all);
    }
    team_.sync();
    return near;
  }

  const Team& team_;
  const Bodies& bodies_;
  const Found& found_;
  const Solver& solver_;
  const StepRules& rules_;
  std::uint32_t movable_ = 0;
  std::uint32_t awake_ = 0;
};

}  // namespace starling::systems
