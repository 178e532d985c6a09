#include "engine/trace_clock.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/check.hpp"

namespace starling {
namespace {

/// A launch as long as this many steps of the timer has a slope of its own, then good to 0.1%.
constexpr double steps_of_own_slope = 1000;

/// Sums for a mean, and for the slope of points about their mean.
struct Moments {
  double count = 0;
  double ticks_mean = 0;
  double ns_mean = 0;
  double ticks_squared = 0;
  double ticks_by_ns = 0;

  void add(double ticks, double ns) {
    count += 1;
    const double to_ticks = ticks - ticks_mean;
    ticks_mean += to_ticks / count;
    ns_mean += (ns - ns_mean) / count;
    ticks_squared += to_ticks * (ticks - ticks_mean);
    ticks_by_ns += to_ticks * (ns - ns_mean);
  }
};

/// The slope that lines through several groups of points have in common; 1 where there is none.
struct CommonSlope {
  double ticks_squared = 0;
  double ticks_by_ns = 0;

  void add(const Moments& group) {
    ticks_squared += group.ticks_squared;
    ticks_by_ns += group.ticks_by_ns;
  }
  double value() const {
    return ticks_squared > 0 && ticks_by_ns > 0 ? ticks_by_ns / ticks_squared : 1.0;
  }
};

double least_step(std::vector<std::uint64_t> times) {
  std::sort(times.begin(), times.end());
  std::uint64_t least = 0;
  for (std::size_t time = 1; time < times.size(); ++time) {
    const std::uint64_t step = times[time] - times[time - 1];
    if (step > 0 && (least == 0 || step < least)) least = step;
  }
  return static_cast<double>(least);
}

double difference(std::uint64_t later, std::uint64_t earlier) {
  return static_cast<double>(static_cast<std::int64_t>(later - earlier));
}

using LaunchAndProcessor = std::pair<std::uint32_t, std::int32_t>;

/// Slopes of the whole run and of every launch: the first from all pairs of each processor, the
/// others from those of each processor in the launch.
class Slopes {
 public:
  void add(const ClockPair& pair, double ticks, double ns) {
    of_processor_[pair.processor].add(ticks, ns);
    of_both_[{pair.launch, pair.processor}].add(ticks, ns);
    auto& [begin, end] = span_of_launch_.try_emplace(pair.launch, ns, ns).first->second;
    begin = std::min(begin, ns);
    end = std::max(end, ns);
  }

  const std::map<LaunchAndProcessor, Moments>& of_both() const { return of_both_; }

  double of_run() const {
    CommonSlope slope;
    for (const auto& [processor, moments] : of_processor_)
      slope.add(moments);
    return slope.value();
  }

  /// Of the launches that last `least_ns` or more.
  std::map<std::uint32_t, double> of_long_launches(double least_ns) const {
    std::map<std::uint32_t, CommonSlope> common;
    for (const auto& [key, moments] : of_both_)
      common[key.first].add(moments);
    std::map<std::uint32_t, double> slopes;
    for (const auto& [launch, slope] : common) {
      const auto& [begin, end] = span_of_launch_.at(launch);
      if (end - begin >= least_ns) slopes[launch] = slope.value();
    }
    return slopes;
  }

 private:
  std::map<std::int32_t, Moments> of_processor_;
  std::map<LaunchAndProcessor, Moments> of_both_;
  std::map<std::uint32_t, std::pair<double, double>> span_of_launch_;
};

}  // namespace

ClockFit::ClockFit(std::span<const ClockPair> pairs) {
  if (pairs.empty()) return;
  std::vector<std::uint64_t> times;
  for (const ClockPair& pair : pairs)
    times.push_back(pair.nanoseconds);
  first_ticks_ = pairs.front().ticks;
  timer_step_ns_ = least_step(times);
  const std::uint64_t first_ns = *std::min_element(times.begin(), times.end());

  Slopes slopes;
  for (const ClockPair& pair : pairs) {
    slopes.add(pair, difference(pair.ticks, first_ticks_), difference(pair.nanoseconds, first_ns));
  }
  const double of_run = slopes.of_run();
  const auto of_launch = slopes.of_long_launches(steps_of_own_slope * timer_step_ns_);
  for (const auto& [key, moments] : slopes.of_both()) {
    const auto own = of_launch.find(key.first);
    lines_[key] = {moments.ticks_mean, moments.ns_mean,
                   own == of_launch.end() ? of_run : own->second};
  }
  for (const ClockPair& pair : pairs) {
    const double error = nanoseconds(pair.launch, pair.processor, pair.ticks) -
                         difference(pair.nanoseconds, first_ns);
    worst_error_ns_ = std::max(worst_error_ns_, std::abs(error));
  }
}

double ClockFit::nanoseconds(std::uint32_t launch, std::int32_t processor,
                             std::uint64_t ticks) const {
  const auto line = lines_.find({launch, processor});
  STARLING_ASSERT(line != lines_.end(), "a processor has a clock pair in every launch it is in");
  return line->second.ns_mean +
         line->second.slope * (difference(ticks, first_ticks_) - line->second.ticks_mean);
}

}  // namespace starling
