// expects: Other<const T> is the other row of a pair: call this system with EachPair
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

static_assert(is_scheduled<Meadow<TaskGraph<Each<touch>>>>);

}  // namespace starling::tests
