// expects: the other row of a pair is read only: Other<const T>
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN void push(const Position&, Other<Speed>, Commands<Contact>) {}

static_assert(is_scheduled<Meadow<TaskGraph<EachPair<push>>>>);

}  // namespace starling::tests
