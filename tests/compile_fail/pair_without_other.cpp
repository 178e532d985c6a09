// expects: EachPair calls a system that takes the other row: Other<const T>
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN void alone(const Position&, Commands<Contact>) {}

static_assert(is_scheduled<Meadow<TaskGraph<EachPair<alone>>>>);

}  // namespace starling::tests
