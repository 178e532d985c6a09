/// What the GPU tests of the kernels share: whether there is a device, and arrays both can reach.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/cuda_check.hpp"
#include "kernels/span.hpp"

namespace starling::kernels::testing {

inline bool has_device() {
  int devices = 0;
  return cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0;
}

/// Whether the build and the current device have the instructions of sm_90a.
inline bool has_hopper() {
#if defined(STARLING_WITH_HOPPER)
  int device = 0;
  cudaDeviceProp properties{};
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaGetDeviceProperties(&properties, device) == cudaSuccess && properties.major == 9 &&
         properties.minor == 0;
#else
  return false;
#endif
}

/// Waits for the kernel before and throws what went wrong in it.
inline void finish_kernel() {
  cuda_check(cudaGetLastError(), "launching a test kernel");
  cuda_check(cudaDeviceSynchronize(), "running a test kernel");
}

/// An array in managed memory.
template <class T>
class ManagedArray {
 public:
  explicit ManagedArray(std::size_t size) : size_(size) {
    void* memory = nullptr;
    const std::size_t size_bytes = size == 0 ? 1 : size * sizeof(T);
    cuda_check(cudaMallocManaged(&memory, size_bytes), "allocating managed memory");
    memory_.reset(static_cast<T*>(memory));
  }

  explicit ManagedArray(const std::vector<T>& items) : ManagedArray(items.size()) {
    for (std::size_t i = 0; i < size_; ++i)
      memory_.get()[i] = items[i];
  }

  Span<T> span() const { return {memory_.get(), size_}; }
  std::vector<T> items() const { return {memory_.get(), memory_.get() + size_}; }

 private:
  struct Free {
    void operator()(T* memory) const { cudaFree(memory); }
  };

  std::unique_ptr<T, Free> memory_;
  std::size_t size_;
};

}  // namespace starling::kernels::testing
