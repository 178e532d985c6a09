/// Who decides on actions between the steps of a launch, such as a policy.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>

namespace starling {

/// Work for a device that was put together once and can be queued any number of times.
class Recording {
 public:
  Recording() = default;
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  virtual ~Recording() = default;

  /// Queues the work; the recording's word is `value` while it runs.
  virtual void replay(std::uint32_t value) = 0;
};

/// Acts for the agents of one simulator, which must outlive it: see Simulator::step.
class Actor {
 public:
  Actor() = default;
  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;
  virtual ~Actor() = default;

  /// Writes the actions of step `slot` of a launch to that slot of the action tensors. Slot - 1
  /// holds what the step before exported; what the launch before exported is overwritten at the
  /// latest by this one's last step.
  ///
  /// On a CPU it is called before each step. On CUDA it queues kernels on Simulator::stream(), once
  /// for every number of steps a launch, traced or not, and every such launch runs these again: so
  /// all that changes must lie in the device's memory. *steps_before, on the device, are the steps
  /// done before the launch, modulo 2^32.
  virtual void act(int slot, const std::uint32_t* steps_before) = 0;

 private:
  friend class Batch;
  /// What is the same for all launches that one recording can stand for.
  struct LaunchKey {
    int steps = 0;  ///< 0: the actor acts, and nothing is stepped.
    bool is_traced = false;

    auto operator<=>(const LaunchKey&) const = default;
  };
  struct RecordedLaunch {
    std::unique_ptr<Recording> recording;
    std::int32_t trace_lanes = 0;  ///< That it writes to; 0 where that is not known beforehand.
  };
  std::map<LaunchKey, RecordedLaunch> launches_;
};

}  // namespace starling
