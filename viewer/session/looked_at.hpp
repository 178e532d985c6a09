/// What a simulator shows of itself to whoever looks.
#pragma once

#include <functional>
#include <vector>

#include "engine/simulator.hpp"
#include "viewer/session/frame.hpp"

namespace starling::viewer {

/// Copies of worlds [first, first + count), count not 0.
using Snapshots = std::function<std::vector<WorldSnapshot>(std::int64_t first, std::int64_t count)>;

/// Copies the worlds that a frame asks for, of a run of so many, into it.
void show_worlds(std::int64_t worlds, const Snapshots& snapshots, Frame& frame);

/// Counts what the simulator knows without being watched.
void count_worlds(Simulator& simulator, Numbers& numbers);

/// Adds the counts of some worlds to those of others of the same run.
void add_worlds(const Numbers& some, Numbers& sum);

}  // namespace starling::viewer
