// expects: unmatched component: no archetype has the component that Rows or Lookup reads
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

struct Weight {
  float kg = 0.0F;
};

STARLING_FN void feel(Rows<const Weight> weights, Speed& speed) {
  speed.x_mps = weights[0].kg;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<feel>>>>);

}  // namespace starling::tests
