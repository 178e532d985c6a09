/// One way to step a workload, seen alike: the engine, a program written by hand, a reference.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/tensor.hpp"

namespace starling::bench {

/// What all contestants of one comparison do.
struct Task {
  std::string workload;  ///< "cartpole" or "arena"
  Device device = Device::Cpu;
  std::int64_t worlds = 1;
  int steps_per_launch = 1;  ///< Steps of a launch, and slots of each exported column.
  int threads = 1;           ///< Of the CPU; a GPU's are the contestant's own affair.
};

/// The exported columns that are compared, in this order.
enum class Export : std::uint8_t { Action, Observation, Reward, Ending, FinalObservation };
inline constexpr std::size_t exports = 5;
inline constexpr std::array<const char*, exports> export_names = {"action", "observation", "reward",
                                                                  "ending", "final_observation"};

/// What the slots of a column are counted by.
enum class SlotOrder : std::uint8_t {
  Steps,    ///< Slot k is that of step k of the launch.
  Episodes  ///< Slot n of a world is that of the n-th episode that ended in it in the launch.
};

/// An exported column: [slots, worlds, rows of a world] rows, `stride_bytes` apart. Final
/// observations lie in either order, and mean something where an episode ended alone.
struct ExportView {
  std::byte* data = nullptr;
  std::int64_t slots = 0;
  std::int64_t slot_rows = 0;
  std::int64_t row_bytes = 0;
  std::int64_t stride_bytes = 0;
  SlotOrder order = SlotOrder::Steps;

  std::int64_t rows() const { return slots * slot_rows; }
};
using ExportViews = std::array<ExportView, exports>;

/// Makes worlds and steps them with random actions. The calls of one contestant are ordered; on
/// CUDA `reset` and `step` return once the work is queued.
class Contestant {
 public:
  Contestant() = default;
  Contestant(const Contestant&) = delete;
  Contestant& operator=(const Contestant&) = delete;
  virtual ~Contestant() = default;

  virtual std::string name() const = 0;

  /// Makes the worlds of a seed and starts their first episode. To be called first.
  virtual void start(std::uint64_t seed) = 0;
  /// Starts a fresh episode in the worlds whose entry is not 0. mask: [worlds]
  virtual void reset(std::span<const std::uint8_t> mask) = 0;
  /// Steps all worlds, 1 <= steps <= steps_per_launch; step k of the launch fills slot k.
  virtual void step(int steps) = 0;
  virtual void synchronize() = 0;
  virtual void* stream() const = 0;  ///< A cudaStream_t; null on a CPU.

  /// Where the columns lie. A contestant with a form of its own unpacks it now.
  virtual ExportViews views() = 0;
  /// All memory that a launch fills, in the contestant's own form: what is to be poisoned.
  virtual std::vector<ExportView> outputs() {
    const ExportViews all = views();
    return {all.begin(), all.end()};
  }
  /// Hash of each world, all columns included, as Simulator::world_hashes has it. [worlds]
  virtual std::vector<std::uint64_t> world_hashes() = 0;
};

}  // namespace starling::bench
