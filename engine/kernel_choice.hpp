/// Which of a program's kernels runs it: where rows are kept, and how many threads step a world.
#pragma once

#include "engine/backend.hpp"

namespace starling {

/// A way to run a program. On a CPU always global, a thread a tile.
struct KernelChoice {
  Residency residency = Residency::Global;
  int lanes = 0;  ///< CUDA threads a world, where rows are in registers; 0: a block steps a tile.
  int team_lanes = 0;            ///< And so many of its threads share a world, if any,
  int scratch_bytes_a_warp = 0;  ///< in so much shared memory,
  int most_threads = 0;          ///< in blocks of so many.
};

/// As set, or what promises most. Throws Error (Usage) for what is not compiled.
KernelChoice choose_kernel(const RegisteredEnvironment& environment, const Settings& settings,
                           const Backend& backend);

/// Rows a world of the longest table.
std::int64_t most_rows_per_world(const EnvironmentDescription& description);

/// Most warps of a block: as many as it may have, and as its shared memory has scratch memory for.
std::int64_t most_warps_a_block(const KernelChoice& choice, const Backend& backend);

/// CUDA threads that can work on a world at the same time.
std::int64_t threads_a_world(const EnvironmentDescription& description, const KernelChoice& choice);

}  // namespace starling
