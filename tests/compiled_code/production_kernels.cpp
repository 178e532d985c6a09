/// Whole kernels as they run in production, compiled twice for trace_test.cpp: as they are, and
/// with every hook of the trace deleted from the engine's headers.
#include "engine/cuda_kernel.hpp"
#include "engine/programs.hpp"
#include "envs/cartpole/cartpole.hpp"
#include "tests/support/environments/herd.hpp"

namespace starling::tests {

using CartPoleRollout = detail::ProgramOf<envs::cartpole::CartPole, ProgramKind::Rollout, true>;
using HerdRollout = detail::ProgramOf<herd::Herd, ProgramKind::Rollout, true>;

extern "C" __global__ void __launch_bounds__(max_block_threads)
    cartpole_rollout(const __grid_constant__ Launch launch) {
  detail::run_tiles_on_cuda<CartPoleRollout, Residency::Registers>(launch, NoTrace{});
}

extern "C" __global__ void __launch_bounds__(max_block_threads)
    herd_rollout(const __grid_constant__ Launch launch) {
  detail::run_tiles_on_cuda<HerdRollout, Residency::Shared>(launch, NoTrace{});
}

extern "C" __global__ void __launch_bounds__(max_block_threads)
    traced_cartpole_rollout(const __grid_constant__ Launch launch,
                            const __grid_constant__ TraceTarget target) {
  __shared__ TraceCursor cursor;
  detail::run_tiles_on_cuda<CartPoleRollout, Residency::Registers>(
      launch, detail::BlockTrace(target, cursor, 0));
}

}  // namespace starling::tests
