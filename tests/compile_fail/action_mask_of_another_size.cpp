// expects: an ActionMask has a byte for each choice of all components of the action
#include "tests/compile_fail/masked.hpp"

namespace starling::tests {

struct Moves {
  std::array<std::uint8_t, 6> may{};
};

static_assert(is_described<Masked<Moves, Steer, Moves>>);

}  // namespace starling::tests
