/// Puts the clocks of all processors on one axis of time.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace starling {

/// A processor's clock and the timer that all share, read one right after the other.
struct ClockPair {
  std::uint32_t launch = 0;    ///< When the launch began, in steps.
  std::int32_t processor = 0;  ///< Each has a clock of its own.
  std::uint64_t ticks = 0;
  std::uint64_t nanoseconds = 0;
};

/// Straight lines from ticks to nanoseconds. The shared timer moves in coarse ticks, so a line goes
/// through many pairs by least squares: all processors of a launch have one slope, since they run
/// at one frequency, which drifts between launches, and each processor has its own offset. A launch
/// too short for the timer takes the slope of the whole run.
class ClockFit {
 public:
  explicit ClockFit(std::span<const ClockPair> pairs);

  /// Time since the first pair. The processor must have a pair in the launch.
  double nanoseconds(std::uint32_t launch, std::int32_t processor, std::uint64_t ticks) const;

  /// Least step of the shared timer that was seen; 0 where there was none.
  double timer_step_ns() const { return timer_step_ns_; }
  /// How far the worst pair lies from its line.
  double worst_error_ns() const { return worst_error_ns_; }

 private:
  /// ns = ns_mean + slope x (ticks - ticks_mean), both counted from the first pair.
  struct Line {
    double ticks_mean = 0;
    double ns_mean = 0;
    double slope = 1;
  };

  std::uint64_t first_ticks_ = 0;
  std::map<std::pair<std::uint32_t, std::int32_t>, Line> lines_;
  double timer_step_ns_ = 0;
  double worst_error_ns_ = 0;
};

}  // namespace starling
