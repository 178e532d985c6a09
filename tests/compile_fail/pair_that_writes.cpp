// expects: race: EachPair calls this system for several pairs of a row
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN void push(Other<const Position> other, Speed& speed) {
  speed.x_mps += other->x_m;
}

static_assert(is_scheduled<Meadow<TaskGraph<EachPair<push>>>>);

}  // namespace starling::tests
