/// The persistent kernel: a block takes tiles from a queue and steps each for a whole launch.
///
/// Only CUDA files include this.
#pragma once

#include <cstdint>

#include "engine/launch.hpp"
#include "engine/run_tile.hpp"
#include "engine/simulator.hpp"
#include "engine/trace_cuda.hpp"

namespace starling::detail {

/// All threads of a block.
struct BlockCrew {
  __device__ std::ptrdiff_t rank() const { return threadIdx.x; }
  __device__ std::ptrdiff_t size() const { return blockDim.x; }
  __device__ void sync() const { __syncthreads(); }
};

/// Copies a slab, 16 bytes a thread and turn. Slabs are multiples of 128 bytes on 128 bytes.
__device__ __forceinline__ void copy_slab(std::byte* to, const std::byte* from,
                                          std::int64_t size_bytes) {
  const auto words = static_cast<std::uint32_t>(size_bytes / 16);
  for (std::uint32_t word = threadIdx.x; word < words; word += blockDim.x) {
    reinterpret_cast<uint4*>(to)[word] = reinterpret_cast<const uint4*>(from)[word];
  }
}

template <class ProgramType, Residency residency, class Trace>
__device__ __forceinline__ void run_tile_on_cuda(const Launch& launch, std::int32_t index,
                                                 const Trace& trace) {
  using Env = typename ProgramType::Env;
  const BlockCrew crew;
  if constexpr (residency == Residency::Registers) {
    RowSteps<ProgramType>::run(tile_at<Env>(launch, index), crew);
  } else if constexpr (residency == Residency::Shared) {
    extern __shared__ __align__(128) std::byte shared_slab[];
    const Tile<Env> home = tile_at<Env>(launch, index);
    copy_slab(shared_slab, home.slab, launch.slab_bytes);
    crew.sync();
    const Tile<Env> tile{launch, shared_slab, home.first_world, home.worlds};
    for (std::int32_t step = 0; step < launch.steps; ++step) {
      TileWalk<ProgramType, false>::template run<0, ProgramType::size>(tile, crew, {step}, trace);
    }
    crew.sync();
    copy_slab(home.slab, shared_slab, launch.slab_bytes);
    crew.sync();
  } else {
    const Tile<Env> tile = tile_at<Env>(launch, index);
    for (std::int32_t step = 0; step < launch.steps; ++step) {
      TileWalk<ProgramType, false>::template run<0, ProgramType::size>(tile, crew, {step}, trace);
    }
  }
}

/// The first tile of a block is its index; each further one is a ticket, drawn when a tile starts
/// and used when it ends, so that its latency is hidden. Every tile draws exactly one ticket, so
/// the counter never needs a reset: the next launch starts from where this one leaves it.
template <class ProgramType, Residency residency, class Trace>
__device__ __forceinline__ void run_tiles_on_cuda(const Launch& launch, const Trace& trace) {
  __shared__ std::int32_t next_tile;
  std::int32_t turn = static_cast<std::int32_t>(blockIdx.x);
  while (turn < launch.tiles) {
    if (threadIdx.x == 0) {
      const unsigned long long ticket = atomicAdd(launch.tickets, 1ULL) - launch.first_ticket;
      next_tile = static_cast<std::int32_t>(ticket + gridDim.x);
    }
    const std::int32_t index = launch.tile_order != nullptr ? launch.tile_order[turn] : turn;
    trace.tile_begin();
    run_tile_on_cuda<ProgramType, residency>(launch, index, trace);
    __syncthreads();
    trace.tile_end(index, tile_at<typename ProgramType::Env>(launch, index).worlds);
    turn = next_tile;
    __syncthreads();
  }
}

template <class ProgramType, Residency residency>
__global__ void __launch_bounds__(max_block_threads)
    run_on_cuda(const __grid_constant__ Launch launch) {
  run_tiles_on_cuda<ProgramType, residency>(launch, NoTrace{});
}

/// The same, and every block's first thread records what the block does.
template <class ProgramType, Residency residency>
__global__ void __launch_bounds__(max_block_threads)
    trace_on_cuda(const __grid_constant__ Launch launch,
                  const __grid_constant__ TraceTarget target) {
  __shared__ TraceCursor cursor;
  const BlockTrace trace(target, cursor, static_cast<std::int32_t>(blockIdx.x));
  trace.launch_begin(BlockMachine::processor(), launch.first_step);
  run_tiles_on_cuda<ProgramType, residency>(launch, trace);
  trace.launch_end();
}

}  // namespace starling::detail
