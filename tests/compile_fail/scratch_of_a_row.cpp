// expects: the team of a world has scratch memory: call this system with EachWorldTeam
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN void scribble(Team, Scratch<Touch> touch, const Position& position) {
  touch->x_m = position.x_m;
}

static_assert(is_scheduled<Meadow<TaskGraph<EachTeam<scribble>>>>);

}  // namespace starling::tests
