// expects: a component holds a pointer
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

struct Linked {
  float* next = nullptr;
};

struct Chain : Archetype<Linked> {};

STARLING_FN void move(const Speed& speed, Position& position) {
  position.x_m += speed.x_mps;
}

static_assert(is_scheduled<Sky<TaskGraph<Each<move>>>>);

}  // namespace starling::tests
