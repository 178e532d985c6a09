// expects: a Reduce writes a singleton: list what its rows share in World
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN Speed speed_of(const Position& position) {
  return {position.x_m};
}
STARLING_FN Speed faster(const Speed& a, const Speed& b) {
  return a.x_mps > b.x_mps ? a : b;
}

static_assert(is_scheduled<Meadow<TaskGraph<Reduce<speed_of, faster>>>>);

}  // namespace starling::tests
