// expects: an output of the environment is touched by no system
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

STARLING_FN void drag(Speed& speed) {
  speed.x_mps *= 0.5F;
}

struct Sky {
  static constexpr auto name = "sky";
  using World = Singletons<Wind>;
  using Archetypes = TypeList<PerWorld<Bird, 4>>;
  using Step = TaskGraph<Each<drag>>;
  using Outputs = TypeList<Position>;
};

using Program = detail::ProgramOf<Sky, ProgramKind::Step, true>;
static_assert(Program::plan.stages > 0);

}  // namespace starling::tests
