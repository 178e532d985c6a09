/// What agents earn: for getting farther than ever, and for staying together.
#pragma once

#include "envs/escape_room/components.hpp"

namespace starling::envs::escape_room {

inline constexpr float reward_a_metre = 0.05F;
inline constexpr float idle_reward = -0.005F;
inline constexpr float together_factor = 1.25F;
inline constexpr float together_m = 2.0F;
inline constexpr float farthest_m = 2.0F * length_m;

STARLING_FN void score(const Pose& pose, Progress& progress, Reward& reward) {
  const float y_m = kernels::min(pose.position_m.y, farthest_m);
  const float gained_m = y_m - progress.largest_y_m;
  reward.value = gained_m > 0.0F ? reward_a_metre * gained_m : idle_reward;
  progress.largest_y_m = kernels::max(y_m, progress.largest_y_m);
}

STARLING_FN void score_together(Self self, Rows<const Progress> progress, Reward& reward) {
  const float own_m = progress[static_cast<RowIndex>(self.row)].largest_y_m;
  const float partner_m = progress[self.row == 0 ? 1 : 0].largest_y_m;
  const bool is_together = kernels::abs(own_m - partner_m) <= together_m;
  if (reward.value > 0.0F && is_together) reward.value *= together_factor;
}

STARLING_FN void judge(const Clock& clock, Ending& ending) {
  ending.truncated = clock.step + 1 >= horizon_steps;
}

}  // namespace starling::envs::escape_room
