/// CartPole as CUDA kernels: a world, or two, in the registers of a thread for all steps of a
/// launch; every export stored in one instruction, a warp's side by side. CUDA files only.
#pragma once

#include <array>

#include "tests/bench/cartpole_on_device.hpp"

namespace starling::bench::cartpole_cuda {

__device__ inline void store_step(const CartPoleExports& exported, std::int64_t row,
                                  const CartPoleStep& step) {
  store_wide(exported.action + row, step.action);
  store_wide(exported.observation + row, step.observation);
  store_wide(exported.reward + row, step.reward);
  store_wide(exported.ending + row, step.ending);
}

/// The start of a world's next episode, which depends on nothing but its number: drawn ahead, for
/// all lanes of a warp that lack one together. In most steps one or two of 32 worlds end, and a
/// warp that branches into their draws pays for 32. `period` 0: drawn when needed.
template <int period>
struct NextStart {
  CartPoleWorld next;
  bool is_drawn = false;

  __device__ void draw(const Launch& launch, std::uint32_t world, const Clock& clock) {
    next.clock = clock;
    restart_world(launch.keys, world, next);
    is_drawn = true;
  }
  __device__ void prepare(const Launch& launch, std::uint32_t world, const Clock& clock,
                          std::int32_t step) {
    if constexpr (period > 0) {
      if (step % period == 0 && !is_drawn) draw(launch, world, clock);
    }
  }
  /// Worlds seldom end twice in one period.
  __device__ CartPoleWorld take(const Launch& launch, std::uint32_t world, const Clock& clock) {
    if (!is_drawn) draw(launch, world, clock);
    is_drawn = false;
    CartPoleWorld start{next.cart, next.pole, clock, {}};
    begin_next(start.clock);
    return start;
  }
};

/// A world a thread. `hold_tally`: the tally, which only the end of an episode touches, is in
/// registers too; with one step a launch it is better left where it is.
template <FinalForm form, bool hold_tally, int period>
__global__ void __launch_bounds__(most_block_threads)
    step_one_each(const __grid_constant__ Launch launch) {
  const auto world = static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  Finals<form> finals{launch, __ballot_sync(whole_warp, world < launch.worlds)};
  if (world >= launch.worlds) return;
  const auto number = static_cast<std::uint32_t>(world);
  CartPoleWorld state = launch.state.load(world);
  Tally tally;
  if constexpr (hold_tally) tally = launch.state.tally[world];
  NextStart<period> start;
  std::int64_t row = world;
  for (std::int32_t index = 0; index < launch.steps; ++index, row += launch.worlds) {
    start.prepare(launch, number, state.clock, index);
    CartPoleStep step;
    step_world(launch.keys, number, state, step);
    const bool ended = systems::has_ended(step.ending);
    finals.store(world, index, ended, step.observation);
    if (ended) {
      if constexpr (!hold_tally) tally = launch.state.tally[world];
      close_tally(state, tally);
      if constexpr (!hold_tally) launch.state.tally[world] = tally;
      state = start.take(launch, number, state.clock);
      cartpole::observe(state.cart, state.pole, step.observation);
    }
    store_step(launch.exported, row, step);
  }
  finals.finish();
  launch.state.store(world, state);
  if constexpr (hold_tally) launch.state.tally[world] = tally;
}

/// Two neighbouring worlds a thread, an even number in all: wider stores, and two chains of
/// arithmetic to hide each other's latency.
template <FinalForm form, bool hold_tally>
__global__ void __launch_bounds__(most_block_threads)
    step_two_each(const __grid_constant__ Launch launch) {
  const auto first = 2 * static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (first >= launch.worlds) return;
  std::array<CartPoleWorld, 2> state{launch.state.load(first), launch.state.load(first + 1)};
  std::array<Tally, 2> tally;
  if constexpr (hold_tally) tally = {launch.state.tally[first], launch.state.tally[first + 1]};
  FinalsOfTwo<form> finals{launch, first};
  std::int64_t row = first;
  for (std::int32_t index = 0; index < launch.steps; ++index, row += launch.worlds) {
    CartPoleStep step[2];
    STARLING_UNROLL
    for (int which = 0; which < 2; ++which) {
      step_world(launch.keys, static_cast<std::uint32_t>(first + which), state[which], step[which]);
    }
    const bool ended[2] = {systems::has_ended(step[0].ending), systems::has_ended(step[1].ending)};
    finals.store(index, ended, step);
    STARLING_UNROLL
    for (int which = 0; which < 2; ++which) {
      if (!ended[which]) continue;
      const std::int32_t world = first + which;
      if constexpr (!hold_tally) tally[which] = launch.state.tally[world];
      close_tally(state[which], tally[which]);
      if constexpr (!hold_tally) launch.state.tally[world] = tally[which];
      restart_world(launch.keys, static_cast<std::uint32_t>(world), state[which]);
      cartpole::observe(state[which].cart, state[which].pole, step[which].observation);
    }
    const CartPoleExports& out = launch.exported;
    store_wide(reinterpret_cast<std::array<cartpole::Action, 2>*>(out.action + row),
               {step[0].action, step[1].action});
    store_wide(out.observation + row, step[0].observation);
    store_wide(out.observation + row + 1, step[1].observation);
    store_wide(reinterpret_cast<std::array<Reward, 2>*>(out.reward + row),
               {step[0].reward, step[1].reward});
    store_wide(reinterpret_cast<std::array<Ending, 2>*>(out.ending + row),
               {step[0].ending, step[1].ending});
  }
  STARLING_UNROLL
  for (int which = 0; which < 2; ++which) {
    launch.state.store(first + which, state[which]);
    if constexpr (hold_tally) launch.state.tally[first + which] = tally[which];
  }
}

}  // namespace starling::bench::cartpole_cuda
