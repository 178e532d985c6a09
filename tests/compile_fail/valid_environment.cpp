// compiles: what the other cases change is what is wrong with them.
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

STARLING_FN void move(const Speed& speed, Position& position) {
  position.x_m += speed.x_mps;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<move>>, Position>>);

}  // namespace starling::tests
