// expects: a component is a singleton of the world and part of an archetype too
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

struct Kite : Archetype<Position, Wind> {};

struct Gale {
  static constexpr auto name = "gale";
  using World = Singletons<Wind>;
  using Archetypes = TypeList<Kite>;
  using Step = TaskGraph<>;
  using Outputs = TypeList<>;
};
static_assert(detail::Schema<Gale>::columns > 0);

STARLING_FN void drag(Speed& speed) {
  speed.x_mps *= 0.5F;
}

struct Sky {
  static constexpr auto name = "sky";
  using World = Singletons<Wind>;
  using Archetypes = TypeList<PerWorld<Bird, 4>>;
  using Step = TaskGraph<Each<drag>>;
  using Outputs = TypeList<>;
};

using Program = detail::ProgramOf<Sky, ProgramKind::Step, true>;
static_assert(Program::plan.stages > 0);

}  // namespace starling::tests
