// expects: a system takes the same component twice
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

STARLING_FN void move(const Position& from, Position& to) {
  to.x_m = from.x_m;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<move>>>>);

}  // namespace starling::tests
