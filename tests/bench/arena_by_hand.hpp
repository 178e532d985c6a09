/// The arena as it would be written without the engine: plain loops on a CPU, kernels on CUDA.
///
/// They call the environment's own functions on what they hold, so the arithmetic is the same to
/// the bit; what is by hand is everything else: memory, loops, threads, barriers, stores.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/by_hand.hpp"
#include "tests/support/environments/arena.hpp"

namespace starling::bench {

namespace arena = tests::arena;

using ArenaExports = Exports<arena::Action, arena::Observation>;

/// Keys of the streams that the arena draws from.
struct ArenaKeys {
  kernels::RandomKey action;
  kernels::RandomKey place;
  kernels::RandomKey set_off;
  kernels::RandomKey enter;
};

inline ArenaKeys arena_keys(std::uint64_t seed) {
  return {key_of(seed, "draw_action"), key_of(seed, "place"), key_of(seed, "set_off"),
          key_of(seed, "enter")};
}

/// One entity at the start of an episode. Draws are by entity, bodies before agents.
struct ArenaEntity {
  arena::Position position;
  arena::Velocity velocity;
  arena::Radius radius;
};

STARLING_FN ArenaEntity restart_entity(const ArenaKeys& keys, std::uint32_t world,
                                       const Clock& clock, int entity) {
  const bool is_agent = entity >= arena::bodies_per_world;
  const auto row = static_cast<std::uint32_t>(entity);
  const auto stream = [&](kernels::RandomKey key) {
    return kernels::Random(key, world, clock.episode, clock.step, row);
  };
  ArenaEntity start;
  kernels::Random of_place = stream(keys.place);
  arena::place(of_place, start.position, start.radius);
  kernels::Random of_set_off = stream(keys.set_off);
  arena::set_off(of_set_off, start.velocity);
  if (is_agent) {
    kernels::Random of_enter = stream(keys.enter);
    arena::enter(of_enter, arena::Action{}, start.position);
  }
  return start;
}

STARLING_FN arena::Action draw_move(const ArenaKeys& keys, std::uint32_t world, const Clock& clock,
                                    int agent) {
  kernels::Random random(keys.action, world, clock.episode, clock.step,
                         static_cast<std::uint32_t>(arena::bodies_per_world + agent));
  return {static_cast<std::int32_t>(random.below(5))};
}

STARLING_FN void close_tally(const Clock& clock, Return& episode_return, Tally& tally) {
  tally.return_sum += static_cast<double>(episode_return.sum);
  tally.length_sum += clock.step;
  tally.episodes += 1;
  episode_return.sum = 0.0F;
}

/// Hash of a world; `slot_world` is its index among the exported worlds of all slots.
template <class State>
STARLING_FN std::uint64_t hash_of(const State& state, std::int64_t world,
                                  const ArenaExports& exported, std::int64_t slot_world) {
  WorldHash<arena::Arena> hash;
  hash.template add<0>(0, state.centre(world));
  hash.template add<0>(0, exported.ending[slot_world]);
  hash.template add<0>(0, state.clock(world));
  hash.template add<0>(0, ErrorWord{});
  for (int body = 0; body < arena::bodies_per_world; ++body) {
    const ArenaEntity entity = state.entity(world, body);
    hash.template add<1>(body, entity.position);
    hash.template add<1>(body, entity.velocity);
    hash.template add<1>(body, entity.radius);
  }
  const bool ended = systems::has_ended(exported.ending[slot_world]);
  for (int agent = 0; agent < arena::agents_per_world; ++agent) {
    const ArenaEntity entity = state.entity(world, arena::bodies_per_world + agent);
    const std::int64_t row = slot_world * arena::agents_per_world + agent;
    hash.template add<2>(agent, entity.position);
    hash.template add<2>(agent, entity.velocity);
    hash.template add<2>(agent, entity.radius);
    hash.template add<2>(agent, state.episode_return(world, agent));
    hash.template add<2>(agent, state.tally(world, agent));
    hash.template add<2>(agent, exported.action[row]);
    hash.template add<2>(agent, exported.observation[row]);
    hash.template add<2>(agent, exported.reward[row]);
    if (ended) {
      hash.template add<2>(agent, Final<arena::Observation>{exported.final_observation[row]});
    }
  }
  return hash.value;
}

std::unique_ptr<Contestant> make_arena_by_hand_on_cpu(const Task& task);

}  // namespace starling::bench
