/// Memory of the current CUDA device.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

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

/// Arrays on the current device, which live as long as this.
class DeviceArrays {
 public:
  template <class T>
  T* make_room(std::int64_t count) {
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(T));
    memory_.push_back(allocate_on_device(bytes));
    allocated_bytes_ += bytes;
    return reinterpret_cast<T*>(memory_.back().get());
  }

  template <class T>
  const T* upload(const std::vector<T>& numbers) {
    T* const to = make_room<T>(static_cast<std::int64_t>(numbers.size()));
    kernels::cuda_check(
        cudaMemcpy(to, numbers.data(), numbers.size() * sizeof(T), cudaMemcpyHostToDevice),
        "copying to the device");
    return to;
  }

  std::int64_t allocated_bytes() const { return allocated_bytes_; }

 private:
  std::vector<DeviceMemory> memory_;
  std::int64_t allocated_bytes_ = 0;
};

}  // namespace starling::policy
