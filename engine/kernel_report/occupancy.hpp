/// How many blocks of a kernel one streaming multiprocessor (SM) holds at once.
#pragma once

#include <optional>
#include <string>

namespace starling::kernel_report {

/// What one SM has. Every supported one has 64 Ki registers in four quarters.
/// Source: CUDA C++ Programming Guide, technical specifications per compute capability.
struct SmLimits {
  int warps = 0;
  int blocks = 0;
  int shared_bytes = 0;
};

/// Of "sm_90a"; nothing for an architecture that is not known here.
std::optional<SmLimits> limits_of(const std::string& architecture);

/// Blocks of `threads` threads that fit, none of them asking for dynamic shared memory.
int blocks_per_sm(const SmLimits& limits, int threads, int registers, int shared_bytes);

}  // namespace starling::kernel_report
