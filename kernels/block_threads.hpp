/// What threads of a CUDA block do together: they run on the device only, or where a test emulates
/// its blocks on a CPU.
#pragma once

#include <cstdint>

#include "kernels/platform.hpp"

namespace starling::kernels {

#if defined(STARLING_EMULATED_BLOCKS)
/// The test's: see tests/emulated.
namespace emulated {

std::uint32_t thread_index();
void sync_block();
void sync_warp();
void sync_some(std::uint32_t barrier, std::uint32_t threads);
void arrive_at_sync(std::uint32_t barrier, std::uint32_t threads);
std::uint32_t warp_ballot(bool yes);
std::uint32_t warp_read(std::uint32_t value, std::uint32_t lane);
std::uint32_t warp_min(std::uint32_t value);
void sync_lanes(std::uint32_t lanes);
std::uint32_t lanes_ballot(std::uint32_t lanes, bool yes);
std::uint32_t lanes_read(std::uint32_t lanes, std::uint32_t value, std::uint32_t lane);

}  // namespace emulated
#endif

/// The index of the thread in its block of one dimension.
STARLING_FN std::uint32_t thread_index() {
#if defined(__CUDA_ARCH__)
  return threadIdx.x;
#elif defined(STARLING_EMULATED_BLOCKS)
  return emulated::thread_index();
#else
  stop();
#endif
}

/// Waits for all threads of the block and makes their writes visible.
STARLING_FN void sync_block() {
#if defined(__CUDA_ARCH__)
  __syncthreads();
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::sync_block();
#else
  stop();
#endif
}

/// The same for those that come to a barrier of the block, of numbers 1 to 15: whole warps, and
/// `threads` of them with those that only arrive.
STARLING_FN void sync_some([[maybe_unused]] std::uint32_t barrier,
                           [[maybe_unused]] std::uint32_t threads) {
#if defined(__CUDA_ARCH__)
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::sync_some(barrier, threads);
#else
  stop();
#endif
}

/// Counts as come to such a barrier, and does not wait.
STARLING_FN void arrive_at_sync([[maybe_unused]] std::uint32_t barrier,
                                [[maybe_unused]] std::uint32_t threads) {
#if defined(__CUDA_ARCH__)
  asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::arrive_at_sync(barrier, threads);
#else
  stop();
#endif
}

/// Waits for all threads of the warp and makes their writes visible to one another.
STARLING_FN void sync_warp() {
#if defined(__CUDA_ARCH__)
  __syncwarp();
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::sync_warp();
#else
  stop();
#endif
}

/// The same for some threads of the warp, each of which calls it with bits for all of them. Groups
/// that share no thread may call it side by side.
STARLING_FN void sync_lanes([[maybe_unused]] std::uint32_t lanes) {
#if defined(__CUDA_ARCH__)
  __syncwarp(lanes);
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::sync_lanes(lanes);
#else
  stop();
#endif
}

/// Bit l: thread l of the warp, among those that call, says yes.
STARLING_FN std::uint32_t lanes_ballot([[maybe_unused]] std::uint32_t lanes,
                                       [[maybe_unused]] bool yes) {
#if defined(__CUDA_ARCH__)
  return __ballot_sync(lanes, yes);
#elif defined(STARLING_EMULATED_BLOCKS)
  return emulated::lanes_ballot(lanes, yes);
#else
  stop();
#endif
}

/// What thread `lane` of the warp gives, which must be among those that call.
STARLING_FN std::uint32_t lanes_read([[maybe_unused]] std::uint32_t lanes,
                                     [[maybe_unused]] std::uint32_t value,
                                     [[maybe_unused]] std::uint32_t lane) {
#if defined(__CUDA_ARCH__)
  return __shfl_sync(lanes, value, static_cast<int>(lane));
#elif defined(STARLING_EMULATED_BLOCKS)
  return emulated::lanes_read(lanes, value, lane);
#else
  stop();
#endif
}

/// Bit l: thread l of the warp says yes; all 32 call.
STARLING_FN std::uint32_t warp_ballot([[maybe_unused]] bool yes) {
#if defined(__CUDA_ARCH__)
  return __ballot_sync(~0U, yes);
#elif defined(STARLING_EMULATED_BLOCKS)
  return emulated::warp_ballot(yes);
#else
  stop();
#endif
}

/// What thread `lane` of the warp, modulo 32, gives; all 32 call.
STARLING_FN std::uint32_t warp_read([[maybe_unused]] std::uint32_t value,
                                    [[maybe_unused]] std::uint32_t lane) {
#if defined(__CUDA_ARCH__)
  return __shfl_sync(~0U, value, static_cast<int>(lane));
#elif defined(STARLING_EMULATED_BLOCKS)
  return emulated::warp_read(value, lane);
#else
  stop();
#endif
}

/// What the thread gives whose index differs from the own one in `bits`; all 32 call.
STARLING_FN std::uint32_t warp_read_across([[maybe_unused]] std::uint32_t value,
                                           [[maybe_unused]] std::uint32_t bits) {
#if defined(__CUDA_ARCH__)
  return __shfl_xor_sync(~0U, value, static_cast<int>(bits));
#elif defined(STARLING_EMULATED_BLOCKS)
  return emulated::warp_read(value, emulated::thread_index() ^ bits);
#else
  stop();
#endif
}

/// The lowest of what the threads of the warp give; all 32 call.
STARLING_FN std::uint32_t warp_min([[maybe_unused]] std::uint32_t value) {
#if defined(__CUDA_ARCH__)
  return __reduce_min_sync(~0U, value);
#elif defined(STARLING_EMULATED_BLOCKS)
  return emulated::warp_min(value);
#else
  stop();
#endif
}

}  // namespace starling::kernels
