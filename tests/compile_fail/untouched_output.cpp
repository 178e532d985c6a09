// expects: an output of the environment is touched by no system
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

STARLING_FN void drag(Speed& speed) {
  speed.x_mps *= 0.5F;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<drag>>, Position>>);

}  // namespace starling::tests
