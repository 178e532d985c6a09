#include "tests/bench/policy/ceiling.hpp"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "kernels/device_attribute.hpp"
#include "kernels/panel.hpp"
#include "tests/bench/attention/on_device.hpp"
#include "tests/bench/attention/timing.hpp"

namespace starling::bench::policy {
namespace {

using kernels::cuda_check;

constexpr int threads = 256;
constexpr int columns = 128;
constexpr int rows = 128;
constexpr int turns = 1000;
constexpr auto shared_bytes = static_cast<std::size_t>(kernels::panel_bytes(rows, columns));

/// A number between 1 and 2 in both halves, different for each index, as those of use are. An H200
/// measured 974 TFLOP/s with them, and 977 with zeros.
STARLING_FN std::uint32_t some_pair(std::uint32_t index) {
  const std::uint32_t bits = index * 2654435761U >> 16;
  return 0x3f803f80U | (bits & 0x7fU) | (bits & 0x7f00U) << 8;
}

/// The same rows times the same panel, again and again; written out so that it is done.
template <class Products>
__global__ void __launch_bounds__(threads) multiply_again_and_again(float* out) {
  extern __shared__ __align__(128) std::byte panel[];
  auto* const words = reinterpret_cast<std::uint32_t*>(panel);
  for (std::uint32_t at = threadIdx.x; at < shared_bytes / sizeof *words; at += threads)
    words[at] = some_pair(at);
  kernels::fence_stores_for_engines();
  __syncthreads();
  kernels::WarpFactor<rows> factor;
  for (int k = 0; k < rows / 16; ++k) {
    for (int word = 0; word < 4; ++word)
      factor.of[k][word] = some_pair(threadIdx.x * 32 + static_cast<std::uint32_t>(4 * k + word)) ^
                           (threadIdx.x % 2 == 0 ? 0U : 0x80008000U);
  }
  kernels::WarpSums<columns> sums{};
  for (int turn = 0; turn < turns; ++turn)
    Products::multiply(factor, panel, sums);
  out[blockIdx.x * threads + threadIdx.x] = sums.of[0][0];
}

template <class Products>
double measure() {
  int blocks = 0;
  const auto kernel = multiply_again_and_again<Products>;
  cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(shared_bytes)),
             "reserving shared memory");
  cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes),
             "reading a kernel's occupancy");
  const int all = kernels::processor_count() * blocks;
  const attention::DeviceArray<float> out(static_cast<std::size_t>(all) * threads);
  const double seconds = attention::median_seconds(
      [&] { kernel<<<static_cast<unsigned>(all), threads, shared_bytes>>>(out.data()); });
  constexpr double flops_a_warp = 2.0 * 16 * rows * columns * turns;
  return flops_a_warp * all * (threads / 32) / seconds;
}

}  // namespace

double measure_ceiling() {
#if defined(STARLING_WITH_HOPPER)
  if (kernels::is_hopper()) return measure<kernels::WarpgroupProducts>();
#endif
  return measure<kernels::WarpProducts>();
}

}  // namespace starling::bench::policy
