/// A warp of 32 CPU threads: what is written for a team can be run, and its calls be checked, where
/// there is no GPU.
#pragma once

#include <algorithm>
#include <array>
#include <barrier>
#include <bit>
#include <cstdint>
#include <functional>
#include <thread>
#include <type_traits>
#include <vector>

#include "kernels/crew.hpp"

namespace starling::tests {

/// The calls of a kernels::WarpCrew, by threads of one `run_as_warp`. A call that not all threads
/// make hangs, or mixes up what two calls give.
struct WarpOfThreads {
  static constexpr std::uint32_t size() { return 32; }
  static std::uint32_t rank() { return own_rank; }
  static void sync() { meeting.arrive_and_wait(); }

  static std::array<std::uint32_t, 32> all(std::uint32_t own) {
    given[rank()] = own;
    sync();
    const std::array<std::uint32_t, 32> seen = given;
    sync();
    return seen;
  }
  static std::uint32_t lowest(std::uint32_t number) {
    const auto numbers = all(number);
    return *std::min_element(numbers.begin(), numbers.end());
  }
  static kernels::Votes sum(std::uint32_t number) {
    const auto numbers = all(number);
    kernels::Votes votes;
    for (std::uint32_t lane = 0; lane < size(); ++lane) {
      votes.before += lane < rank() ? numbers[lane] : 0;
      votes.all += numbers[lane];
    }
    return votes;
  }
  static std::uint32_t ballot(bool yes) {
    std::uint32_t votes = 0;
    const std::array<std::uint32_t, 32> all_votes = all(yes ? 1 : 0);
    for (std::uint32_t lane = 0; lane < size(); ++lane)
      votes |= all_votes[lane] << lane;
    return votes;
  }
  static kernels::Votes count(bool yes) { return sum(yes ? 1 : 0); }
  static std::uint32_t first(bool yes) { return lowest(yes ? rank() : size()); }
  template <class T>
  static T from(const T& value, std::uint32_t other) {
    auto parts = std::bit_cast<kernels::detail::Parts<T>>(value);
    for (auto& part : parts.parts)
      part = static_cast<std::remove_reference_t<decltype(part)>>(all(part)[other % size()]);
    return std::bit_cast<T>(parts);
  }

  static inline thread_local std::uint32_t own_rank = 0;
  static inline std::barrier<> meeting{32};
  static inline std::array<std::uint32_t, 32> given{};
};

/// Calls work() on 32 threads at once.
inline void run_as_warp(const std::function<void()>& work) {
  std::vector<std::thread> threads;
  for (std::uint32_t rank = 0; rank < WarpOfThreads::size(); ++rank) {
    threads.emplace_back([rank, &work] {
      WarpOfThreads::own_rank = rank;
      work();
    });
  }
  for (std::thread& thread : threads)
    thread.join();
}

}  // namespace starling::tests
