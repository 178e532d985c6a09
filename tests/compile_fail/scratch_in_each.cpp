// expects: a team has scratch memory: call this system with EachWorldTeam
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN void scribble(Scratch<Touch> touch) {
  touch->x_m = 1.0F;
}

static_assert(is_scheduled<Meadow<TaskGraph<EachWorld<scribble>>>>);

}  // namespace starling::tests
