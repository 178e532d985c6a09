// expects: SortBy needs one archetype with a fixed number of rows that has
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

struct Bare {
  static constexpr auto name = "bare";
  using Archetypes = TypeList<UpTo<Flier, 8>>;
  using Step = TaskGraph<SortBy<Flier, cell_of>>;
  using Outputs = TypeList<>;
};

static_assert(is_scheduled<Bare>);

}  // namespace starling::tests
