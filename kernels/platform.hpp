/// What differs between the compilers, as macros and constants that the rest of the code can use.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <type_traits>

#if defined(__CUDACC__)
#define STARLING_FN __host__ __device__ __forceinline__
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    defined(STARLING_EMULATED_BLOCKS)
// Whole steps as one function take a sanitizer's compiler ten minutes.
#define STARLING_FN inline
#else
#define STARLING_FN [[gnu::always_inline]] inline
#endif

/// A function off the hot path, kept out of line: what an assertion calls once it has failed.
#if defined(__CUDACC__)
#define STARLING_COLD_FN __host__ __device__ __noinline__ inline
#else
#define STARLING_COLD_FN [[gnu::cold, gnu::noinline]] inline
#endif

/// Unrolls the loop that follows; in nvcc's host pass, whose two compilers know no common pragma,
/// nothing.
#if defined(__CUDA_ARCH__)
#define STARLING_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define STARLING_UNROLL
#else
#define STARLING_UNROLL _Pragma("GCC unroll 32")
#endif

/// Unrolls the loop that follows where g++ compiles it for a CPU.
#if defined(__CUDACC__)
#define STARLING_UNROLL_ON_CPU
#else
#define STARLING_UNROLL_ON_CPU _Pragma("GCC unroll 32")
#endif

/// Keeps nvcc from unrolling the loop that follows: turns laid side by side would not fit
/// registers.
#if defined(__CUDA_ARCH__)
#define STARLING_ROLLED _Pragma("unroll 1")
#else
#define STARLING_ROLLED
#endif

/// Says of the row loop that follows that its turns are independent: g++ then vectorises it without
/// checks for overlap. nvcc must not unroll it, since a crew has a thread for nearly every row.
#if defined(__CUDA_ARCH__)
#define STARLING_INDEPENDENT _Pragma("unroll 1")
#elif defined(__CUDACC__)
#define STARLING_INDEPENDENT
#else
#define STARLING_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace starling::kernels {

/// True in a file that nvcc compiles, in its host pass as in its device pass, and where its blocks
/// are emulated.
#if defined(__CUDACC__) || defined(STARLING_EMULATED_BLOCKS)
inline constexpr bool compiled_for_cuda = true;
#else
inline constexpr bool compiled_for_cuda = false;
#endif

/// True in code that runs on the GPU: `if constexpr (on_device())` inside a STARLING_FN function.
STARLING_FN constexpr bool on_device() {
#if defined(__CUDA_ARCH__)
  return true;
#else
  return false;
#endif
}

/// True in device code for GPUs that copy in bulk by themselves.
STARLING_FN constexpr bool copies_in_bulk() {
#if defined(__CUDA_ARCH__)
  return __CUDA_ARCH__ >= 900;
#else
  return false;
#endif
}

/// The high word of the product. On the device by its own instruction: nvcc adds a zero after each
/// product of 64 bits, 6% of a CartPole step.
STARLING_FN constexpr std::uint32_t multiply_high(std::uint32_t a, std::uint32_t b) {
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) return __umulhi(a, b);
#endif
  return static_cast<std::uint32_t>((std::uint64_t{a} * b) >> 32);
}

/// Lowers *word to `value` if that is less. On the device among all threads; on the CPU the word
/// must belong to the calling thread.
STARLING_FN void atomic_min(std::uint64_t* word, std::uint64_t value) {
#if defined(__CUDA_ARCH__)
  atomicMin(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
#else
  if (value < *word) *word = value;
#endif
}

/// Adds to *number, an integer or a double, without waiting for what it was. On the device among
/// all threads; on the CPU the number must belong to the calling thread.
template <class Number>
STARLING_FN void atomic_add(Number* number, Number amount) {
  static_assert(!std::is_same_v<Number, float>, "a GPU's float atomics flush denormals");
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Number, double>) {
    atomicAdd(number, amount);
  } else if constexpr (sizeof(Number) == 8) {
    atomicAdd(reinterpret_cast<unsigned long long*>(number),
              static_cast<unsigned long long>(amount));
  } else {
    static_assert(sizeof(Number) == 4, "a GPU adds 4 or 8 bytes");
    atomicAdd(reinterpret_cast<unsigned*>(number), static_cast<unsigned>(amount));
  }
#else
  *number += amount;
#endif
}

/// Adds to *number and returns what it was; raises *number to `least`. On the device among all
/// threads; on the CPU the number must belong to the calling thread.
STARLING_FN std::uint32_t atomic_take(std::uint32_t* number, std::uint32_t amount) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(number, amount);
#else
  const std::uint32_t before = *number;
  *number += amount;
  return before;
#endif
}
STARLING_FN void atomic_max(std::uint32_t* number, std::uint32_t least) {
#if defined(__CUDA_ARCH__)
  atomicMax(number, least);
#else
  if (*number < least) *number = least;
#endif
}

/// Reads 4 bytes, or one, that no thread writes while the kernel runs: such loads may be brought
/// forward over stores.
STARLING_FN std::uint32_t read_unchanging(const std::uint32_t* word) {
#if defined(__CUDA_ARCH__)
  return __ldg(word);
#else
  return *word;
#endif
}
STARLING_FN std::uint8_t read_unchanging(const std::uint8_t* byte) {
#if defined(__CUDA_ARCH__)
  return __ldg(byte);
#else
  return *byte;
#endif
}

/// Ends the program; on the device the kernel, with an error that the host's next call returns.
[[noreturn]] STARLING_FN void stop() {
#if defined(__CUDA_ARCH__)
  __trap();
#else
  std::abort();
#endif
}

/// The value, of which the compiler knows nothing: what is computed from it in rare work is not
/// brought forward out of a loop, to lie in registers meanwhile. Does nothing on a CPU.
STARLING_FN std::uint64_t computed_late(std::uint64_t value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+l"(value));
#endif
  return value;
}

/// Lets the next kernel of the stream be launched once all blocks of this one have come here.
/// Device only.
STARLING_FN void let_next_kernel_start() {
#if defined(__CUDA_ARCH__)
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
#else
  stop();
#endif
}

/// Waits for the kernel before, where this one was launched early: its writes are visible from here
/// on. Device only.
STARLING_FN void wait_for_previous_kernel() {
#if defined(__CUDA_ARCH__)
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
#else
  stop();
#endif
}

}  // namespace starling::kernels
