/// Traces a CUDA block by the clock of its SM.
///
/// Only CUDA files include this.
#pragma once

#include "engine/trace.hpp"

namespace starling::detail {

/// The clock of an SM costs tens of cycles to read, but each SM has its own; the global timer is
/// one for all, but ticks coarsely. The volatile reads keep their order among memory accesses.
struct BlockMachine {
  __device__ static bool is_writer() { return threadIdx.x == 0; }
  __device__ static std::uint64_t ticks() {
    std::uint64_t now;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
    return now;
  }
  __device__ static std::uint64_t nanoseconds() {
    std::uint64_t now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
    return now;
  }
  __device__ static std::int32_t processor() {
    std::int32_t sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    return sm;
  }
};

using BlockTrace = CrewTrace<BlockMachine>;

}  // namespace starling::detail
