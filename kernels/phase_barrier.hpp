/// Barriers in shared memory for which bytes of bulk copies count beside threads (mbarriers), on
/// GPUs from sm_90 on: on the device only, or where a test emulates its blocks on a CPU.
///
/// A barrier's phases have parity 0, 1, 0 and so on. A phase ends when the arrivals it was begun
/// with have come, and with them all the bytes that were announced; the next one begins at once.
#pragma once

#include <cstdint>

#include "kernels/async_copy.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

/// Of shared memory, for one barrier; aligned to itself.
inline constexpr std::uint32_t phase_barrier_bytes = 8;

#if defined(STARLING_EMULATED_BLOCKS)
/// The test's: see tests/emulated.
namespace emulated {

void begin_phases(SharedAddress barrier, std::uint32_t arrivals);
void arrive(SharedAddress barrier, std::uint32_t announced_bytes);
void wait_for_phase(SharedAddress barrier, std::uint32_t parity);

}  // namespace emulated
#endif

/// Begins a barrier's first phase. One thread calls it, fence_new_barriers() after the last one,
/// and then all wait for one another before any uses the barriers.
STARLING_FN void begin_phases([[maybe_unused]] SharedAddress barrier,
                              [[maybe_unused]] std::uint32_t arrivals) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::begin_phases(barrier, arrivals);
#else
  stop();
#endif
}

STARLING_FN void fence_new_barriers() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

/// One arrival. What the thread did before is visible to those that wait for the phase.
STARLING_FN void arrive([[maybe_unused]] SharedAddress barrier) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::arrive(barrier, 0);
#else
  stop();
#endif
}

/// One arrival that announces bytes of copies which are started after it.
STARLING_FN void arrive_announcing([[maybe_unused]] SharedAddress barrier,
                                   [[maybe_unused]] std::uint32_t size_bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
               "r"(size_bytes)
               : "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::arrive(barrier, size_bytes);
#else
  stop();
#endif
}

/// Waits for the end of the phase of a parity, unless the phase of the other parity is under way:
/// then it has ended. So on a new barrier a wait for parity 1 returns at once.
STARLING_FN void wait_for_phase([[maybe_unused]] SharedAddress barrier,
                                [[maybe_unused]] std::uint32_t parity) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  std::uint32_t has_ended = 0;
  while (has_ended == 0) {
    asm volatile(
        "{\n"
        ".reg .pred ended;\n"
        "mbarrier.try_wait.parity.shared::cta.b64 ended, [%1], %2;\n"
        "selp.u32 %0, 1, 0, ended;\n"
        "}\n"
        : "=r"(has_ended)
        : "r"(barrier), "r"(parity)
        : "memory");
  }
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::wait_for_phase(barrier, parity);
#else
  stop();
#endif
}

}  // namespace starling::kernels
