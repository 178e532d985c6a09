// expects: unmatched component: no archetype has all the components that this system takes
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

struct Weight {
  float kg = 0.0F;
};

STARLING_FN void weigh(const Position& position, Weight& weight) {
  weight.kg = position.x_m;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<weigh>>>>);

}  // namespace starling::tests
