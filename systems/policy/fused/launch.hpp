/// The fused network's kernel and its launch in any shape; only for files that nvcc compiles.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

#include "kernels/cuda_check.hpp"
#include "systems/policy/fused/block.hpp"

namespace starling::policy {

template <class Shape>
__global__ __launch_bounds__(Shape::threads, 1) void fused_network_kernel(
    const __grid_constant__ FusedArguments arguments) {
  extern __shared__ __align__(128) std::byte shared[];
  const std::int64_t agents = arguments.observed.agents;
  FusedBlock<Shape>(arguments, shared)
      .run(agents * blockIdx.x / gridDim.x, agents * (blockIdx.x + 1) / gridDim.x);
}

/// How a shape runs on the current device.
template <class Shape>
struct FusedLaunch {
  int processors = 0;
  int slots = 0;  ///< Of slabs, in shared memory.

  /// For a network of so many slabs.
  explicit FusedLaunch(std::int64_t slabs) {
    using kernels::cuda_check;
    int device = 0;
    int most_bytes = 0;
    cuda_check(cudaGetDevice(&device), "choosing the CUDA device");
    cuda_check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
               "reading the device's multiprocessors");
    cuda_check(cudaDeviceGetAttribute(&most_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
               "reading the device's shared memory");
    const std::int64_t most = std::min<std::int64_t>(
        Shape::most_slots, (most_bytes - Shape::slabs_at) / Shape::slab_bytes);
    slots = static_cast<int>(slabs <= most ? slabs : Shape::Products::run_by_themselves ? most : 2);
    cuda_check(cudaFuncSetAttribute(fused_network_kernel<Shape>,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(shared_bytes())),
               "reserving shared memory for a policy");
  }

  std::int64_t shared_bytes() const { return Shape::slabs_at + slots * Shape::slab_bytes; }

  void operator()(FusedArguments arguments, cudaStream_t stream) const {
    arguments.slots = slots;
    const std::int64_t blocks = std::min<std::int64_t>(processors, arguments.observed.agents);
    if (blocks == 0) return;
    fused_network_kernel<Shape><<<static_cast<unsigned>(blocks), Shape::threads,
                                  static_cast<std::size_t>(shared_bytes()), stream>>>(arguments);
    kernels::cuda_check(cudaGetLastError(), "launching a policy");
  }
};

}  // namespace starling::policy
