/// Overcooked: cooks who share a kitchen make soups and serve them.
///
/// Rules, observations and rewards are those of Overcooked-AI (Carroll and others, "On the utility
/// of learning about humans for human-AI coordination", 2019), for any number of players.
#pragma once

#include "envs/overcooked/cook.hpp"
#include "envs/overcooked/interact.hpp"
#include "envs/overcooked/move.hpp"
#include "envs/overcooked/paint.hpp"
#include "envs/overcooked/restart.hpp"
#include "envs/overcooked/tokens.hpp"
#include "systems/episode.hpp"

namespace starling::envs::overcooked {

using Observe = TaskGraph<Each<paint>, Each<note>>;
using Restart = TaskGraph<EachWorld<clear_kitchen>, Commit, Each<clear_square>, Each<take_place>,
                          EachWorld<provide>, Commit>;

struct Overcooked {
  static constexpr auto name = "overcooked";
  /// Steps are latency: 65,536 worlds on an H200, million world-steps/s with 6, 7 and 8 blocks:
  /// 1,030, 1,130 and 1,130.
  static constexpr int blocks_a_multiprocessor = 7;
  using Rules = overcooked::Rules;
  using Shared =
      TypeList<House, MenuItem, Ground, StartCell, Stamp, Provision, Station, TokenPlace>;
  using World = Singletons<Address, Ending>;
  using Archetypes =
      TypeList<PerWorld<Player, &Rules::players>, PerWorld<Onlooker, &Rules::onlookers>,
               PerWorld<Square, &Rules::squares>, UpTo<Thing, &Rules::things>>;
  using Step =
      TaskGraph<EachWorld<interact>, Commit, Each<aim>, Each<collide>, Each<walk>, Each<cook>,
                Each<share_out>, EachWorld<end_episode>, EpisodeOf<Observe, Restart>>;
  using Inputs = TypeList<Action>;
  using Outputs = TypeList<Planes, SelfTokens, CookTokens, StationTokens, ThingTokens, TokenMask,
                           Reward, Earned, Ending>;
  using Tokens = TokensOf<TokenMask, SelfTokens, CookTokens, StationTokens, ThingTokens>;

  /// Options: `layout`, once or more, `planes` and `entities`; README.md says more. Throws Error
  /// for a kitchen that cannot be read.
  static Rules set_up(Options& options, SharedData& data);
};

}  // namespace starling::envs::overcooked
