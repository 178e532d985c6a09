// expects: what all worlds share is read only: Shared<const T>
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

STARLING_FN void grow(Shared<Wind> wind, Crop& crop) {
  crop.kg += wind->mps;
}

static_assert(is_scheduled<Flock<TaskGraph<Each<grow>>>>);

}  // namespace starling::tests
