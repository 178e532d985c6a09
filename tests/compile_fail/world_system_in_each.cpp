// expects: a system on singletons alone runs with EachWorld
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

STARLING_FN void calm(Wind& wind) {
  wind.mps = 0.0F;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<calm>>>>);

}  // namespace starling::tests
