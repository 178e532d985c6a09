// expects: race: Each calls this system for several rows of a world at the same time, and it writes rows of
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

STARLING_FN void push(Rows<Position> others, Speed& speed) {
  speed.x_mps = others[0].x_m;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<push>>>>);

}  // namespace starling::tests
