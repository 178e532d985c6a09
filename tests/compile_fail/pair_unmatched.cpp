// expects: unmatched component: no archetype has all that both rows of a pair need
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN void mix(const Position&, Other<const Touch>, Commands<Contact>) {}

static_assert(is_scheduled<Meadow<TaskGraph<EachPair<mix>>>>);

}  // namespace starling::tests
