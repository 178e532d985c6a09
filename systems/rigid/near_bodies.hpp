/// Which bodies of a world are near each other, and which of them are awake.
#pragma once

#include <bit>

#include "kernels/bits.hpp"
#include "systems/rigid/bounds.hpp"
#include "systems/rigid/gather.hpp"
#include "systems/rigid/travel.hpp"

namespace starling::systems {

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
    find_restless();
    find_reach();
    wake();
    return list();
  }

  /// Those that are to be stepped.
  STARLING_FN std::uint32_t awake() const { return awake_; }

 private:
  STARLING_FN std::int32_t rank() const { return static_cast<std::int32_t>(team_.rank()); }
  STARLING_FN std::int32_t size() const { return static_cast<std::int32_t>(team_.size()); }

  /// Of bodies that may move, those of which it holds, as bits; all threads get them.
  template <class Holds>
  STARLING_FN std::uint32_t bits_where(const Holds& holds) const {
    std::uint32_t bits = 0;
    for (std::int32_t first = 0; first < bodies_.moving; first += size()) {
      const std::int32_t body = first + rank();
      bits |= team_.ballot(body < bodies_.moving && holds(body))
              << static_cast<std::uint32_t>(first);
    }
    return bits;
  }

  /// A body is restless that has moved of late, and that something pushes or holds.
  STARLING_FN void find_restless() {
    movable_ = bits_where([&](std::int32_t body) { return bodies_.mass[body].mass_kg > 0.0F; });
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
  }

  STARLING_FN void find_reach() {
    there_ = bits_where([&](std::int32_t body) {
      const Shape shape = bodies_.shape[body];
      if (kind_of(shape) == ShapeKind::None) return false;
      const Travel travel = travel_in_step(body, shape);
      found_.reach.set(body, widened(grown(bounds_of(shape, bodies_.pose[body]), travel.motion_m),
                                     travel.turning_m + 0.5F * rules_.near_m));
      return true;
    });
    team_.sync();
  }
  STARLING_FN Travel travel_in_step(std::int32_t body, const Shape& shape) const {
    if ((awake_ & bit_of(body)) == 0) return {};
    return travel_of(bodies_.motion[body], gathered(bodies_, body, rules_).free_motion, shape,
                     rules_.step_s);
  }

  /// Those of `candidates` that may reach so far.
  STARLING_FN std::uint32_t reached_by(const Bounds& bounds, std::uint32_t candidates) const {
    std::uint32_t bits = 0;
    for (std::uint32_t left = candidates; left != 0; left &= left - 1U) {
      const std::int32_t other = kernels::lowest_bit(left);
      if (overlap(bounds, found_.reach[other])) bits |= bit_of(other);
    }
    return bits;
  }

  /// Whatever is near one that is awake and not itself held fast wakes, and so on; and what is
  /// nowhere, so that it is found.
  STARLING_FN void wake() {
    std::uint32_t woke = awake_;
    awake_ |= bits_where([&](std::int32_t body) {
      return (movable_ & there_ & ~awake_ & bit_of(body)) != 0 && !is_ordered(found_.reach[body]);
    });
    while (woke != 0 && (movable_ & ~awake_) != 0) {
      woke = bits_where([&](std::int32_t body) {
        return (movable_ & there_ & ~awake_ & bit_of(body)) != 0 &&
               reached_by(found_.reach[body], woke & there_) != 0;
      });
      awake_ |= woke;
    }
  }
  /// False with NaN.
  STARLING_FN static bool is_ordered(const Bounds& bounds) { return overlap(bounds, bounds); }

  /// The bodies of lower numbers that make a pair with one.
  STARLING_FN std::uint32_t partners_of(std::int32_t body) const {
    if (body >= bodies_.bodies) return 0;
    if (body < bodies_.moving) {
      if ((there_ & bit_of(body)) == 0) return 0;
      const bool is_awake = (awake_ & bit_of(body)) != 0;
      const std::uint32_t lower = there_ & (bit_of(body) - 1U);
      return reached_by(found_.reach[body], is_awake ? lower : lower & awake_);
    }
    const Shape shape = bodies_.shape[body];
    if (kind_of(shape) == ShapeKind::None) return 0;
    return reached_by(widened(bounds_of(shape, bodies_.pose[body]), 0.5F * rules_.near_m),
                      awake_ & there_);
  }

  STARLING_FN std::int32_t list() {
    std::int32_t near = 0;
    for (std::int32_t first = 0; first < bodies_.bodies; first += size()) {
      const std::int32_t body = first + rank();
      std::uint32_t partners = partners_of(body);
      const kernels::Votes pairs = team_.sum(static_cast<std::uint32_t>(std::popcount(partners)));
      std::int32_t row = near + static_cast<std::int32_t>(pairs.before);
      for (; partners != 0; partners &= partners - 1U, ++row) {
        if (row < found_.most_near)
          found_.near.set(row, pair_of(kernels::lowest_bit(partners), body));
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
  std::uint32_t there_ = 0;  ///< They have a shape.
  std::uint32_t awake_ = 0;
};

}  // namespace starling::systems
