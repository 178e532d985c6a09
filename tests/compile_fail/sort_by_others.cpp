// expects: a key to sort by hangs on its row and the world
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN std::uint32_t key_of(const Position&, Rows<const Speed>) {
  return 0;
}

static_assert(is_scheduled<Meadow<TaskGraph<SortBy<Flier, key_of>>>>);

}  // namespace starling::tests
