/// Turns a failed CUDA call into an exception; for files that have the CUDA toolkit.
#pragma once

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace starling::kernels {

/// Does nothing on cudaSuccess. Otherwise throws std::runtime_error: what was attempted (such as
/// "allocating 4096 bytes of device memory"), CUDA's name of the error and its own sentence.
inline void cuda_check(cudaError_t error, const char* attempted) {
  if (error == cudaSuccess) return;
  throw std::runtime_error("CUDA failed at " + std::string(attempted) + ": " +
                           cudaGetErrorName(error) + ", " + cudaGetErrorString(error) + ".");
}

/// The same, for a description made at run time.
inline void cuda_check(cudaError_t error, const std::string& attempted) {
  cuda_check(error, attempted.c_str());
}

}  // namespace starling::kernels
