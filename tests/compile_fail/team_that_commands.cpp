// expects: every thread of a team would spawn, destroy or report
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN void found(Team, const Position&, Commands<Contact> contacts) {
  contacts.spawn(Touch{1.0F});
}

static_assert(is_scheduled<Meadow<TaskGraph<EachTeam<found>>>>);

}  // namespace starling::tests
