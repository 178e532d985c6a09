/// What the kernels of an object need, as ptxas said when they were compiled.
#pragma once

#include <istream>
#include <string>
#include <vector>

namespace starling::kernel_report {

struct KernelUsage {
  std::string symbol;
  std::string architecture;   ///< "sm_90a"
  int registers = 0;          ///< Of a thread.
  int stack_bytes = 0;        ///< Of a thread.
  int spill_store_bytes = 0;  ///< Of all instructions that save a register to local memory.
  int spill_load_bytes = 0;
  int shared_bytes = 0;  ///< Of a block, static.

  bool spills() const { return spill_store_bytes > 0 || spill_load_bytes > 0; }
};

struct ObjectUsage {
  double compile_s = 0;
  std::vector<KernelUsage> kernels;
};

/// Reads what compile_kernels.sh keeps: the time, and the lines of `ptxas -v`. Functions that a
/// kernel calls count their spills to the kernel.
ObjectUsage read_usage(std::istream& lines);

}  // namespace starling::kernel_report
