// expects: a system takes a component by value: write const T& to read it, T& to write it
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

STARLING_FN void move(Speed speed, Position& position) {
  position.x_m += speed.x_mps;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<move>>>>);

}  // namespace starling::tests
