/// Loads and stores of 4, 8 or 16 bytes at once, for data that is touched only once.
#pragma once

#include <cstdint>

#include "kernels/platform.hpp"

namespace starling::kernels {

/// Words that one load or store moves; both ends in memory are aligned to all of them.
template <int count>
struct Words {
  static_assert(count == 1 || count == 2 || count == 4, "A load moves 4, 8 or 16 bytes.");
  std::uint32_t of[count];
};

/// Reads global memory that no thread writes while the kernel runs, and leaves the L1 cache to
/// others; zeros where it is not present, and then `from` is not read.
template <int count>
STARLING_FN Words<count> read_once(const void* from, bool present) {
  Words<count> words{};
#if defined(__CUDA_ARCH__)
  const auto flag = static_cast<std::uint32_t>(present);
  std::uint32_t(&to)[count] = words.of;
  if constexpr (count == 1) {
    asm("{ .reg .pred p; setp.ne.u32 p, %2, 0; mov.b32 %0, 0;"
        " @p ld.global.nc.L1::no_allocate.b32 %0, [%1]; }"
        : "=&r"(to[0])
        : "l"(from), "r"(flag));
  } else if constexpr (count == 2) {
    asm("{ .reg .pred p; setp.ne.u32 p, %3, 0; mov.b32 %0, 0; mov.b32 %1, 0;"
        " @p ld.global.nc.L1::no_allocate.v2.b32 {%0, %1}, [%2]; }"
        : "=&r"(to[0]), "=&r"(to[1])
        : "l"(from), "r"(flag));
  } else {
    asm("{ .reg .pred p; setp.ne.u32 p, %5, 0;"
        " mov.b32 %0, 0; mov.b32 %1, 0; mov.b32 %2, 0; mov.b32 %3, 0;"
        " @p ld.global.nc.L1::no_allocate.v4.b32 {%0, %1, %2, %3}, [%4]; }"
        : "=&r"(to[0]), "=&r"(to[1]), "=&r"(to[2]), "=&r"(to[3])
        : "l"(from), "r"(flag));
  }
#else
  if (present) __builtin_memcpy(words.of, from, sizeof words.of);
#endif
  return words;
}

/// Writes global memory that nothing reads again soon.
template <int count>
STARLING_FN void write_once(void* to, const Words<count>& words) {
#if defined(__CUDA_ARCH__)
  if constexpr (count == 1) {
    __stcs(static_cast<std::uint32_t*>(to), words.of[0]);
  } else if constexpr (count == 2) {
    __stcs(static_cast<uint2*>(to), make_uint2(words.of[0], words.of[1]));
  } else {
    __stcs(static_cast<uint4*>(to), make_uint4(words.of[0], words.of[1], words.of[2], words.of[3]));
  }
#else
  __builtin_memcpy(to, words.of, sizeof words.of);
#endif
}

}  // namespace starling::kernels
