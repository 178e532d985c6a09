/// What agents are told of themselves, of each other, and of what stands about.
#pragma once

#include "envs/hide_and_seek/hands.hpp"
#include "envs/hide_and_seek/score.hpp"

namespace starling::envs::hide_and_seek {

/// Where and how something is, in the frame of an agent.
struct Seen {
  Vec3 position{};
  Vec2 velocity{};
  float sine = 0.0F;
  float cosine = 0.0F;
};

STARLING_FN Seen seen_by(const Pose& own, const Pose& pose, const Motion& motion, float per_m) {
  const Vec3 place = to_body(own, pose.position_m) * per_m;
  const Vec3 velocity = rotate(conjugate(own.rotation), motion.velocity_mps) * per_m;
  const Vec3 ahead = rotate(conjugate(own.rotation), rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F}));
  return {place, {velocity.x, velocity.y}, -ahead.x, ahead.y};
}

STARLING_FN constexpr float one_if(bool holds) {
  return holds ? 1.0F : 0.0F;
}

/// The first features of a Self.
STARLING_FN void observe_self(Self self, const Pose& pose, const Motion& motion, const Role& role,
                              const Clock& clock, Rows<const Sight> sights,
                              Rows<const systems::Joint> joints, Shared<const Rules> shared,
                              Strip<view::Self> view) {
  if (!is_in_play(role)) return;
  const Rules rules = *shared;
  const auto row = static_cast<RowIndex>(self.row);
  const float per_m = 1.0F / rules.half_arena_m;
  const Vec3 velocity = rotate(conjugate(pose.rotation), motion.velocity_mps) * per_m;
  const Vec3 ahead = rotate(pose.rotation, Vec3{0.0F, 1.0F, 0.0F});
  const auto share_left = [&](std::int32_t steps) {
    const auto left = static_cast<float>(steps) - static_cast<float>(clock.step);
    return kernels::max(left, 0.0F) / static_cast<float>(steps);
  };
  std::uint32_t seen = sights[row].bodies & all_hiders;
  if (!seeks(role)) {
    seen = 0;
    for (std::int32_t seeker = most_of_a_team; seeker < agents; ++seeker)
      seen |= sights[seeker].bodies & 1U << self.row;
  }
  view[0] = pose.position_m.x * per_m;
  view[1] = pose.position_m.y * per_m;
  view[2] = velocity.x;
  view[3] = velocity.y;
  view[4] = -ahead.x;
  view[5] = ahead.y;
  view[6] = motion.angular_radps.z;
  view[7] = (pose.position_m.z - rules.scale) * per_m;
  view[8] = one_if(seeks(role));
  view[9] = one_if(is_active(joints[row]));
  view[10] = share_left(rules.preparation_steps);
  view[11] = share_left(rules.horizon_steps);
  view[12] = one_if(is_inside(pose, rules));
  view[13] = one_if(seen != 0);
}

STARLING_FN void observe_agents(Self self, const Pose& pose, const Role& role, const Sight& sight,
                                const Clock& clock, Rows<const Pose> poses,
                                Rows<const Motion> motions, Rows<const Role> roles,
                                Shared<const Rules> shared, view::Agent& view) {
  view = {};
  if (!is_in_play(role)) return;
  const Rules rules = *shared;
  for (std::int32_t index = 0; index < agents - 1; ++index) {
    const std::int32_t other = index + (index >= static_cast<std::int32_t>(self.row) ? 1 : 0);
    if ((sight.bodies & 1U << static_cast<std::uint32_t>(other)) == 0) continue;
    const Seen seen = seen_by(pose, poses[other], motions[other], 1.0F / rules.half_arena_m);
    const Role its = roles[other];
    view.seen[static_cast<std::size_t>(index)] = {
        seen.position, seen.velocity,      seen.sine,
        seen.cosine,   one_if(seeks(its)), one_if(is_frozen(its, rules, clock))};
  }
}

STARLING_FN void observe_boxes(const Pose& pose, const Role& role, const Sight& sight,
                               Rows<const Shape> shapes, Rows<const Pose> poses,
                               Rows<const Motion> motions, Rows<const Lock> locks,
                               Shared<const Rules> shared, view::Box& view) {
  view = {};
  const float per_m = 1.0F / shared->half_arena_m;
  for (std::int32_t index = 0; index < boxes; ++index) {
    const std::int32_t body = first_box + index;
    if ((sight.bodies & 1U << static_cast<std::uint32_t>(body)) == 0) continue;
    const Seen seen = seen_by(pose, poses[body], motions[body], per_m);
    const Lock lock = locks[index];
    view.seen[static_cast<std::size_t>(index)] = {
        seen.position,
        seen.velocity,
        seen.sine,
        seen.cosine,
        shapes[body].half_m * per_m,
        one_if(is_locked(lock) && lock.team == role.team),
        one_if(is_locked(lock) && lock.team != role.team)};
  }
}

STARLING_FN void observe_ramps(const Pose& pose, const Role& role, const Sight& sight,
                               Rows<const Pose> poses, Rows<const Motion> motions,
                               Rows<const Lock> locks, Shared<const Rules> shared,
                               view::Ramp& view) {
  view = {};
  const float per_m = 1.0F / shared->half_arena_m;
  for (std::int32_t index = 0; index < ramps; ++index) {
    const std::int32_t body = first_ramp + index;
    if ((sight.bodies & 1U << static_cast<std::uint32_t>(body)) == 0) continue;
    const Seen seen = seen_by(pose, poses[body], motions[body], per_m);
    const Lock lock = locks[lock_row(body)];
    view.seen[static_cast<std::size_t>(index)] = {
        seen.position,
        seen.velocity,
        seen.sine,
        seen.cosine,
        one_if(is_locked(lock) && lock.team == role.team),
        one_if(is_locked(lock) && lock.team != role.team)};
  }
}

/// The agent itself, the others in order, boxes, ramps.
STARLING_FN void show(Self self, const Role& role, const Sight& sight, Presence& presence) {
  presence = {};
  if (!is_in_play(role)) return;
  presence.tokens[0] = 1;
  for (std::int32_t token = 1; token < movers; ++token) {
    const bool is_agent = token < agents;
    const std::int32_t other =
        token - 1 + (token - 1 >= static_cast<std::int32_t>(self.row) ? 1 : 0);
    const auto body = static_cast<std::uint32_t>(is_agent ? other : token);
    presence.tokens[static_cast<std::size_t>(token)] =
        static_cast<std::uint8_t>(sight.bodies >> body & 1U);
  }
}

}  // namespace starling::envs::hide_and_seek
