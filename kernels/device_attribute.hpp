/// Attributes of the current device; for files that have the CUDA toolkit.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/cuda_check.hpp"

namespace starling::kernels {

/// Throws std::runtime_error where CUDA fails.
inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0;
  int value = 0;
  cuda_check(cudaGetDevice(&device), "looking for the current device");
  cuda_check(cudaDeviceGetAttribute(&value, attribute, device), "reading the device's attributes");
  return value;
}

inline int processor_count() {
  return device_attribute(cudaDevAttrMultiProcessorCount);
}

/// Of compute capability 9.0: it runs what is compiled for sm_90a.
inline bool is_hopper() {
  return device_attribute(cudaDevAttrComputeCapabilityMajor) == 9 &&
         device_attribute(cudaDevAttrComputeCapabilityMinor) == 0;
}

}  // namespace starling::kernels
