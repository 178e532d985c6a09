// expects: race: this system reads through Rows what it writes in its own row
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

STARLING_FN void flock(Rows<const Position> others, Position& position) {
  position.x_m = others[0].x_m;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<flock>>>>);

}  // namespace starling::tests
