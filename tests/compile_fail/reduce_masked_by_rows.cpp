// expects: a predicate around Reduce or SortBy is judged once a world: it reads singletons
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN bool is_high(const Position& position) {
  return position.x_m > 1.0F;
}

static_assert(is_scheduled<Meadow<TaskGraph<When<is_high, Reduce<height_of, higher>>>>>);

}  // namespace starling::tests
