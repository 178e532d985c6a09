// expects: race on world data: Each calls this system for several rows of a world at the same time
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

STARLING_FN void stir(const Speed& speed, Wind& wind) {
  wind.mps += speed.x_mps;
}

struct Sky {
  static constexpr auto name = "sky";
  using World = Singletons<Wind>;
  using Archetypes = TypeList<PerWorld<Bird, 4>>;
  using Step = TaskGraph<Each<stir>>;
  using Outputs = TypeList<>;
};

using Program = detail::ProgramOf<Sky, ProgramKind::Step, true>;
static_assert(Program::plan.stages > 0);

}  // namespace starling::tests
