// expects: the ActionMask is not among the environment's Outputs
#include "tests/compile_fail/masked.hpp"

namespace starling::tests {

struct Moves {
  std::array<bool, 5> may{};
};

static_assert(is_described<Masked<Moves, Steer>>);

}  // namespace starling::tests
