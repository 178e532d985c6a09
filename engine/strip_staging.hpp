/// Strips of a tile on their way from shared to device memory, all of a step at once.
///
/// Only CUDA files include this.
#pragma once

#include "engine/tile.hpp"

namespace starling::detail {

/// Systems write strips element by element, Overcooked's planes byte by byte: where they go to
/// device memory they leave in one bulk copy a tile and step, which ends while the next step runs.
template <class Env>
struct StripStaging {
  using S = Schema<Env>;

  /// Zeros for the next step, once the copies of the one before have read what is there.
  __device__ __forceinline__ static void begin_step(std::byte* staging, std::uint32_t size_bytes) {
    if constexpr (S::has_strips()) {
      end_launch();
      for (std::uint32_t at = 16 * threadIdx.x; at < size_bytes; at += 16 * blockDim.x)
        *reinterpret_cast<uint4*>(staging + at) = uint4{};
      __syncthreads();
    }
  }
  __device__ __forceinline__ static void end_launch() {
    if constexpr (S::has_strips()) {
      if constexpr (kernels::copies_in_bulk()) {
        if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
      }
      __syncthreads();
    }
  }

  __device__ __forceinline__ static void end_step(const Tile<Env>& tile, std::int32_t step) {
    if constexpr (S::has_strips()) {
      if constexpr (kernels::copies_in_bulk())
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      __syncthreads();
      copy_all<0>(tile, step);
      if constexpr (kernels::copies_in_bulk()) {
        if (threadIdx.x == 0) asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      }
    }
  }

 private:
  template <int column>
  __device__ __forceinline__ static void copy_all(const Tile<Env>& tile, std::int32_t step) {
    if constexpr (column < S::columns) {
      using T = typename S::template Component<column>;
      if constexpr (StripComponent<T>) copy<column>(tile, step);
      copy_all<column + 1>(tile, step);
    }
  }

  /// What lies between multiples of 16 bytes in bulk, the ends byte by byte.
  template <int column>
  __device__ __forceinline__ static void copy(const Tile<Env>& tile, std::int32_t step) {
    const std::byte* from = tile.template strips<column>(step);
    std::byte* to = tile.template exported_strips<column>(step);
    const auto bytes = static_cast<std::uint32_t>(
        tile.worlds * tile.template capacity<Tile<Env>::template table<column>>() *
        static_cast<RowIndex>(tile.launch.columns[column].row_bytes));
    const auto before = static_cast<std::uint32_t>(-reinterpret_cast<std::intptr_t>(to) & 15);
    const std::uint32_t head = before < bytes ? before : bytes;
    const std::uint32_t middle = (bytes - head) / 16 * 16;
    if (threadIdx.x < head) to[threadIdx.x] = from[threadIdx.x];
    const std::uint32_t tail = head + middle + threadIdx.x;
    if (tail < bytes && threadIdx.x < 16) to[tail] = from[tail];
    if constexpr (kernels::copies_in_bulk()) {
      if (threadIdx.x != 0 || middle == 0) return;
      const auto source = static_cast<std::uint32_t>(__cvta_generic_to_shared(from + head));
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                       __cvta_generic_to_global(to + head)),
                   "r"(source), "r"(middle)
                   : "memory");
    } else {
      for (std::uint32_t at = 16 * threadIdx.x; at < middle; at += 16 * blockDim.x) {
        *reinterpret_cast<uint4*>(to + head + at) =
            *reinterpret_cast<const uint4*>(from + head + at);
      }
    }
  }
};

}  // namespace starling::detail
