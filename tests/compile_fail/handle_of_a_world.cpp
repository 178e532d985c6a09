// expects: only a row has a handle: EachWorld has none
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

STARLING_FN void lean(Entity self, Wind& wind) {
  wind.mps = static_cast<float>(self.slot);
}

static_assert(is_scheduled<Flock<TaskGraph<EachWorld<lean>>>>);

}  // namespace starling::tests
