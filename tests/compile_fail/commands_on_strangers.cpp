// expects: unmatched archetype: a system commands one that the environment does not have
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

struct Cloud : Archetype<Position> {};

STARLING_FN void gather(Commands<Cloud> clouds) {
  clouds.spawn();
}

static_assert(is_scheduled<Flock<TaskGraph<EachWorld<gather>, Commit>>>);

}  // namespace starling::tests
