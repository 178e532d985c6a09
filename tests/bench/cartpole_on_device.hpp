/// What CartPole's kernels share: the state in device memory, and the forms in which they hand on
/// final observations. CUDA files only.
#pragma once

#include <cuda_runtime.h>

#include "engine/column_memory.hpp"
#include "tests/bench/cartpole_by_hand.hpp"
#include "tests/bench/wide.hpp"

namespace starling::bench::cartpole_cuda {

inline constexpr int warp_threads = 32;
inline constexpr int most_block_threads = 256;
inline constexpr unsigned whole_warp = 0xffffffffU;

struct Body {
  cartpole::Cart cart;
  cartpole::Pole pole;
};

/// One world after the other. [worlds]
struct State {
  Body* body;
  Clock* clock;
  Return* episode_return;
  Tally* tally;

  __device__ CartPoleWorld load(std::int64_t world) const {
    const Body at = load_wide(body + world);
    return {at.cart, at.pole, load_wide(clock + world), load_wide(episode_return + world)};
  }
  __device__ void store(std::int64_t world, const CartPoleWorld& state) const {
    store_wide(body + world, Body{state.cart, state.pole});
    store_wide(clock + world, state.clock);
    store_wide(episode_return + world, state.episode_return);
  }
};

/// How final observations, some in a hundred, are handed on.
enum class FinalForm {
  Slots,   ///< Each in the slot of its step, alone.
  Pairs,   ///< Each in the slot of its step, with its neighbour's: whole sectors of 32 bytes.
  Packed,  ///< One behind the other, a list a warp, with the place that each belongs to.
  Front    ///< From the front, by the engine's own store, which writes the padding too.
};

constexpr FinalLayout layout_of(FinalForm form) {
  if (form == FinalForm::Front) return {SlotOrder::Episodes, sizeof(Final<cartpole::Observation>)};
  return {SlotOrder::Steps, sizeof(cartpole::Observation)};
}

/// Lists of a launch; warp w's begins at w * 32 * steps. [warps]
struct PackedFinals {
  cartpole::Observation* value;
  std::uint32_t* place;  ///< step * 32 + lane
  std::int32_t* count;
};

struct Launch {
  State state;
  CartPoleExports exported;
  PackedFinals packed;
  CartPoleKeys keys;
  std::int32_t worlds;
  std::int32_t steps;
};

/// Stores one from the front; `slot` is how many ended before in the launch.
__device__ __forceinline__ void store_in_front(const Launch& launch, std::int32_t world,
                                               std::int32_t slot,
                                               const cartpole::Observation& observation) {
  auto* bytes = reinterpret_cast<std::byte*>(launch.exported.final_observation);
  store<Final<cartpole::Observation>, Layout::Whole>({bytes, 0}, slot * launch.worlds + world,
                                                     {observation});
}

/// The final observations of a warp's worlds, a world a thread.
template <FinalForm form>
struct Finals {
  const Launch& launch;
  unsigned lanes;          ///< That have a world.
  std::int32_t count = 0;  ///< Kept in this launch: by the world, or, in Packed, by the warp.

  __device__ void store(std::int32_t world, std::int32_t step, bool ended,
                        const cartpole::Observation& observation) {
    const unsigned lane = threadIdx.x % warp_threads;
    const std::int64_t row = std::int64_t{step} * launch.worlds + world;
    if constexpr (form == FinalForm::Front) {
      if (ended) store_in_front(launch, world, count++, observation);
    } else if constexpr (form == FinalForm::Slots) {
      if (ended) store_wide(launch.exported.final_observation + row, observation);
    } else if constexpr (form == FinalForm::Pairs) {
      const unsigned all = __ballot_sync(lanes, ended);
      if ((all >> (lane & ~1U) & 3U) != 0) {
        store_wide(launch.exported.final_observation + row, observation);
      }
    } else {
      const unsigned all = __ballot_sync(lanes, ended);
      if (ended) {
        const std::int64_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / warp_threads;
        const std::int64_t at =
            warp * warp_threads * launch.steps + count + __popc(all & ((1U << lane) - 1U));
        store_wide(launch.packed.value + at, observation);
        launch.packed.place[at] = static_cast<std::uint32_t>(step) * warp_threads + lane;
      }
      count += __popc(all);
    }
  }
  __device__ void finish() const {
    if (form == FinalForm::Packed && threadIdx.x % warp_threads == 0) {
      launch.packed.count[(blockIdx.x * blockDim.x + threadIdx.x) / warp_threads] = count;
    }
  }
};

/// Those of two neighbouring worlds of one thread.
template <FinalForm form>
struct FinalsOfTwo {
  const Launch& launch;
  std::int32_t first;  ///< The even world.
  std::int32_t count[2] = {};

  __device__ void store(std::int32_t step, const bool (&ended)[2], const CartPoleStep (&steps)[2]) {
    const std::int64_t row = std::int64_t{step} * launch.worlds + first;
    STARLING_UNROLL
    for (int which = 0; which < 2; ++which) {
      const cartpole::Observation& observation = steps[which].observation;
      if constexpr (form == FinalForm::Front) {
        if (!ended[which]) continue;
        store_in_front(launch, first + which, count[which]++, observation);
      } else if (form == FinalForm::Pairs ? ended[0] || ended[1] : ended[which]) {
        store_wide(launch.exported.final_observation + row + which, observation);
      }
    }
  }
};

}  // namespace starling::bench::cartpole_cuda
