// compiles: the nodes over many rows, as they are meant
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN bool is_windy(const Wind& wind) {
  return wind.mps > 1.0F;
}

static_assert(is_scheduled<Meadow<TaskGraph<SortBy<Flier, cell_of>, Reduce<height_of, higher>,
                                            When<is_windy, Reduce<height_of, higher>>,
                                            EachPair<touch>, Commit, EachTeam<survey>>>>);

}  // namespace starling::tests
