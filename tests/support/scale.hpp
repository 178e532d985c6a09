/// How much the heavy tests run: all of it in a release build, less where every step costs more.
#pragma once

namespace starling::tests {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool looks_for_races = true;
#else
inline constexpr bool looks_for_races = false;
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

#if defined(NDEBUG)
inline constexpr bool is_optimised = true;
#else
inline constexpr bool is_optimised = false;
#endif

/// `full` in a release build. Sanitizers and -O0 step worlds 20 to 100 times slower and look for
/// faults that a small run shows as well as a large one: there, `reduced`.
template <class Count>
constexpr Count scaled(Count full, Count reduced) {
  return is_optimised && !is_sanitized ? full : reduced;
}

}  // namespace starling::tests
