/// What is decided before a comparison: how long a window is, and which programs by hand take part.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/bench/comparison.hpp"

namespace starling::bench {

/// Launches that take at least so many steps.
std::int64_t launches_for(double steps, const Task& task);

/// Launches of a window: two horizons, and long enough to be timed.
std::int64_t choose_launches(Machine& machine, Contestant& engine, const Task& task,
                             const Options& options);

/// Throws Error where `contestants` of a task at once do not fit.
void check_memory(const Machine& machine, const Task& task, std::size_t contestants);

/// Every shape where they are asked for, else the fastest of each family, fastest first, as far as
/// memory reaches besides `others` contestants: one at least.
std::vector<Bar> choose_bars(Machine& machine, const Task& task, std::int64_t launches,
                             const Options& options, std::size_t others);

}  // namespace starling::bench
