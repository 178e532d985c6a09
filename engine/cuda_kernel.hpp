/// The kernel of a program: a block steps a tile of worlds through a whole launch.
///
/// Only CUDA files include this.
#pragma once

#include <cstdint>

#include "engine/group_steps.hpp"
#include "engine/launch.hpp"
#include "engine/run_tile.hpp"
#include "engine/simulator.hpp"
#include "engine/strip_staging.hpp"
#include "engine/trace_cuda.hpp"

namespace starling::detail {

/// All threads of a block, whole warps.
struct BlockCrew {
  using Team = kernels::WarpCrew;  ///< Works on one of many worlds.

  __device__ std::ptrdiff_t rank() const { return threadIdx.x; }
  __device__ std::ptrdiff_t size() const { return blockDim.x; }
  __device__ void sync() const { __syncthreads(); }
  __device__ bool any(bool yes) const { return __syncthreads_or(yes ? 1 : 0) != 0; }
};

/// Copies a slab, 16 bytes a thread and turn. Slabs are multiples of 128 bytes on 128 bytes.
__device__ __forceinline__ void copy_slab(std::byte* to, const std::byte* from,
                                          std::int64_t size_bytes) {
  const auto words = static_cast<std::uint32_t>(size_bytes / 16);
  for (std::uint32_t word = threadIdx.x; word < words; word += blockDim.x) {
    reinterpret_cast<uint4*>(to)[word] = reinterpret_cast<const uint4*>(from)[word];
  }
}

/// Every warp of the block steps some of the tile's worlds, a group of lanes a world.
template <class ProgramType, int lanes, bool one_step, class Trace>
__device__ __forceinline__ void run_groups(const Launch& launch, std::int32_t index,
                                           const Trace& trace) {
  using Steps = GroupSteps<ProgramType, lanes, one_step>;
  extern __shared__ __align__(128) std::byte shared_slab[];
  const auto tile = tile_at<typename ProgramType::Env>(launch, index);
  constexpr bool is_warp = most_block_threads(lanes) == warp_lanes;
  const RowIndex warp = is_warp ? 0 : static_cast<RowIndex>(threadIdx.x / warp_lanes);
  const RowIndex warps = is_warp ? 1 : static_cast<RowIndex>(blockDim.x / warp_lanes);
  constexpr RowIndex worlds_a_warp = warp_lanes / lanes;
#pragma unroll 1
  for (RowIndex first = warp * worlds_a_warp; first < tile.worlds; first += warps * worlds_a_warp) {
    Steps::run(tile, first, static_cast<int>(threadIdx.x % warp_lanes),
               shared_slab + warp * Steps::warp_bytes, trace);
  }
}

template <class ProgramType, Residency residency, int lanes, bool one_step, class Trace>
__device__ __forceinline__ void run_tile_on_cuda(const Launch& launch, std::int32_t index,
                                                 const Trace& trace) {
  using Env = typename ProgramType::Env;
  const BlockCrew crew;
  if constexpr (residency == Residency::Registers) {
    run_groups<ProgramType, lanes, one_step>(launch, index, trace);
  } else if constexpr (residency == Residency::Shared) {
    extern __shared__ __align__(128) std::byte shared_slab[];
    const Tile<Env> home = tile_at<Env>(launch, index);
    copy_slab(shared_slab, home.slab, launch.slab_bytes);
    crew.sync();
    const Tile<Env> tile{launch, shared_slab, home.first_world, home.worlds,
                         shared_slab + launch.slab_bytes};
    for (std::int32_t step = 0; step < launch.steps; ++step) {
      StripStaging<Env>::begin_step(tile.staging, launch.staging_bytes);
      TileWalk<ProgramType>::template run<0, ProgramType::size>(tile, crew, {step}, trace);
      StripStaging<Env>::end_step(tile, step);
    }
    StripStaging<Env>::end_launch();
    crew.sync();
    copy_slab(home.slab, shared_slab, launch.slab_bytes);
    crew.sync();
  } else {
    extern __shared__ __align__(128) std::byte scratch[];
    Tile<Env> tile = tile_at<Env>(launch, index);
    tile.scratch = scratch;
    for (std::int32_t step = 0; step < launch.steps; ++step) {
      TileWalk<ProgramType>::template run<0, ProgramType::size>(tile, crew, {step}, trace);
    }
  }
}

__device__ __forceinline__ std::int32_t tile_in_turn(const Launch& launch, std::int32_t turn) {
  return launch.tile_order != nullptr ? launch.tile_order[turn] : turn;
}

/// The tiles of a block. A launch has a block for every tile, and the device hands them out as
/// multiprocessors become free: CartPole, 1,048,576 worlds, 64 steps a launch: 121 G world-steps/s,
/// with a queue of tickets and blocks that stay 117, with a fixed share for each 105; the arena,
/// 65,536 worlds, 1,365 million against 1,288 with the queue. Traced blocks
/// take a share each where there is no room for the records of so many. (The loop is for CartPole
/// too, where it runs once: what depends on the launch alone is then made before it, 272
/// instructions a step in place of 318.)
template <class RunTile, class Trace>
__device__ __forceinline__ void take_tiles(const Launch& launch, RunTile run_tile,
                                           const Trace& trace) {
#pragma unroll 1
  for (auto turn = static_cast<std::int32_t>(blockIdx.x); turn < launch.tiles;
       turn += static_cast<std::int32_t>(gridDim.x)) {
    trace.tile_begin();
    run_tile(turn);
    if constexpr (!std::is_same_v<Trace, NoTrace>) __syncthreads();
    trace.tile_end(tile_in_turn(launch, turn), run_tile.worlds(turn));
  }
}

/// Most threads of a block, and blocks that a multiprocessor shall hold; 0: as many as there are
/// registers for. Warps that share out a world's rows have 168 registers a thread, twelve on a
/// multiprocessor; for one step, where latency counts most and less is held, 128 and sixteen.
///
/// A block a tile holds two of them on a multiprocessor; one where threads share a world; and three
/// of 128 threads where it walks through growing tables in memory, or in shared memory as many as
/// the environment says: left to itself, the compiler spills to make room for more.
template <class ProgramType, int lanes>
inline constexpr bool is_walking = lanes == 0 && !ProgramType::S::all_fixed();
template <class ProgramType, int lanes>
inline constexpr int block_threads = is_walking<ProgramType, lanes>  ? walking_threads
                                     : ProgramType::team_lanes() > 0 ? max_block_threads
                                                                     : most_block_threads(lanes);

template <class Env>
consteval int walking_blocks(Residency residency) {
  constexpr int by_default = 3;
  if constexpr (requires { Env::blocks_a_multiprocessor; }) {
    return residency == Residency::Shared ? Env::blocks_a_multiprocessor : by_default;
  } else {
    return by_default;
  }
}
template <class ProgramType, Residency residency, int lanes, bool one_step = false>
inline constexpr int blocks_wanted = is_walking<ProgramType, lanes>
                                         ? walking_blocks<typename ProgramType::Env>(residency)
                                     : ProgramType::team_lanes() > 0 ? 1
                                     : lanes == 0                    ? 2
                                     : lanes == 1                    ? 0
                                     : one_step                      ? 16
                                                                     : 12;

template <class ProgramType, Residency residency, int lanes, bool one_step, class Trace>
struct RunTile {
  const Launch& launch;
  const Trace& trace;

