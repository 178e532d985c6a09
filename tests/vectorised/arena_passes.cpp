/// Two passes of the arena's step, alone: collisions of all pairs, which read the rows of a whole
/// world, and observations of 320 bytes.
#include "engine/cpu_walk.hpp"
#include "engine/programs.hpp"
#include "tests/support/environments/arena.hpp"

namespace starling::detail {

using Arena = tests::arena::Arena;
using Rollout = ProgramOf<Arena, ProgramKind::Rollout, true>;
constexpr int agents = Schema<Arena>::tables - 1;

template <class Leaf>
constexpr int first = index_in<Rollout::Tokens, LeafToken<Leaf, Masks<>>>;

/// The pass that starts with a leaf, over the agents.
template <int begin>
using AgentsPass =
    CpuPass<Rollout, begin, begin,
            CpuStage<Rollout, begin>::template pass_end<begin, Rollout::plan.stage_end[begin]>(),
            agents>;

template void AgentsPass<first<Each<tests::arena::collide>>>::run(const Tile<Arena>&, StepTurn);
template void AgentsPass<first<Clear<tests::arena::Observation>>>::run(const Tile<Arena>&,
                                                                       StepTurn);

}  // namespace starling::detail
