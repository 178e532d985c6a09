/// A crew: the threads that work on one thing together.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include "kernels/platform.hpp"

namespace starling::kernels {

/// `rank()` is the calling thread's number in [0, `size()`); `sync()` waits for the whole crew and
/// makes the writes of each visible to all. Every thread of a crew makes the same calls of sync
/// and of functions that take the crew.
template <class T>
concept Crew = requires(const T crew) {
  { crew.rank() } -> std::same_as<std::uint32_t>;
  { crew.size() } -> std::same_as<std::uint32_t>;
  crew.sync();
};

/// Of the threads of a crew that said yes: how many have a lower rank, and how many there are.
struct Votes {
  std::uint32_t before = 0;
  std::uint32_t all = 0;
};

/// One thread, on the host or on the device.
struct SerialCrew {
  STARLING_FN static constexpr std::uint32_t rank() { return 0; }
  STARLING_FN static constexpr std::uint32_t size() { return 1; }
  STARLING_FN static constexpr void sync() {}
  STARLING_FN static constexpr Votes count(bool yes) { return {0, yes ? 1U : 0U}; }
};

/// All threads of a CUDA warp. May be named in any file, but runs on the device only.
struct WarpCrew {
  STARLING_FN static std::uint32_t rank() { return thread_index() % 32; }
  STARLING_FN static constexpr std::uint32_t size() { return 32; }
  STARLING_FN static void sync() { sync_warp(); }
  STARLING_FN static Votes count(bool yes) {
    const std::uint32_t ballot = warp_ballot(yes);
    const std::uint32_t lower = (1U << rank()) - 1U;
    return {static_cast<std::uint32_t>(std::popcount(ballot & lower)),
            static_cast<std::uint32_t>(std::popcount(ballot))};
  }
};

/// All threads of a CUDA block of one dimension, whole warps. May be named in any file, but runs on
/// the device only.
template <std::uint32_t threads>
struct BlockCrew {
  static_assert(threads % 32 == 0 && threads >= 32 && threads <= 1024,
                "A BlockCrew has whole warps of 32 threads, at most 1024 threads.");

  STARLING_FN static std::uint32_t rank() { return thread_index(); }
  STARLING_FN static constexpr std::uint32_t size() { return threads; }
  STARLING_FN static void sync() { sync_block(); }
};

static_assert(Crew<SerialCrew> && Crew<WarpCrew> && Crew<BlockCrew<32>>);

}  // namespace starling::kernels
