/// What a simulator shows of itself to whoever looks.
#pragma once

#include "engine/simulator.hpp"
#include "viewer/session/frame.hpp"

namespace starling::viewer {

/// Copies the worlds that a frame asks for into it.
void show_worlds(Simulator& simulator, Frame& frame);

/// Counts what the simulator knows without being watched.
void count_worlds(Simulator& simulator, Numbers& numbers);

/// Adds the counts of some worlds to those of others of the same run.
void add_worlds(const Numbers& some, Numbers& sum);

}  // namespace starling::viewer
