/// CartPole as it would be written without the engine: plain loops on a CPU, kernels on CUDA.
///
/// They call the environment's own functions on registers, so the arithmetic is the same to the
/// bit; what is by hand is everything else: memory, loops, threads, stores.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "envs/cartpole/cartpole.hpp"
#include "tests/bench/by_hand.hpp"
#include "tests/bench/workload.hpp"

namespace starling::bench {

namespace cartpole = envs::cartpole;

using CartPoleExports = Exports<cartpole::Action, cartpole::Observation>;

/// State of one world.
struct CartPoleWorld {
  cartpole::Cart cart;
  cartpole::Pole pole;
  Clock clock;
  Return episode_return;
};

/// What one step of a world exports; observation is that of the next episode where one ended.
struct CartPoleStep {
  cartpole::Action action;
  cartpole::Observation observation;
  Reward reward;
  Ending ending;
};

/// Keys of the two streams that CartPole draws from.
struct CartPoleKeys {
  kernels::RandomKey action;
  kernels::RandomKey restart;
};

inline CartPoleKeys cartpole_keys(std::uint64_t seed) {
  return {key_of(seed, "draw_action"), key_of(seed, "restart")};
}

/// A step up to the end of an episode; its observation is the final one where `ending` is set.
STARLING_FN void step_world(CartPoleKeys keys, std::uint32_t world, CartPoleWorld& state,
                            CartPoleStep& step) {
  kernels::Random random(keys.action, world, state.clock.episode, state.clock.step, 0);
  step.action.push = static_cast<std::uint8_t>(random.below(2));
  cartpole::swing(step.action, state.cart, state.pole);
  cartpole::judge(state.cart, state.pole, state.clock, step.reward, step.ending);
  state.clock.step += 1;
  cartpole::observe(state.cart, state.pole, step.observation);
  state.episode_return.sum += step.reward.value;
}

/// The next episode of a world.
STARLING_FN void restart_world(CartPoleKeys keys, std::uint32_t world, CartPoleWorld& state) {
  begin_next(state.clock);
  kernels::Random random(keys.restart, world, state.clock.episode, state.clock.step, 0);
  cartpole::restart(random, state.cart, state.pole);
  state.episode_return.sum = 0.0F;
}

STARLING_FN void close_tally(const CartPoleWorld& state, Tally& tally) {
  tally.return_sum += static_cast<double>(state.episode_return.sum);
  tally.length_sum += state.clock.step;
  tally.episodes += 1;
}

/// `row` is the world's in the newest slot; `kept` its newest final observation, where it ended.
STARLING_FN std::uint64_t hash_of(const CartPoleWorld& state, const Tally& tally,
                                  const CartPoleExports& exported, std::int64_t row,
                                  const cartpole::Observation* kept) {
  WorldHash<cartpole::CartPole> hash;
  hash.add<0>(0, state.clock);
  hash.add<0>(0, ErrorWord{});
  hash.add<1>(0, state.cart);
  hash.add<1>(0, state.pole);
  hash.add<1>(0, state.episode_return);
  hash.add<1>(0, tally);
  hash.add<1>(0, exported.action[row]);
  hash.add<1>(0, exported.observation[row]);
  hash.add<1>(0, exported.reward[row]);
  hash.add<1>(0, exported.ending[row]);
  if (kept != nullptr) hash.add<1>(0, Final<cartpole::Observation>{*kept});
  return hash.value;
}

/// Hash of a world after a launch of `steps` steps.
STARLING_FN std::uint64_t hash_of(const CartPoleWorld& state, const Tally& tally,
                                  const CartPoleExports& exported, const FinalLayout& finals,
                                  std::int64_t worlds, std::int64_t world, int steps) {
  const std::int64_t row = (steps - 1) * worlds + world;
  const cartpole::Observation* kept = nullptr;
  if (systems::has_ended(exported.ending[row])) {
    const std::int64_t slot =
        newest_final_slot(finals.order, exported.ending, worlds, world, steps);
    const auto* bytes = reinterpret_cast<const std::byte*>(exported.final_observation);
    kept = reinterpret_cast<const cartpole::Observation*>(bytes + (slot * worlds + world) *
                                                                      finals.stride_bytes);
  }
  return hash_of(state, tally, exported, row, kept);
}

/// Programs that keep final observations by step, and from the front.
std::vector<Bar> cartpole_bars_on_cpu(const Task& task);

}  // namespace starling::bench
