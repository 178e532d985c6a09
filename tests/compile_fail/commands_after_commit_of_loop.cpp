// expects: no Commit follows before the end of the graph
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

STARLING_FN void hatch(Commands<Bird> birds) {
  birds.spawn();
}

static_assert(is_scheduled<Flock<TaskGraph<Repeat<3, Commit, EachWorld<hatch>>>>>);

}  // namespace starling::tests
