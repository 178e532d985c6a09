// expects: of an archetype with a fixed number of rows
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

STARLING_FN void plough(Commands<Field> fields) {
  fields.destroy_all();
}

static_assert(is_scheduled<Flock<TaskGraph<EachWorld<plough>, Commit>>>);

}  // namespace starling::tests
