/// Whether the current device is a Hopper GPU; for files that have the CUDA toolkit.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/cuda_check.hpp"

namespace starling::kernels {

/// Of compute capability 9.0: it runs what is compiled for sm_90a.
inline bool is_hopper() {
  int device = 0;
  int major = 0;
  int minor = 0;
  cuda_check(cudaGetDevice(&device), "looking for the current device");
  cuda_check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device),
             "asking for the device's compute capability");
  cuda_check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device),
             "asking for the device's compute capability");
  return major == 9 && minor == 0;
}

}  // namespace starling::kernels
