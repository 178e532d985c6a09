// expects: tensors have a fixed number of rows
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

STARLING_FN void drag(Speed& speed) {
  speed.x_mps *= 0.5F;
}

static_assert(is_scheduled<Flock<TaskGraph<Each<drag>>, Speed>>);

}  // namespace starling::tests
