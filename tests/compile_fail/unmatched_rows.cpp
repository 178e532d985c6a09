// expects: unmatched component: no archetype has the component that Rows reads
#include "engine/programs.hpp"

namespace starling::tests {

struct Position {
  float x_m = 0.0F;
};
struct Speed {
  float x_mps = 0.0F;
};
struct Wind {
  float mps = 0.0F;
};

struct Bird : Archetype<Position, Speed> {};

struct Weight {
  float kg = 0.0F;
};

STARLING_FN void feel(Rows<const Weight> weights, Speed& speed) {
  speed.x_mps = weights[0].kg;
}

struct Sky {
  static constexpr auto name = "sky";
  using World = Singletons<Wind>;
  using Archetypes = TypeList<PerWorld<Bird, 4>>;
  using Step = TaskGraph<Each<feel>>;
  using Outputs = TypeList<>;
};

using Program = detail::ProgramOf<Sky, ProgramKind::Step, true>;
static_assert(Program::plan.stages > 0);

}  // namespace starling::tests
