// expects: duplicate component: an archetype lists the same component twice
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

struct Twin : Archetype<Position, Speed, Position> {};

STARLING_FN void move(const Speed& speed, Position& position) {
  position.x_m += speed.x_mps;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<move>>>>);

}  // namespace starling::tests
