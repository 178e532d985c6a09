/// `starling rollout`: steps a batch of worlds and reports episodes and speed.
#pragma once

#include <chrono>

#include "envs/cli/rollout_options.hpp"
#include "envs/cli/rollout_result.hpp"

namespace starling::cli {

using WallClock = std::chrono::steady_clock;

/// Runs until all steps are done or the user interrupts. Throws Error.
RolloutResult rollout(const RolloutOptions& options, WallClock::time_point program_start);

}  // namespace starling::cli
