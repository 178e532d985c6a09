/// Arrays in device memory, times by CUDA events, and the device's name.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kernels/cuda_check.hpp"

namespace starling::bench::attention {

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) : size_(size) {
    void* memory = nullptr;
    kernels::cuda_check(cudaMalloc(&memory, size * sizeof(T)), "allocating device memory");
    memory_.reset(static_cast<T*>(memory));
  }
  explicit DeviceArray(const std::vector<T>& items) : DeviceArray(items.size()) {
    kernels::cuda_check(cudaMemcpy(data(), items.data(), size_ * sizeof(T), cudaMemcpyHostToDevice),
                        "writing device memory");
  }

  T* data() const { return memory_.get(); }

  void fill_bytes(int byte) const {
    kernels::cuda_check(cudaMemset(data(), byte, size_ * sizeof(T)), "filling device memory");
  }
  std::vector<T> read(std::size_t first, std::size_t count) const {
    std::vector<T> items(count);
    kernels::cuda_check(
        cudaMemcpy(items.data(), data() + first, count * sizeof(T), cudaMemcpyDeviceToHost),
        "reading device memory");
    return items;
  }

 private:
  struct Free {
    void operator()(T* memory) const { cudaFree(memory); }
  };

  std::unique_ptr<T, Free> memory_;
  std::size_t size_;
};

class Event {
 public:
  Event() { kernels::cuda_check(cudaEventCreate(&event_), "creating an event"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record() { kernels::cuda_check(cudaEventRecord(event_, nullptr), "recording an event"); }
  double seconds_since(const Event& start) const {
    float milliseconds = 0;
    kernels::cuda_check(cudaEventElapsedTime(&milliseconds, start.event_, event_),
                        "reading an event");
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Of the current device. Throws std::runtime_error where there is none.
inline std::string device_name() {
  int device = 0;
  kernels::cuda_check(cudaGetDevice(&device), "looking for a device");
  cudaDeviceProp properties{};
  kernels::cuda_check(cudaGetDeviceProperties(&properties, device), "asking for the device's name");
  return properties.name;
}

}  // namespace starling::bench::attention
