/// What agents hold and lock.
#pragma once

#include "envs/hide_and_seek/act.hpp"
#include "kernels/block_words.hpp"
#include "systems/rigid/gather.hpp"

namespace starling::envs::hide_and_seek {

STARLING_FN constexpr std::int32_t lock_row(std::int32_t body) {
  return body - first_box;
}
STARLING_FN constexpr bool is_locked(const Lock& lock) {
  return lock.team != static_cast<std::int32_t>(Party::None);
}

/// Holds b as it is against a, by a point of the world.
STARLING_FN systems::Joint joint_at(Vec3 at_m, const systems::Centre& a, const systems::Centre& b) {
  systems::Joint joint;
  joint.kind = static_cast<std::int32_t>(systems::JointKind::Fixed);
  joint.anchor_a_m = rotate(conjugate(a.rotation), at_m - a.position_m);
  joint.anchor_b_m = rotate(conjugate(b.rotation), at_m - b.position_m);
  joint.turn = conjugate(a.rotation) * b.rotation;
  return joint;
}

/// Bits of boxes and ramps, the first box's the lowest.
using Things = std::uint32_t;
STARLING_FN constexpr Things thing_bit(std::int32_t body) {
  return body < first_box ? 0U : 1U << static_cast<std::uint32_t>(lock_row(body));
}

/// What one agent would do, and holds.
struct Wish {
  std::int32_t grabs = 0;
  std::int32_t locks = 0;
  std::int32_t team = 0;    ///< A Party.
  std::int32_t thing = -1;  ///< The body at hand, or -1.
  std::int32_t held = -1;   ///< And that which it holds.
};

/// Who holds and who has locked what.
struct Holdings {
  std::int32_t held[agents];  ///< Bodies, or -1.
  Things locked_by_hiders = 0;
  Things locked_by_seekers = 0;
  Things disturbed = 0;  ///< What was taken, let go or unlocked.
};

/// Whether any agent but one holds a body.
STARLING_FN bool is_held_by_other(const Holdings& now, std::int32_t agent, std::int32_t body) {
  bool is_held = false;
  STARLING_UNROLL
  for (std::int32_t other = 0; other < agents; ++other)
    is_held = is_held || (other != agent && now.held[other] == body);
  return is_held;
}

/// Lets go of what is held, or takes hold of what is at hand and not locked.
STARLING_FN std::int32_t held_after_grab(const Wish& wish, const Holdings& now) {
  if (wish.held >= 0) return -1;
  const bool is_locked =
      ((now.locked_by_hiders | now.locked_by_seekers) & thing_bit(wish.thing)) != 0;
  return is_locked ? -1 : wish.thing;
}

/// Locks what is at hand, unless another holds it, or opens a lock of the own team. A lock ends the
/// own hold.
STARLING_FN void use_lock(std::int32_t agent, const Wish& wish, Holdings& now) {
  const Things thing = thing_bit(wish.thing);
  const bool hides = wish.team == static_cast<std::int32_t>(Party::Hiders);
  Things& own = hides ? now.locked_by_hiders : now.locked_by_seekers;
  const Things others = hides ? now.locked_by_seekers : now.locked_by_hiders;
  if ((own & thing) != 0) {
    own &= ~thing;
    now.disturbed |= thing;
  } else if ((others & thing) == 0 && !is_held_by_other(now, agent, wish.thing)) {
    own |= thing;
    if (now.held[agent] == wish.thing) now.held[agent] = -1;
  }
}

/// Agents take their turns in order: each first grabs or lets go, then locks or unlocks.
template <class Wishes>
STARLING_FN void take_turns(const Wishes& wishes, Holdings& now) {
  STARLING_UNROLL
  for (std::int32_t agent = 0; agent < agents; ++agent) {
    const Wish wish = wishes[agent];
    const std::int32_t before = now.held[agent];
    if (wish.grabs != 0) now.held[agent] = held_after_grab(wish, now);
    if (wish.locks != 0 && wish.thing >= 0) use_lock(agent, wish, now);
    const std::int32_t after = now.held[agent];
    if (after != before) now.disturbed |= thing_bit(before) | thing_bit(after);
  }
}

struct HandSpace {
  static constexpr std::uint32_t wish_words = sizeof(Wish) / 4;
  std::uint32_t words[agents * wish_words];
};
using WishRows = kernels::WordRows<Wish, kernels::BlockWords, HandSpace::wish_words>;

/// The joint by which an agent holds what is at hand.
STARLING_FN systems::Joint hold(std::int32_t agent, const Sight& sight, const Rules& rules,
                                const Rows<const Shape>& shapes, const Rows<const Pose>& poses) {
  const systems::Ray hand = hand_of(poses[agent], rules);
  const auto centre = [&](std::int32_t body) {
    return systems::centre_of(poses[body], systems::mass_properties_of(shapes[body], thing_kg));
  };
  systems::Joint joint = joint_at(hand.origin_m + hand.direction * sight.at_hand_m, centre(agent),
                                  centre(sight.at_hand));
  joint.a = agent;
  joint.b = sight.at_hand;
  return joint;
}

/// Threads look up what agents want, all see who gets it, and they write what has changed.
STARLING_FN void use_hands(TeamOf<8> team, Scratch<HandSpace> space, Rows<const Action> actions,
                           Rows<const Role> roles, Rows<const Sight> sights, const Clock& clock,
                           Shared<const Rules> shared, Rows<const Shape> shapes,
                           Rows<const Pose> poses, Rows<systems::Joint> joints,
                           Rows<systems::JointImpulses> impulses, Rows<Lock> locks,
                           Rows<Mass> masses, Rows<Motion> motions, Rows<Rest> rests) {
  const auto size = static_cast<std::int32_t>(team.size());
  const auto rank = static_cast<std::int32_t>(team.rank());
  const Rules rules = *shared;
  const WishRows wishes(kernels::BlockWords(space->words), 0);
  for (std::int32_t agent = rank; agent < agents; agent += size) {
    const Role role = roles[agent];
    const Action action = actions[agent];
    const systems::Joint joint = joints[agent];
    Wish wish;
    wish.team = role.team;
    wish.held = is_active(joint) ? joint.b : -1;
    if (is_in_play(role) && !is_frozen(role, rules, clock)) {
      wish.grabs = action.grab;
      wish.locks = action.lock;
      wish.thing = sights[agent].at_hand;
    }
    wishes.set(agent, wish);
  }
  Holdings now;
  for (std::int32_t first = 0; first < things; first += size) {
    const std::int32_t row = first + rank;
    const std::int32_t by = row < things ? locks[row].team : 0;
    const auto bits = [&](Party party) {
      return team.ballot(by == static_cast<std::int32_t>(party))
             << static_cast<std::uint32_t>(first);
    };
    now.locked_by_hiders |= bits(Party::Hiders);
    now.locked_by_seekers |= bits(Party::Seekers);
  }
  team.sync();
  STARLING_UNROLL
  for (std::int32_t agent = 0; agent < agents; ++agent)
    now.held[agent] = wishes[agent].held;
  const Things locked_before = now.locked_by_hiders | now.locked_by_seekers;
  take_turns(wishes, now);
  STARLING_UNROLL
  for (std::int32_t agent = 0; agent < agents; ++agent) {
    if (agent % size != rank || now.held[agent] == wishes[agent].held) continue;
    const bool takes = now.held[agent] >= 0;
    joints.set(agent, takes ? hold(agent, sights[agent], rules, shapes, poses) : systems::Joint{});
    impulses.set(agent, {});
  }
  const Things locked = now.locked_by_hiders | now.locked_by_seekers;
  for (std::int32_t row = rank; row < things; row += size) {
    const std::int32_t body = first_box + row;
    const Things thing = thing_bit(body);
    if ((now.disturbed & thing) != 0) rests.set(body, {});
    if (((locked ^ locked_before) & thing) == 0) continue;
    const bool is_locked = (locked & thing) != 0;
    Lock lock = locks[row];
    const Party by = (now.locked_by_hiders & thing) != 0 ? Party::Hiders : Party::Seekers;
    lock.team = static_cast<std::int32_t>(is_locked ? by : Party::None);
    locks.set(row, lock);
    masses.set(body, {is_locked ? 0.0F : lock.mass_kg, masses[body].locks});
    if (is_locked) motions.set(body, {});
  }
}

}  // namespace starling::envs::hide_and_seek
