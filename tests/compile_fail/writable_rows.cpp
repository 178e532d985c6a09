// expects: writes rows of others through Rows or Lookup; write in an EachWorld system
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

STARLING_FN void push(Rows<Position> others, Speed& speed) {
  speed.x_mps = others[0].x_m;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<push>>>>);

}  // namespace starling::tests
