// expects: a component is a singleton of the world and part of an archetype too
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

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

static_assert(is_scheduled<Sky<TaskGraph<Each<drag>>>>);

}  // namespace starling::tests
