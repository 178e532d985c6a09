/// Murmuration: a flock of birds in a square with periodic edges, hunted by one or two hawks.
///
/// Birds are born and caught, so that tables change every few steps. The flock is sorted by the
/// cells of a grid, so that a bird's neighbours are rows that lie together, and their sums run in
/// the order of cell, then slot, whatever happened before. A step: hawks move; birds steer by the
/// flock as it was and the hawks as they are, then fly; those in reach of a hawk are caught; the
/// others may have chicks.
#pragma once

#include "envs/murmuration/birds.hpp"
#include "envs/murmuration/hawks.hpp"
#include "systems/episode.hpp"

namespace starling::envs::murmuration {

using Look = TaskGraph<EachTeam<see_birds>, Each<observe>>;
using Restart = TaskGraph<EachWorld<disperse>, Commit, EachWorld<gather>, Commit, Each<place_bird>,
                          Each<place_hawk>>;

struct Murmuration {
  static constexpr auto name = "murmuration";
  /// 4,096 worlds on an H200, million world-steps/s with 6, 7 and 8 blocks: 10.3, 10.6 and 10.5.
  static constexpr int blocks_a_multiprocessor = 7;
  using Rules = murmuration::Rules;
  using World = Singletons<Catches, Ending>;
  using Archetypes = TypeList<UpTo<Bird, &Rules::cap>, PerWorld<Hawk, &Rules::hawks>,
                              PerWorld<Cell, &Rules::cells>>;
  using Step = TaskGraph<Each<prowl>, SortBy<Bird, cell_of>, Each<steer>, Each<fly>,
                         EachWorld<bear>, Reduce<catch_of, add_catches>, Commit, Each<score>,
                         EachWorld<judge>, EpisodeOf<Look, Restart>>;
  using Inputs = TypeList<Action>;
  using Outputs = TypeList<OwnView, BirdsView, HawkView, Presence, Reward, Ending>;
  using Tokens = TokensOf<Presence, OwnView, BirdsView, HawkView>;

  static Rules set_up(Options& options, SharedData&) { return read_rules(options); }
};

}  // namespace starling::envs::murmuration
