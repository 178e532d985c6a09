/// Traces a CPU thread by the steady clock, whose ticks are nanoseconds.
#pragma once

#include <chrono>

#include "engine/trace.hpp"

namespace starling::detail {

struct ThreadMachine {
  static bool is_writer() { return true; }
  static std::uint64_t ticks() { return nanoseconds(); }
  static std::uint64_t nanoseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  }
};

}  // namespace starling::detail
