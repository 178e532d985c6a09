/// Shared memory as the GPU's own instructions address it, and copies into it that a thread starts
/// and does not wait for: on the device only, or where a test emulates its blocks on a CPU.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/platform.hpp"

namespace starling::kernels {

/// A byte of the block's shared memory.
using SharedAddress = std::uint32_t;

/// What is copied at once; both ends are aligned to it.
inline constexpr std::uint32_t chunk_bytes = 16;

#if defined(STARLING_EMULATED_BLOCKS)
/// The test's: see tests/emulated.
namespace emulated {

SharedAddress shared_address(const void* pointer);
void copy_async(SharedAddress to, const void* from, bool present);
void wait_for_copies();

}  // namespace emulated
#endif

STARLING_FN SharedAddress shared_address([[maybe_unused]] const void* pointer) {
#if defined(__CUDA_ARCH__)
  return static_cast<SharedAddress>(__cvta_generic_to_shared(pointer));
#elif defined(STARLING_EMULATED_BLOCKS)
  return emulated::shared_address(pointer);
#else
  stop();
#endif
}

/// Starts to copy a chunk of global memory; zeros where it is not present, and then `from` is not
/// read.
STARLING_FN void copy_async([[maybe_unused]] SharedAddress to, [[maybe_unused]] const void* from,
                            [[maybe_unused]] bool present) {
#if defined(__CUDA_ARCH__)
  const std::uint32_t read_bytes = present ? chunk_bytes : 0U;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(read_bytes)
               : "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::copy_async(to, from, present);
#else
  stop();
#endif
}

/// Waits for all copies of the calling thread. Others see them after a barrier.
STARLING_FN void wait_for_copies() {
#if defined(__CUDA_ARCH__)
  asm volatile("cp.async.wait_all;" ::: "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::wait_for_copies();
#else
  stop();
#endif
}

/// A chunk in registers.
struct alignas(chunk_bytes) Chunk {
  std::uint32_t words[4];
};

/// `from`: aligned to a chunk.
STARLING_FN Chunk read_chunk(const void* from) {
#if defined(__CUDA_ARCH__)
  const uint4 chunk = *static_cast<const uint4*>(from);
  return {{chunk.x, chunk.y, chunk.z, chunk.w}};
#else
  Chunk chunk;
  __builtin_memcpy(&chunk, from, chunk_bytes);
  return chunk;
#endif
}

/// `to`: aligned to a chunk.
STARLING_FN void write_chunk(void* to, const Chunk& chunk) {
#if defined(__CUDA_ARCH__)
  *static_cast<uint4*>(to) =
      make_uint4(chunk.words[0], chunk.words[1], chunk.words[2], chunk.words[3]);
#else
  __builtin_memcpy(to, &chunk, chunk_bytes);
#endif
}

/// Copies a chunk at once, by one load and one store.
STARLING_FN void copy_chunk([[maybe_unused]] void* to, [[maybe_unused]] const void* from) {
#if defined(__CUDA_ARCH__)
  *static_cast<uint4*>(to) = *static_cast<const uint4*>(from);
#else
  __builtin_memcpy(to, from, chunk_bytes);
#endif
}

/// Writes zeros to a chunk.
STARLING_FN void clear_chunk([[maybe_unused]] void* to) {
#if defined(__CUDA_ARCH__)
  *static_cast<uint4*>(to) = uint4{0, 0, 0, 0};
#else
  __builtin_memset(to, 0, chunk_bytes);
#endif
}

}  // namespace starling::kernels
