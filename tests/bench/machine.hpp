/// What a measurement needs of the machine under it: poisoning, comparing and timing in place.
#pragma once

#include <memory>
#include <string>

#include "tests/bench/contestant.hpp"

namespace starling::bench {

/// Rows to compare: all, or those whose episode ended.
struct EndedRows {
  const std::byte* endings = nullptr;  ///< An Ending for every `rows_per_ending` rows; null: all.
  std::int64_t rows_per_ending = 1;
};

/// One timed window.
struct Timing {
  double seconds = 0;         ///< By the events of a GPU; by the wall clock on a CPU.
  double wall_s = 0;          ///< From the first call to the end of a full synchronise.
  double clock_mhz = 0;       ///< Of the multiprocessors, mean over the window; 0 on a CPU.
  double seconds_of_one = 0;  ///< `seconds` over launches.
};

/// What the machine can do: bytes that a copy moves, read and written together, and instructions.
struct Ceilings {
  double memory_bytes_per_s = 0;  ///< Buffers far larger than any cache.
  double cache_bytes_per_s = 0;   ///< Buffers that stay in a GPU's L2; 0 on a CPU.
  double lanes = 0;  ///< Of all multiprocessors; each starts an instruction a cycle. 0 on a CPU.
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
  /// Elements of 4 bytes (or bytes, where rows are no multiple) that differ. Waits for all work.
  virtual std::int64_t differences(const ExportView& a, const ExportView& b,
                                   const EndedRows& rows) = 0;
  /// Calls step(steps) `launches` times.
  virtual Timing time(Contestant& contestant, std::int64_t launches, int steps) = 0;
};

std::unique_ptr<Machine> make_cpu_machine();
/// Throws Error where the build or the machine has no CUDA.
std::unique_ptr<Machine> make_cuda_machine();

/// Differences over all exported columns; prints the names of those that differ.
std::int64_t differences(Machine& machine, Contestant& a, Contestant& b);
void poison(Machine& machine, Contestant& contestant, std::uint8_t byte);

}  // namespace starling::bench
