// expects: a system inside When writes what the predicate reads
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

STARLING_FN bool is_fast(const Speed& speed) {
  return speed.x_mps > 1.0F;
}

STARLING_FN void stop(Speed& speed) {
  speed.x_mps = 0.0F;
}

static_assert(is_scheduled<Sky<TaskGraph<When<is_fast, Each<stop>>>>>);

}  // namespace starling::tests
