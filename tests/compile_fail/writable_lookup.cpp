// expects: writes rows of others through Rows or Lookup; write in an EachWorld system
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

STARLING_FN void push(Entity self, Lookup<Position> positions, Speed& speed) {
  positions.set(self, {speed.x_mps});
}

static_assert(is_scheduled<Flock<TaskGraph<Each<push>>>>);

}  // namespace starling::tests
