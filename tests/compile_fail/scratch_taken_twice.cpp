// expects: a system takes one Scratch<T>: put what it needs into T
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN void scribble(TeamOf<8>, Scratch<Touch> touch, Scratch<Height> height) {
  touch->x_m = height->m;
}

static_assert(is_scheduled<Meadow<TaskGraph<EachWorldTeam<scribble>>>>);

}  // namespace starling::tests
