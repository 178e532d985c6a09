// expects: race: a Reduce reads the singleton that it writes; keep the two apart
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN Height above(const Position& position, const Height& height) {
  return {position.x_m - height.m};
}

static_assert(is_scheduled<Meadow<TaskGraph<Reduce<above, higher>>>>);

}  // namespace starling::tests
