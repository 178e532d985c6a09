// expects: unmatched component: EachWorld sees the world's singletons
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

STARLING_FN void move(const Speed& speed, Position& position) {
  position.x_m += speed.x_mps;
}

static_assert(is_scheduled<Sky<TaskGraph<EachWorld<move>>>>);

}  // namespace starling::tests
