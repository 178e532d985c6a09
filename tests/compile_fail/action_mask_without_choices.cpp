// expects: an environment with an ActionMask takes actions that are choices
#include "tests/compile_fail/masked.hpp"

namespace starling::tests {

struct Push {
  float newtons = 0.0F;
};

struct Moves {
  std::array<bool, 5> may{};
};

static_assert(is_described<Masked<Moves, Push, Moves>>);

}  // namespace starling::tests
