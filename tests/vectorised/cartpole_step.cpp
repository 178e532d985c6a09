/// The pass of CartPole's step over all worlds, alone: from the drawn action to the return.
#include "engine/cpu_walk.hpp"
#include "engine/programs.hpp"
#include "envs/cartpole/cartpole.hpp"

namespace starling::detail {

using Rollout = ProgramOf<envs::cartpole::CartPole, ProgramKind::Rollout, true>;
constexpr int pass_end = CpuStage<Rollout, 0>::pass_end<0, Rollout::size>();

template void CpuPass<Rollout, 0, 0, pass_end, -1>::run(const Tile<Rollout::Env>&, StepTurn);

}  // namespace starling::detail
