#include "tests/bench/figures.hpp"

#include <algorithm>

namespace starling::bench {
namespace {

/// Share of a cache that keeps its content from one launch to the next; the rest is taken by what
/// only passes through.
constexpr double kept_share = 0.8;

/// A figure above its floor by more than this is an error of measurement.
constexpr double tolerance = 1.05;

/// The value below which `share` of the values lie, between two of them by proportion.
double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (place - static_cast<double>(low)) * (values[high] - values[low]);
}

/// The value of every `step`-th timing from `first` on.
template <class Value>
std::vector<double> values_of(const Standing& standing, Value value, std::size_t first = 0,
                              std::size_t step = 1) {
  std::vector<double> values;
  for (std::size_t index = first; index < standing.timings.size(); index += step)
    values.push_back(value(standing.timings[index]));
  return values;
}

/// Replaces the floor by a larger one.
void raise(Floor& floor, double seconds, const char* bound) {
  if (seconds <= floor.seconds) return;
  floor.seconds = seconds;
  floor.bound = bound;
}

/// Bytes of state a world that a launch reads and writes: the tally only where an episode ends.
double state_bytes(const Comparison& comparison) {
  const Workload& workload = workload_of(comparison.task.workload);
  const double ending = std::min(
      1.0, comparison.episodes_per_step * static_cast<double>(comparison.task.steps_per_launch));
  return workload.state_read_bytes + workload.state_write_bytes + 2 * workload.tally_bytes * ending;
}

/// What stays in the cache from launch to launch need not reach device memory: the state where it
/// fits alone, and the exports too where all fits, since each launch writes over those before.
Floor floor_of(const Comparison& comparison, const Ceilings& ceilings, double clock_mhz) {
  const Task& task = comparison.task;
  const Workload& workload = workload_of(task.workload);
  const double exported =
      workload.exported_bytes + workload.final_bytes * comparison.episodes_per_step;
  const double state = state_bytes(comparison) / task.steps_per_launch;
  const double kept_bytes = kept_share * ceilings.cache_bytes;
  const bool state_fits = static_cast<double>(task.worlds) * workload.state_read_bytes < kept_bytes;
  const bool all_fits = working_set_bytes(task) < kept_bytes;
  Floor floor;
  floor.bytes = exported + state;
  floor.operations = workload.operations;
  const double to_memory = all_fits ? 0 : exported + (state_fits ? 0 : state);
  raise(floor, to_memory / ceilings.memory_bytes_per_s, "memory");
  if (ceilings.cache_bytes_per_s > 0) {
    raise(floor, floor.bytes / ceilings.cache_bytes_per_s, "L2");
  }
  const double operations_per_s =
      ceilings.lanes * clock_mhz * 1e6 + ceilings.thread_operations_per_s * task.threads;
  if (operations_per_s > 0) raise(floor, floor.operations / operations_per_s, "operations");
  return floor;
}

}  // namespace

Figures figures_of(const Comparison& comparison, const Standing& standing,
                   const Ceilings& ceilings) {
  const auto speed = [&](const Timing& timing) {
    return static_cast<double>(comparison.task.worlds) * comparison.task.steps_per_launch /
           timing.seconds_of_one;
  };
  const auto median = [&](auto value) { return quantile(values_of(standing, value), 0.5); };
  Figures figures;
  figures.median = median(speed);
  figures.p10 = quantile(values_of(standing, speed), 0.1);
  figures.p90 = quantile(values_of(standing, speed), 0.9);
  figures.in_step = quantile(values_of(standing, speed, 0, 2), 0.5);
  figures.staggered = quantile(values_of(standing, speed, 1, 2), 0.5);
  figures.counted_mhz = median([](const Timing& timing) { return timing.counted_mhz; });
  figures.sampled_mhz = median([](const Timing& timing) { return timing.sampled_mhz; });
  figures.memory_mhz = median([](const Timing& timing) { return timing.memory_mhz; });
  figures.wall_over_events =
      median([](const Timing& timing) { return timing.wall_s / timing.seconds; });
  figures.floor = floor_of(comparison, ceilings,
                           median([](const Timing& timing) { return timing.clock_mhz(); }));
  figures.share_of_floor = figures.floor.seconds * figures.median;
  return figures;
}

double speed_ratio(const Standing& a, const Standing& b) {
  std::vector<double> ratios;
  for (std::size_t turn = 0; turn < a.timings.size(); ++turn)
    ratios.push_back(b.timings[turn].seconds / a.timings[turn].seconds);
  return quantile(ratios, 0.5);
}

const Standing* best_bar(const Comparison& comparison, const Ceilings& ceilings) {
  const Standing* best = nullptr;
  double best_median = 0;
  for (const Standing& standing : comparison.standings) {
    const double median = figures_of(comparison, standing, ceilings).median;
    if (!standing.is_bar || median <= best_median) continue;
    best = &standing;
    best_median = median;
  }
  return best;
}

bool is_valid(const Figures& figures, const Standing& standing) {
  return standing.differences == 0 && figures.share_of_floor <= tolerance;
}

double working_set_bytes(const Task& task) {
  const Workload& workload = workload_of(task.workload);
  return static_cast<double>(task.worlds) *
         (workload.state_read_bytes + task.steps_per_launch * workload.exported_bytes);
}

}  // namespace starling::bench
