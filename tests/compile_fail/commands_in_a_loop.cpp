// compiles: a Commit anywhere behind what commands will do, after the loop that commands stand in
// or in it.
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

STARLING_FN void hatch(Commands<Bird> birds) {
  birds.spawn();
}

using Grown = Repeat<2, EachWorld<hatch>, Repeat<2, EachWorld<hatch>>>;
static_assert(is_scheduled<Flock<TaskGraph<Repeat<3, Commit, EachWorld<hatch>>, Grown, Commit>>>);
static_assert(is_scheduled<Flock<TaskGraph<Repeat<3, EachWorld<hatch>, Commit>>>>);

}  // namespace starling::tests
