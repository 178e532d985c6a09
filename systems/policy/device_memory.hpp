/// Memory of the current CUDA device.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/error.hpp"
#include "kernels/cuda_check.hpp"

namespace starling::policy {

struct FreeDeviceMemory {
  void operator()(std::byte* memory) const { cudaFree(memory); }
};

/// Freeing it waits for all that the device does.
using DeviceMemory = std::unique_ptr<std::byte, FreeDeviceMemory>;

/// Throws Error (Unavailable) when there is not enough, std::runtime_error where CUDA fails.
inline DeviceMemory allocate_on_device(std::int64_t size_bytes) {
  void* memory = nullptr;
  const cudaError_t status = cudaMalloc(&memory, static_cast<std::size_t>(size_bytes));
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw Error(Refusal::Unavailable,
                "the GPU has no " + std::to_string(size_bytes) + " bytes of memory left");
  }
  kernels::cuda_check(status, "allocating device memory");
  return DeviceMemory(static_cast<std::byte*>(memory));
}

}  // namespace starling::policy
