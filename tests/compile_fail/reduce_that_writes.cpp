// expects: what a row shares with a Reduce is read from components
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN Height take(Position& position) {
  return {position.x_m};
}

static_assert(is_scheduled<Meadow<TaskGraph<Reduce<take, higher>>>>);

}  // namespace starling::tests
