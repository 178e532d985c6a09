// expects: SortBy sorts an archetype whose entities have handles: list it as UpTo
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN std::uint32_t key_of(const Touch&) {
  return 0;
}

static_assert(is_scheduled<Meadow<TaskGraph<SortBy<Contact, key_of>>>>);

}  // namespace starling::tests
