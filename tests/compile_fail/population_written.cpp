// expects: spawn and destroy through Commands
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

STARLING_FN void cull(Population<Bird>& birds) {
  birds.rows = 0;
}

static_assert(is_scheduled<Flock<TaskGraph<EachWorld<cull>>>>);

}  // namespace starling::tests
