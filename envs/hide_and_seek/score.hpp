/// What agents earn: hiders for being hidden, seekers for seeing.
#pragma once

#include "envs/hide_and_seek/act.hpp"

namespace starling::envs::hide_and_seek {

inline constexpr float outside_penalty = 10.0F;

STARLING_FN bool is_inside(const Pose& pose, const Rules& rules) {
  return kernels::abs(pose.position_m.x) <= rules.half_arena_m &&
         kernels::abs(pose.position_m.y) <= rules.half_arena_m;
}

/// Bits of the hiders.
inline constexpr std::uint32_t all_hiders = (1U << most_of_a_team) - 1U;

STARLING_FN void find_hunted(Rows<const Sight> sights, Hunt& hunt) {
  std::uint32_t seen = 0;
  for (std::int32_t seeker = most_of_a_team; seeker < agents; ++seeker)
    seen |= sights[seeker].bodies & all_hiders;
  hunt.is_seen = seen != 0 ? 1 : 0;
}

STARLING_FN void score(const Role& role, const Pose& pose, const Hunt& hunt, const Clock& clock,
                       Shared<const Rules> shared, Reward& reward) {
  const Rules rules = *shared;
  reward.value = 0.0F;
  if (!is_in_play(role) || is_preparation(rules, clock)) return;
  const bool gains = seeks(role) == (hunt.is_seen != 0);
  reward.value = gains ? 1.0F : -1.0F;
  if (!is_inside(pose, rules)) reward.value -= outside_penalty;
}

STARLING_FN void judge(const Clock& clock, Shared<const Rules> rules, Ending& ending) {
  ending.truncated = clock.step + 1 >= static_cast<std::uint32_t>(rules->horizon_steps);
}

}  // namespace starling::envs::hide_and_seek
