/// One comparison: contestants that do the same task in turns, checked against each other in the
/// very runs that are timed.
#pragma once

#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/bench/machine.hpp"
#include "tests/bench/workload.hpp"

namespace starling::bench {

/// How to compare.
struct Options {
  int repetitions = 9;
  double window_s = 0.01;  ///< Least length of a timed window; two horizons at least.
  std::uint64_t seed = 1;  ///< From which every repetition takes a seed of its own.
  std::vector<std::pair<std::string, Settings>> engines;  ///< Name and variant; the first is the
                                                          ///< one that the others are held against.
  bool bars = true;                                       ///< Also the programs by hand.
  bool every_shape = false;  ///< Report every shape of a program by hand, not the fastest alone.
  bool schedules = false;    ///< Also the reference schedules.
};

/// What one contestant did.
struct Standing {
  std::string name;
  bool is_engine = false;
  bool is_bar = false;
  std::vector<Timing> timings;   ///< A repetition each.
  std::int64_t differences = 0;  ///< Elements and worlds unlike the first engine's.
};

struct Comparison {
  Task task;
  std::int64_t launches = 0;     ///< Of a window.
  double episodes_per_step = 0;  ///< Ended, by world and step.
  std::vector<Standing> standings;
};

/// Throws Error where the task does not fit in memory.
Comparison compare(Machine& machine, const Task& task, const Options& options);

/// Worlds whose hash differs.
std::int64_t state_differences(Contestant& a, Contestant& b);

/// Steps two contestants side by side over two horizons, poisons before every launch, and returns
/// how many elements and worlds ever differed. `staggered`: episodes begin at eight different
/// times; else all at once.
std::int64_t differences_in_lock_step(Machine& machine, Contestant& a, Contestant& b,
                                      const Task& task, std::uint64_t seed, bool staggered);

}  // namespace starling::bench
