/// The clock of what is in the pots, and of the episode.
#pragma once

#include "envs/overcooked/interact.hpp"

namespace starling::envs::overcooked {

STARLING_FN void cook(const Address& address, Shared<const House> houses,
                      Shared<const MenuItem> menu, const Food& food, Timer& timer) {
  if (food.in_pot == 0) return;
  const House house = houses[address.kitchen];
  if (house.starts_itself != 0 && timer.cooked_steps < 0 && is_full(food)) timer.cooked_steps = 0;
  if (timer.cooked_steps >= 0 && !is_ready({menu, address.kitchen}, food, timer))
    ++timer.cooked_steps;
}

/// All earn what the soups that were served in this step pay.
STARLING_FN void share_out(Rows<const Earned> earned, Reward& reward) {
  for (const Earned of_player : earned)
    reward.value += of_player.sparse;
}

STARLING_FN void end_episode(const Address& address, Shared<const House> houses, const Clock& clock,
                             Ending& ending) {
  ending.truncated =
      clock.step + 1 >= static_cast<std::uint32_t>(houses[address.kitchen].horizon_steps);
}

}  // namespace starling::envs::overcooked
