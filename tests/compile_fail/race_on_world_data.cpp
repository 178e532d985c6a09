// expects: race on world data: Each calls this system for several rows of a world at the same time
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

STARLING_FN void stir(const Speed& speed, Wind& wind) {
  wind.mps += speed.x_mps;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<stir>>>>);

}  // namespace starling::tests
