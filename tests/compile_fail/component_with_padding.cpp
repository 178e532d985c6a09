// expects: a component has padding: reorder its fields by size
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

struct Leaky {
  char tag = 0;
  float value = 0.0F;
};

struct Pipe : Archetype<Leaky> {};

STARLING_FN void move(const Speed& speed, Position& position) {
  position.x_m += speed.x_mps;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<move>>>>);

}  // namespace starling::tests
