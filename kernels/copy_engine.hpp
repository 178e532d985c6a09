/// Copies of whole boxes of rows to shared memory, which one thread starts and a barrier's phase
/// waits for, on GPUs from sm_90 on: on the device only, or where a test emulates its blocks on a
/// CPU.
#pragma once

#include <cstdint>

#include "kernels/bfloat16.hpp"
#include "kernels/phase_barrier.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

/// A tensor [batch, heads, rows, columns] of bf16, and the boxes in which it is copied: `box_rows`
/// rows of 64 columns, at most 256, which land as a panel of SwizzledPanels.
struct BoxedTensor {
  const Bfloat16* first;  ///< 16-byte aligned.
  std::int64_t columns;   ///< A multiple of 64.
  std::int64_t rows;
  std::int64_t heads;
  std::int64_t batch;
  /// Elements from one to the next, multiples of 8; columns lie side by side.
  std::int64_t row_stride;
  std::int64_t head_stride;
  std::int64_t batch_stride;
  int box_rows;
};

inline constexpr int box_columns = 64;

/// A tensor as the copy engine knows it: of a kernel's argument that is __grid_constant__, or of
/// global memory. CUDA calls it a tensor map, CUtensorMap.
struct alignas(64) TensorMap {
  std::uint64_t words[16];
};

/// Which box: its first column, row, head and batch.
struct BoxOrigin {
  int column;
  int row;
  int head;
  int batch;
};

#if defined(STARLING_EMULATED_BLOCKS)
/// The test's: see tests/emulated.
namespace emulated {

void start_bulk_copy(SharedAddress to, const void* from, std::uint32_t size_bytes,
                     SharedAddress barrier);
void start_box_copy(SharedAddress to, const TensorMap& tensor, const BoxOrigin& origin,
                    SharedAddress barrier);

}  // namespace emulated
#endif

/// Starts to copy bytes that lie side by side, a multiple of 16 and so aligned at both ends. They
/// count for the barrier's phase, whose arrivals have announced them.
STARLING_FN void start_bulk_copy([[maybe_unused]] SharedAddress to,
                                 [[maybe_unused]] const void* from,
                                 [[maybe_unused]] std::uint32_t size_bytes,
                                 [[maybe_unused]] SharedAddress barrier) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(to),
      "l"(__cvta_generic_to_global(from)), "r"(size_bytes), "r"(barrier)
      : "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::start_bulk_copy(to, from, size_bytes, barrier);
#else
  stop();
#endif
}

/// The same of a box, to an address that is a multiple of 1024. What lies outside of the tensor
/// becomes zeros, and all of the box's bytes count.
STARLING_FN void start_box_copy([[maybe_unused]] SharedAddress to,
                                [[maybe_unused]] const TensorMap& tensor,
                                [[maybe_unused]] const BoxOrigin& origin,
                                [[maybe_unused]] SharedAddress barrier) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3, %4, %5}], [%6];" ::"r"(to),
      "l"(&tensor), "r"(origin.column), "r"(origin.row), "r"(origin.head), "r"(origin.batch),
      "r"(barrier)
      : "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::start_box_copy(to, tensor, origin, barrier);
#else
  stop();
#endif
}

}  // namespace starling::kernels
