/// What a measurement needs of the machine under it: poisoning, comparing and timing in place.
#pragma once

#include <memory>
#include <string>

#include "tests/bench/difference.hpp"

namespace starling::bench {

/// One timed window.
struct Timing {
  double seconds = 0;         ///< By the events of a GPU; by the wall clock on a CPU.
  double wall_s = 0;          ///< From the first call to the end of a full synchronise.
  double seconds_of_one = 0;  ///< `seconds` over launches.

  // Clocks while it ran; 0 where unknown.
  double counted_mhz = 0;  ///< Multiprocessors, their own counters over the whole window, mean.
  double sampled_mhz = 0;  ///< Multiprocessors as NVML reports them, median of samples.
  double memory_mhz = 0;   ///< Memory as NVML reports it, median of samples.

  double clock_mhz() const { return counted_mhz > 0 ? counted_mhz : sampled_mhz; }
};

/// What the machine can do, measured: bytes that a copy moves, read and written together, and
/// instructions.
struct Ceilings {
  double memory_bytes_per_s = 0;  ///< Buffers far larger than any cache.
  double cache_bytes_per_s = 0;   ///< Buffers that stay in a GPU's L2; 0 on a CPU.
  double cache_bytes = 0;         ///< Size of a GPU's L2, or of a CPU's last level; 0: unknown.
  double lanes = 0;  ///< Of all multiprocessors; each starts an instruction a cycle. 0 on a CPU.
  double thread_operations_per_s = 0;  ///< Of one CPU thread in vectors; 0 on a GPU.
};

class Machine {
 public:
  Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  virtual ~Machine() = default;

  virtual std::string name() const = 0;
  virtual std::int64_t free_bytes() const = 0;
  virtual Ceilings ceilings() = 0;

  /// Fills a column's rows with a byte, so that what nobody writes is found. Waits.
  virtual void poison(const ExportView& view, std::uint8_t byte) = 0;
  /// Units that differ: of final observations where `pair.endings` is given. Waits for all work.
  virtual std::int64_t differences(const ColumnPair& pair) = 0;
  /// Calls step(steps) `launches` times.
  virtual Timing time(Contestant& contestant, std::int64_t launches, int steps) = 0;
};

std::unique_ptr<Machine> make_cpu_machine();
/// Throws Error where the build or the machine has no CUDA.
std::unique_ptr<Machine> make_cuda_machine();

/// Differences over all exported columns after a launch that filled all slots; prints the names of
/// those that differ. Whether a final observation is one is for the endings of `a` to say.
std::int64_t differences(Machine& machine, Contestant& a, Contestant& b);
/// Poisons all that a launch of the contestant fills.
void poison(Machine& machine, Contestant& contestant, std::uint8_t byte);

}  // namespace starling::bench
