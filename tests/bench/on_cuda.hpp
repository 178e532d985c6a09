/// What only a build with CUDA has: programs written by hand as kernels, and reference schedules.
#pragma once

#include "tests/bench/workload.hpp"

namespace starling::bench {

std::vector<Bar> cartpole_bars_on_cuda(const Task& task);
std::vector<Bar> arena_bars_on_cuda(const Task& task);

/// The engine's own systems of the arena in other schedules, on columns over all worlds in device
/// memory: the grid in step by a barrier after each system, or a kernel a system in a CUDA graph.
std::vector<Bar> reference_schedules(const Task& task);

}  // namespace starling::bench
