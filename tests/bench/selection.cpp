#include "tests/bench/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/error.hpp"

namespace starling::bench {
namespace {

/// Median of three windows, a launch, after one that is not counted.
double trial_s(Machine& machine, Contestant& contestant, const Task& task, std::int64_t launches,
               std::uint64_t seed) {
  contestant.start(seed);
  std::array<double, 3> seconds{};
  machine.time(contestant, launches, task.steps_per_launch);
  for (double& turn : seconds)
    turn = machine.time(contestant, launches, task.steps_per_launch).seconds_of_one;
  std::sort(seconds.begin(), seconds.end());
  return seconds[1];
}

/// A program by hand, and how long a launch of it took.
struct Trial {
  Bar bar;
  double seconds = 0;
};

/// The fastest shape of each family, fastest first.
std::vector<Trial> try_bars(Machine& machine, const Task& task, std::int64_t launches,
                            std::uint64_t seed) {
  std::vector<Trial> best;
  for (const Bar& bar : bars_of(task)) {
    const Trial trial{bar, trial_s(machine, *bar.make(), task, launches, seed)};
    const auto same = std::find_if(best.begin(), best.end(), [&](const Trial& other) {
      return other.bar.family == bar.family;
    });
    if (same == best.end()) {
      best.push_back(trial);
    } else if (trial.seconds < same->seconds) {
      *same = trial;
    }
  }
  std::sort(best.begin(), best.end(),
            [](const Trial& a, const Trial& b) { return a.seconds < b.seconds; });
  return best;
}

/// What one contestant takes.
double bytes_of(const Task& task) {
  const Workload& workload = workload_of(task.workload);
  return static_cast<double>(task.worlds) *
         (task.steps_per_launch * (workload.exported_bytes + workload.final_slot_bytes) +
          2 * workload.state_write_bytes);
}

/// Most contestants of a task that memory holds at once.
std::size_t most_contestants(const Machine& machine, const Task& task) {
  return static_cast<std::size_t>(0.9 * static_cast<double>(machine.free_bytes()) / bytes_of(task));
}

}  // namespace

std::int64_t launches_for(double steps, const Task& task) {
  return static_cast<std::int64_t>(std::ceil(steps / task.steps_per_launch));
}

std::int64_t choose_launches(Machine& machine, Contestant& engine, const Task& task,
                             const Options& options) {
  const int horizon = workload_of(task.workload).horizon_steps;
  const std::int64_t horizons = launches_for(2.0 * horizon, task);
  engine.start(options.seed);
  machine.time(engine, horizons, task.steps_per_launch);  // what is loaded late is loaded now
  const Timing trial = machine.time(engine, horizons, task.steps_per_launch);
  const auto lasting = static_cast<std::int64_t>(options.window_s / trial.seconds_of_one);
  return std::max(horizons, lasting);
}

void check_memory(const Machine& machine, const Task& task, std::size_t contestants) {
  if (contestants <= most_contestants(machine, task)) return;
  throw Error(Refusal::Unavailable,
              fmt::format("{} worlds of {} with {} steps a launch take {:.1f} GB a contestant, and "
                          "{} of them are more than the memory, {:.1f} GB, holds",
                          task.worlds, task.workload, task.steps_per_launch, bytes_of(task) / 1e9,
                          contestants, static_cast<double>(machine.free_bytes()) / 1e9));
}

std::vector<Bar> choose_bars(Machine& machine, const Task& task, std::int64_t launches,
                             const Options& options, std::size_t others) {
  std::vector<Bar> bars = options.bars ? bars_of(task) : std::vector<Bar>{};
  if (!options.every_shape && bars.size() > 1) {
    bars.clear();
    for (const Trial& trial : try_bars(machine, task, launches, options.seed))
      bars.push_back(trial.bar);
  }
  check_memory(machine, task, others + std::min<std::size_t>(bars.size(), 1));
  const std::size_t fitting = most_contestants(machine, task) - others;
  if (fitting < bars.size()) {
    fmt::print(stderr, "memory holds {} of {} programs by hand at once\n", fitting, bars.size());
    bars.resize(fitting);
  }
  return bars;
}

}  // namespace starling::bench
