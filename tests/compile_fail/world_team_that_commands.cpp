// expects: every thread of a team would spawn or destroy: command in an EachWorld system
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN void found_all(TeamOf<8>, Commands<Contact> contacts) {
  contacts.spawn(Touch{1.0F});
}

static_assert(is_scheduled<Meadow<TaskGraph<EachWorldTeam<found_all>>>>);

}  // namespace starling::tests
