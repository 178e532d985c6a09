/// The assertion for programmer errors, with one sentence that says what was expected.
#pragma once

#include <cstdio>

#include "kernels/platform.hpp"

namespace starling::kernels {

/// True where indexing is checked too: in builds without NDEBUG.
#if defined(NDEBUG)
inline constexpr bool checked = false;
#else
inline constexpr bool checked = true;
#endif

namespace detail {

/// Says what failed and where, and ends the program (on the device: the kernel, by a trap).
[[noreturn]] STARLING_COLD_FN void assertion_failed(const char* condition, const char* sentence,
                                                    const char* file, int line) {
  if constexpr (on_device()) {
    std::printf("%s:%d: %s (%s does not hold)\n", file, line, sentence, condition);
  } else {
    std::fprintf(stderr, "%s:%d: %s (%s does not hold)\n", file, line, sentence, condition);
  }
  stop();
}

}  // namespace detail
}  // namespace starling::kernels

/// Ends the program with the sentence if the condition is false, in every build. An expression, so
/// it may stand in a constexpr function; where it fails at compile time, compilation fails.
#define STARLING_ASSERT(condition, sentence) \
  (static_cast<bool>(condition)              \
       ? static_cast<void>(0)                \
       : ::starling::kernels::detail::assertion_failed(#condition, sentence, __FILE__, __LINE__))
