// expects: a system inside When writes what the predicate reads
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

STARLING_FN bool is_fast(const Speed& speed) {
  return speed.x_mps > 1.0F;
}

STARLING_FN void stop(Speed& speed) {
  speed.x_mps = 0.0F;
}

struct Sky {
  static constexpr auto name = "sky";
  using World = Singletons<Wind>;
  using Archetypes = TypeList<PerWorld<Bird, 4>>;
  using Step = TaskGraph<When<is_fast, Each<stop>>>;
  using Outputs = TypeList<>;
};

using Program = detail::ProgramOf<Sky, ProgramKind::Step, true>;
static_assert(Program::plan.stages > 0);

}  // namespace starling::tests
