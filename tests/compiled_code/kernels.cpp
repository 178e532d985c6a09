/// Kernels whose machine code access_test.cpp reads: a step of CartPole with its rows in registers,
/// and a step of the herd with its slab in shared memory, copies to and from the slab apart.
#include "engine/cuda_kernel.hpp"
#include "engine/programs.hpp"
#include "envs/cartpole/cartpole.hpp"
#include "tests/support/environments/herd.hpp"

namespace starling::tests {

using CartPoleStep = detail::ProgramOf<envs::cartpole::CartPole, ProgramKind::Step, true>;
using HerdStep = detail::ProgramOf<herd::Herd, ProgramKind::Step, true>;

extern "C" __global__ void cartpole_in_registers(const __grid_constant__ Launch launch) {
  detail::run_tile_on_cuda<CartPoleStep, Residency::Registers, 1, false>(
      launch, static_cast<std::int32_t>(blockIdx.x), NoTrace{});
}

extern "C" __global__ void herd_in_shared_memory(const __grid_constant__ Launch launch) {
  extern __shared__ __align__(128) std::byte slab[];
  const auto home = detail::tile_at<herd::Herd>(launch, static_cast<std::int32_t>(blockIdx.x));
  const detail::Tile<herd::Herd> tile{launch, slab, home.first_world, home.worlds};
  for (std::int32_t step = 0; step < launch.steps; ++step) {
    detail::TileWalk<HerdStep>::run<0, HerdStep::size>(tile, detail::BlockCrew{}, {step},
                                                       NoTrace{});
  }
}

}  // namespace starling::tests
