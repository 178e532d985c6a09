/// The fused network's kernel and its launch in any shape; only for files that nvcc compiles.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

#include "kernels/cuda_check.hpp"
#include "kernels/device_attribute.hpp"
#include "systems/policy/fused/block.hpp"

namespace starling::policy {

template <class Shape>
__global__ __launch_bounds__(Shape::threads, 1) void fused_network_kernel(
    const __grid_constant__ FusedArguments arguments) {
  extern __shared__ __align__(128) std::byte shared[];
  FusedBlock<Shape> block(arguments, shared);
  block.prepare();
  kernels::wait_for_previous_kernel();
  const std::int64_t agents = arguments.observed.agents;
  block.run(agents * blockIdx.x / gridDim.x, agents * (blockIdx.x + 1) / gridDim.x);
}

/// How a shape runs on the current device.
template <class Shape>
class FusedLaunch {
 public:
  /// For a network of so many slabs.
  explicit FusedLaunch(std::int64_t slabs) : slots_(Slabs<Shape>::slots(slabs, most_slots())) {
    processors_ = kernels::processor_count();
    can_overlap_ = kernels::device_attribute(cudaDevAttrComputeCapabilityMajor) >= 9;
    kernels::cuda_check(cudaFuncSetAttribute(fused_network_kernel<Shape>,
                                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                                             static_cast<int>(shared_bytes())),
                        "reserving shared memory for a policy");
  }

  /// Slabs that the current device's shared memory has room for.
  static std::int64_t most_slots() {
    const std::int64_t bytes = kernels::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    return std::min<std::int64_t>(Shape::most_slots, (bytes - Shape::slabs_at) / Shape::slab_bytes);
  }

  void operator()(FusedArguments arguments, cudaStream_t stream) const {
    arguments.slots = static_cast<std::int32_t>(slots_);
    const std::int64_t blocks = std::min<std::int64_t>(processors_, arguments.observed.agents);
    if (blocks == 0) return;
    cudaLaunchConfig_t config{};
    config.gridDim = static_cast<unsigned>(blocks);
    config.blockDim = Shape::threads;
    config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes());
    config.stream = stream;
    cudaLaunchAttribute overlaps{};
    overlaps.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlaps.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &overlaps;
    config.numAttrs = can_overlap_ ? 1 : 0;
    kernels::cuda_check(cudaLaunchKernelEx(&config, fused_network_kernel<Shape>, arguments),
                        "launching a policy");
  }

 private:
  std::int64_t shared_bytes() const { return Shape::slabs_at + slots_ * Shape::slab_bytes; }

  std::int64_t slots_;
  int processors_ = 0;
  bool can_overlap_ = false;  ///< Weights can be fetched while the kernel before still runs.
};

}  // namespace starling::policy
