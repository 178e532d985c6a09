/// A crew: the threads that work on one thing together.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/bits.hpp"
#include "kernels/block_threads.hpp"
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

/// Of the threads of a crew that said yes, or of the numbers that they gave: how many have a lower
/// rank, and how many there are.
struct Votes {
  std::uint32_t before = 0;
  std::uint32_t all = 0;
};

namespace detail {

/// Of a ballot's bits, as a thread of such a rank counts them.
STARLING_FN constexpr Votes votes_of(std::uint32_t bits, std::uint32_t rank) {
  const std::uint32_t lower = (1U << rank) - 1U;
  return {static_cast<std::uint32_t>(std::popcount(bits & lower)),
          static_cast<std::uint32_t>(std::popcount(bits))};
}

/// The numbers of a crew's threads before, and of all, added up. The crew has a power of two.
template <class Threads>
STARLING_FN Votes summed(const Threads& crew, std::uint32_t number) {
  std::uint32_t through = number;
  for (std::uint32_t distance = 1; distance < Threads::size(); distance *= 2) {
    const std::uint32_t lower = crew.from(through, (crew.rank() - distance) % Threads::size());
    through += crew.rank() >= distance ? lower : 0U;
  }
  return {through - number, crew.from(through, Threads::size() - 1)};
}

/// A value as words that a warp's threads can read of each other.
template <class T>
struct Parts {
  static_assert(std::is_trivially_copyable_v<T>);
  using Part =
      std::conditional_t<sizeof(T) % 4 == 0, std::uint32_t,
                         std::conditional_t<sizeof(T) % 2 == 0, std::uint16_t, std::uint8_t>>;
  static constexpr std::size_t count = sizeof(T) / sizeof(Part);
  Part parts[count];
};

}  // namespace detail

/// One thread, on the host or on the device.
struct SerialCrew {
  STARLING_FN static constexpr std::uint32_t rank() { return 0; }
  STARLING_FN static constexpr std::uint32_t size() { return 1; }
  STARLING_FN static constexpr void sync() {}
  STARLING_FN static constexpr Votes count(bool yes) { return {0, yes ? 1U : 0U}; }
  STARLING_FN static constexpr std::uint32_t ballot(bool yes) { return yes ? 1U : 0U; }
  STARLING_FN static constexpr Votes sum(std::uint32_t number) { return {0, number}; }
  STARLING_FN static constexpr std::uint32_t lowest(std::uint32_t number) { return number; }
  STARLING_FN static constexpr std::uint32_t first(bool) { return 0; }
  template <class T>
  STARLING_FN static constexpr T from(const T& value, std::uint32_t) {
    return value;
  }
};

/// All threads of a CUDA warp. May be named in any file, but runs on the device only.
struct WarpCrew {
  STARLING_FN static std::uint32_t rank() { return thread_index() % 32; }
  STARLING_FN static constexpr std::uint32_t size() { return 32; }
  STARLING_FN static void sync() { sync_warp(); }
  /// Bit r is set where the thread of rank r says yes.
  STARLING_FN static std::uint32_t ballot(bool yes) { return warp_ballot(yes); }
  STARLING_FN static Votes count(bool yes) { return detail::votes_of(ballot(yes), rank()); }

  /// The numbers of the threads before, and of all, added up.
  STARLING_FN static Votes sum(std::uint32_t number) { return detail::summed(WarpCrew{}, number); }

  STARLING_FN static std::uint32_t lowest(std::uint32_t number) { return warp_min(number); }

  /// The lowest rank that says yes; at least one must.
  STARLING_FN static std::uint32_t first(bool yes) {
    return static_cast<std::uint32_t>(lowest_bit(ballot(yes)));
  }

  /// What the thread of rank `other`, modulo 32, gives.
  template <class T>
  STARLING_FN static T from(const T& value, std::uint32_t other) {
    auto parts = std::bit_cast<detail::Parts<T>>(value);
    STARLING_UNROLL
    for (auto& part : parts.parts)
      part = static_cast<std::remove_reference_t<decltype(part)>>(warp_read(part, other));
    return std::bit_cast<T>(parts);
  }
};

/// So many neighbouring threads of a CUDA warp, which wait for each other and not for the others of
/// the warp. May be named in any file, but runs on the device only.
template <std::uint32_t lanes>
struct LaneCrew {
  static_assert(lanes == 2 || lanes == 4 || lanes == 8 || lanes == 16,
                "a LaneCrew has 2, 4, 8 or 16 threads; all 32 of a warp are a WarpCrew");

  STARLING_FN static std::uint32_t rank() { return thread_index() % lanes; }
  STARLING_FN static constexpr std::uint32_t size() { return lanes; }
  STARLING_FN static void sync() { sync_lanes(mask()); }
  STARLING_FN static std::uint32_t ballot(bool yes) {
    return lanes_ballot(mask(), yes) >> first_lane() & ((1U << lanes) - 1U);
  }
  STARLING_FN static Votes count(bool yes) { return detail::votes_of(ballot(yes), rank()); }

  /// The numbers of the threads before, and of all, added up.
  STARLING_FN static Votes sum(std::uint32_t number) { return detail::summed(LaneCrew{}, number); }

  /// What the thread of rank `other`, below `lanes`, gives.
  template <class T>
  STARLING_FN static T from(const T& value, std::uint32_t other) {
    auto parts = std::bit_cast<detail::Parts<T>>(value);
    STARLING_UNROLL
    for (auto& part : parts.parts)
      part = static_cast<std::remove_reference_t<decltype(part)>>(
          lanes_read(mask(), part, first_lane() + other));
    return std::bit_cast<T>(parts);
  }

 private:
  STARLING_FN static std::uint32_t first_lane() { return thread_index() % 32 / lanes * lanes; }
  STARLING_FN static std::uint32_t mask() { return ((1U << lanes) - 1U) << first_lane(); }
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

static_assert(Crew<SerialCrew> && Crew<LaneCrew<8>> && Crew<WarpCrew> && Crew<BlockCrew<32>>);

}  // namespace starling::kernels