  __device__ __forceinline__ void operator()(std::int32_t turn) const {
    run_tile_on_cuda<ProgramType, residency, lanes, one_step>(launch, tile_in_turn(launch, turn),
                                                              trace);
  }
  __device__ __forceinline__ RowIndex worlds(std::int32_t turn) const {
    return tile_at<typename ProgramType::Env>(launch, tile_in_turn(launch, turn)).worlds;
  }
};

/// Launches of one step, a few microseconds, overlap: the next is let in when the last blocks
/// start, or, where all blocks run at once, when they end, since blocks that come earlier gather on
/// some multiprocessors: the arena, 1,024 worlds, 237 million world-steps/s, 139 where they come at
/// the start, 199 without overlap.
template <class ProgramType, Residency residency, int lanes, bool one_step>
__global__ void __launch_bounds__(block_threads<ProgramType, lanes>,
                                  blocks_wanted<ProgramType, residency, lanes, one_step>)
    run_on_cuda(const __grid_constant__ LaunchPrefix<ProgramType::S::columns> prefix) {
  const auto& launch = reinterpret_cast<const Launch&>(prefix);
  const NoTrace trace;
  if (one_step && launch.has_waves) kernels::let_next_kernel_start();
  kernels::wait_for_previous_kernel();
  take_tiles(launch, RunTile<ProgramType, residency, lanes, one_step, NoTrace>{launch, trace},
             trace);
  if constexpr (one_step) kernels::let_next_kernel_start();
}

/// The same, and every block's first thread records what the block does.
template <class ProgramType, Residency residency, int lanes>
__global__ void __launch_bounds__(block_threads<ProgramType, lanes>,
                                  blocks_wanted<ProgramType, residency, lanes>)
    trace_on_cuda(const __grid_constant__ LaunchPrefix<ProgramType::S::columns> prefix,
                  const __grid_constant__ TraceTarget target) {
  __shared__ TraceCursor cursor;
  const auto& launch = reinterpret_cast<const Launch&>(prefix);
  const BlockTrace trace(target, cursor, static_cast<std::int32_t>(blockIdx.x));
  const RunTile<ProgramType, residency, lanes, false, BlockTrace> run_tile{launch, trace};
  kernels::wait_for_previous_kernel();
  trace.launch_begin(BlockMachine::processor(), static_cast<std::uint32_t>(step_number(launch, 0)));
  take_tiles(launch, run_tile, trace);
  trace.launch_end();
}

}  // namespace starling::detail
