// expects: one that takes a Team runs with EachTeam
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

static_assert(is_scheduled<Meadow<TaskGraph<Each<survey>>>>);

}  // namespace starling::tests
