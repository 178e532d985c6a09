// expects: a component must be a plain, trivially copyable struct
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

struct Named {
  Named() {}
  float value = 0.0F;
};

struct Sign : Archetype<Named> {};

STARLING_FN void move(const Speed& speed, Position& position) {
  position.x_m += speed.x_mps;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<move>>>>);

}  // namespace starling::tests
