/// What the arena's kernels share: the state in device memory, and a warp's worlds in shared memory
/// with the observations made from them. CUDA files only.
#pragma once

#include <cuda_runtime.h>

#include "tests/bench/arena_by_hand.hpp"
#include "tests/bench/wide.hpp"

namespace starling::bench::arena_cuda {

inline constexpr int warp_threads = 32;
inline constexpr int bodies = arena::bodies_per_world;
inline constexpr int agents = arena::agents_per_world;
inline constexpr int entities = arena::entities_per_world;

/// Entities lie one after the other, world by world. [worlds, entities] and [worlds, agents]
struct State {
  arena::Position* positions;
  arena::Velocity* velocities;
  arena::Radius* radii;
  Return* returns;
  Tally* tallies;
  Clock* clocks;
  arena::Centre* centres;

  __device__ ArenaEntity entity(std::int64_t world, int row) const {
    const std::int64_t at = world * entities + row;
    return {load_wide(positions + at), load_wide(velocities + at), load_wide(radii + at)};
  }
  __device__ const Return& episode_return(std::int64_t world, int agent) const {
    return returns[world * agents + agent];
  }
  __device__ const Tally& tally(std::int64_t world, int agent) const {
    return tallies[world * agents + agent];
  }
  __device__ const Clock& clock(std::int64_t world) const { return clocks[world]; }
  __device__ const arena::Centre& centre(std::int64_t world) const { return centres[world]; }
};

struct Launch {
  State state;
  ArenaExports exported;
  ArenaKeys keys;
  std::int32_t worlds;
  std::int32_t steps;
};

/// What others see of an entity. In substeps x, y and radius; to observe, position and velocity.
struct alignas(16) Seen {
  float x;
  float y;
  float z;
  float w;
};

/// The row behind a world's entities is zero: what an agent is seen relative to by itself. It also
/// shifts the banks, so that eight worlds are read at once.
inline constexpr int nobody = entities;

struct SeenWorld {
  Seen rows[entities + 1];
};

template <int worlds_a_warp, bool all_worlds>
__device__ __forceinline__ void write_sightings(const SeenWorld* seen, unsigned worlds,
                                                arena::Sighting* to) {
  constexpr int of_world = agents * entities;
  STARLING_UNROLL
  for (int turn = 0; turn * warp_threads < 2 * of_world; ++turn) {
    const int index = turn * warp_threads + static_cast<int>(threadIdx.x % warp_threads);
    const int odd = index / of_world;
    const int row = index % entities;
    const int self = bodies + index / entities % agents;
    const Seen* entity_at = &seen[odd].rows[row];
    const Seen* agent_at = &seen[odd].rows[row == self ? nobody : self];
    STARLING_UNROLL
    for (int first = 0; first < worlds_a_warp; first += 2) {
      if (first + 1 == worlds_a_warp && odd == 1) continue;
      if (!all_worlds && (worlds >> (first + odd) & 1U) == 0) continue;
      const Seen entity = entity_at[first * (entities + 1)];
      const Seen agent = agent_at[first * (entities + 1)];
      store_wide(to + first * of_world + index,
                 arena::sight({agent.x, agent.y}, {agent.z, agent.w}, {entity.x, entity.y},
                              {entity.z, entity.w}, false));
    }
  }
}

/// The observations of a warp's worlds, sighting by sighting, so that 512 bytes side by side are
/// one store. Five stores of a warp are two worlds, so what a lane looks at recurs every two
/// worlds.
///
/// seen: [worlds_a_warp], position and velocity; worlds: a bit for each that is to be written; to:
/// [worlds_a_warp, agents]. Ends with a barrier of the warp.
template <int worlds_a_warp>
__device__ __forceinline__ void observe(const SeenWorld* seen, unsigned worlds,
                                        arena::Observation* to) {
  auto* sightings = reinterpret_cast<arena::Sighting*>(to);
  if (worlds == 0xffffffffU >> (warp_threads - worlds_a_warp)) {
    write_sightings<worlds_a_warp, true>(seen, worlds, sightings);
  } else {
    write_sightings<worlds_a_warp, false>(seen, worlds, sightings);
  }
  __syncwarp();
}

}  // namespace starling::bench::arena_cuda
