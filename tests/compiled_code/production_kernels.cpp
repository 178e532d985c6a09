/// Whole kernels as they run in production, compiled twice for trace_test.cpp: as they are, and
/// with every hook of the trace deleted from the engine's headers.
#include "engine/cuda_kernel.hpp"
#include "engine/programs.hpp"
#include "envs/cartpole/cartpole.hpp"
#include "tests/support/environments/herd.hpp"

namespace starling::tests {

using CartPoleRollout = detail::ProgramOf<envs::cartpole::CartPole, ProgramKind::Rollout, true>;
using HerdRollout = detail::ProgramOf<herd::Herd, ProgramKind::Rollout, true>;

template <class Program, Residency residency, int lanes, class Trace>
__device__ __forceinline__ void run(const Launch& launch, const Trace& trace) {
  detail::take_tiles(
      launch, detail::RunTile<Program, residency, lanes, false, Trace>{launch, trace}, trace);
}

extern "C" __global__ void __launch_bounds__(max_block_threads)
    cartpole_rollout(const __grid_constant__ Launch launch) {
  run<CartPoleRollout, Residency::Registers, 1>(launch, NoTrace{});
}

extern "C" __global__ void __launch_bounds__(max_block_threads)
    herd_rollout_in_registers(const __grid_constant__ Launch launch) {
  run<HerdRollout, Residency::Registers, 16>(launch, NoTrace{});
}

extern "C" __global__ void __launch_bounds__(max_block_threads)
    herd_rollout_in_shared_memory(const __grid_constant__ Launch launch) {
  run<HerdRollout, Residency::Shared, 0>(launch, NoTrace{});
}

extern "C" __global__ void __launch_bounds__(max_block_threads)
    traced_cartpole_rollout(const __grid_constant__ Launch launch,
                            const __grid_constant__ TraceTarget target) {
  __shared__ TraceCursor cursor;
  run<CartPoleRollout, Residency::Registers, 1>(launch, detail::BlockTrace(target, cursor, 0));
}

}  // namespace starling::tests
