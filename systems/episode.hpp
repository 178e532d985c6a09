/// The end of an episode and the start of the next, done once for every environment.
#pragma once

#include "engine/clock_systems.hpp"
#include "engine/graph.hpp"
#include "engine/schema.hpp"
#include "engine/system.hpp"

namespace starling {

namespace systems {

STARLING_FN bool has_ended(const Ending& ending) {
  return ending.terminated || ending.truncated;
}

STARLING_FN void add_to_return(const Reward& reward, Return& episode_return) {
  episode_return.sum += reward.value;
}

STARLING_FN void close_tally(const Clock& clock, Return& episode_return, Sums<Tally> tally) {
  tally.add(&Tally::return_sum, static_cast<double>(episode_return.sum));
  tally.add(&Tally::length_sum, clock.step);
  tally.add(&Tally::episodes, 1);
  episode_return.sum = 0.0F;
}

STARLING_FN void forget_return(Return& episode_return) {
  episode_return.sum = 0.0F;
}

}  // namespace systems

namespace detail {

template <class Observations>
struct KeepFinals;

template <class... Observations>
struct KeepFinals<TypeList<Observations...>> {
  using Nodes = TaskGraph<KeepFinal<Observations>...>;
};

/// What is observed anew is painted on zeros; observations of a fixed size are written whole.
template <class Observations>
struct ClearStrips;

template <class... Observations>
struct ClearStrips<TypeList<Observations...>> {
  template <class T>
  using ClearOf = std::conditional_t<is_strip<T>, TaskGraph<Clear<T>>, TaskGraph<>>;
  using Nodes = TaskGraph<ClearOf<Observations>...>;
};

}  // namespace detail

/// Counts the step, observes, and where the episode ended keeps the observation as the final one,
/// restarts the world with fresh randomness and observes anew. The autoreset mode is Gymnasium's
/// SAME_STEP: the observation of a step that ends an episode is the next episode's first, the one
/// before it is the final one, and the action of the next step is not swallowed.
///
/// `Observe` and `Restart` are graphs. What observing writes is kept as Final<...>. The archetype
/// of the agents has Reward; Ending stands beside it where a world has one agent, else among the
/// world's singletons.
template <class Observe, class Restart>
struct EpisodeOf {
  using Observations =
      detail::Union<TypeList<>, typename detail::AllWrites<detail::Flatten<Observe>>::type>;

  using Nodes =
      TaskGraph<When<starts_launch, EachWorld<forget_endings>>, EachWorld<tick>, Observe,
                Each<systems::add_to_return>,
                When<systems::has_ended, detail::KeepFinals<Observations>,
                     Each<systems::close_tally>, EachWorld<count_ending>, EachWorld<begin_episode>,
                     Restart, typename detail::ClearStrips<Observations>::Nodes, Observe>>;

  /// How a world starts, at creation and when a reset is asked for.
  using Start = TaskGraph<EachWorld<begin_episode>, Each<systems::forget_return>, Restart,
                          typename detail::ClearStrips<Observations>::Nodes, Observe>;
};

/// An episode of one observing and one restarting system.
template <auto observe, auto restart>
struct Episode : EpisodeOf<Each<observe>, Each<restart>> {};

}  // namespace starling
