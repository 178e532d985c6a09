/// A warpgroup's matrix instructions of bf16 with float32 sums, which work by themselves once they
/// are started: on Hopper (sm_90a) only, or where a test emulates its blocks on a CPU.
///
/// A warpgroup is four warps, the first of which has an index that is a multiple of four; all 128
/// threads make the same calls. Its factor A is [64, 16], B is [16, columns]. Warp w of the four
/// holds rows 16 w and on of what lies in registers, A and the sums, as fragments of m16n8k16
/// (kernels/tensor_core.hpp).
///
/// A batch of products is fenced, started, committed and waited for. Until then its sums and its A
/// in registers must not be read, nor the matrices in shared memory overwritten:
///
///   fence_products();
///   for (int k = 0; k < depth; k += 16) start_product<Major::K, Major::K>(..., sums);
///   commit_products();
///   wait_for_products<0>();
///   settle(sums);
#pragma once

#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/platform.hpp"
#include "kernels/warpgroup_layout.hpp"
#include "kernels/warpgroup_ptx.hpp"

namespace starling::kernels {

inline constexpr std::uint32_t warpgroup_threads = 128;
inline constexpr int warpgroup_rows = 64;

/// Whether the code is compiled for a GPU that has these instructions, or for a test of them.
STARLING_FN constexpr bool has_warpgroup_products() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL) || defined(STARLING_EMULATED_BLOCKS)
  return true;
#else
  return false;
#endif
}

/// What a thread holds of a warpgroup's sums, [64, columns]: fragments of 16 rows by 8 columns.
template <int columns>
struct WarpgroupSums {
  static constexpr int fragments = columns / 8;
  float of[fragments][4];
};

#if defined(STARLING_EMULATED_BLOCKS)
/// The test's: see tests/emulated.
namespace emulated {

struct WarpgroupProduct {
  const std::uint32_t* a;  ///< In registers; null: in shared memory.
  MatrixDescriptor a_at;
  MatrixDescriptor b_at;
  Major a_major;
  Major b_major;
  bool adds;
  float* sums;
  int columns;
};

void fence_products();
void start_product(const WarpgroupProduct& product);
void commit_products();
void wait_for_products(int pending);

}  // namespace emulated
#endif

/// Comes before the first product of a batch: what the threads wrote to registers that products use
/// is there for them. Products that follow upon one another into the same sums need none between.
STARLING_FN void fence_products() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::fence_products();
#else
  stop();
#endif
}

/// Starts sums = a * b, or sums += a * b, with A's fragment in registers.
template <Major b_major, int columns>
STARLING_FN void start_product([[maybe_unused]] const std::uint32_t (&a)[4],
                               [[maybe_unused]] MatrixDescriptor b, [[maybe_unused]] bool adds,
                               [[maybe_unused]] WarpgroupSums<columns>& sums) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  detail::start_product<columns, static_cast<int>(b_major)>(a, b.bits, adds ? 1U : 0U, sums.of);
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::start_product({a, {}, b, Major::K, b_major, adds, &sums.of[0][0], columns});
#else
  stop();
#endif
}

/// The same with A in shared memory.
template <Major a_major, Major b_major, int columns>
STARLING_FN void start_product([[maybe_unused]] MatrixDescriptor a,
                               [[maybe_unused]] MatrixDescriptor b, [[maybe_unused]] bool adds,
                               [[maybe_unused]] WarpgroupSums<columns>& sums) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  detail::start_product<columns, static_cast<int>(a_major), static_cast<int>(b_major)>(
      a.bits, b.bits, adds ? 1U : 0U, sums.of);
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::start_product({nullptr, a, b, a_major, b_major, adds, &sums.of[0][0], columns});
#else
  stop();
#endif
}

/// Makes a batch of the products started since the last one.
STARLING_FN void commit_products() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::commit_products();
#else
  stop();
#endif
}

/// Waits until at most the last `pending` batches are still at work.
template <int pending>
STARLING_FN void wait_for_products() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::wait_for_products(pending);
#else
  stop();
#endif
}

/// Keeps the compiler from moving reads and writes of these sums from one side of the call to the
/// other: it does not know that a product writes them until it is waited for.
template <int columns>
STARLING_FN void settle([[maybe_unused]] WarpgroupSums<columns>& sums) {
#if defined(__CUDA_ARCH__)
  STARLING_UNROLL
  for (int t = 0; t < WarpgroupSums<columns>::fragments; ++t) {
    STARLING_UNROLL
    for (int i = 0; i < 4; ++i)
      asm volatile("" : "+f"(sums.of[t][i])::"memory");
  }
#endif
}

/// Makes what the thread wrote to shared memory by ordinary stores visible to products and to the
/// copy engine; comes before the barrier after which they read it.
STARLING_FN void fence_stores_for_engines() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

/// Sets how many registers each thread of the warpgroup may have from here on, a multiple of 8:
/// fewer than before, or more, of those that other warpgroups of the block have given back. For
/// kernels whose registers are capped at entry; all of a role's code follows in one branch.
template <int registers>
STARLING_FN void give_back_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
#endif
}
template <int registers>
STARLING_FN void claim_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
#endif
}

/// The index of the thread's warpgroup, as a number that the compiler knows to be a warp's.
STARLING_FN std::uint32_t warpgroup_index() {
  return warp_read(thread_index() / warpgroup_threads, 0);
}

}  // namespace starling::kernels
