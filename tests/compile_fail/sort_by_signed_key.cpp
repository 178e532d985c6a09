// expects: a key to sort by is a std::uint32_t
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN int key_of(const Position&) {
  return 0;
}

static_assert(is_scheduled<Meadow<TaskGraph<SortBy<Flier, key_of>>>>);

}  // namespace starling::tests
