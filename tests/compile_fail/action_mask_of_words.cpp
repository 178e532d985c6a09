// expects: an ActionMask is an output of bytes: all are bool, or all are std::uint8_t
#include "tests/compile_fail/masked.hpp"

namespace starling::tests {

struct Moves {
  std::array<std::int32_t, 5> may{};
};

static_assert(is_described<Masked<Moves, Steer, Moves>>);

}  // namespace starling::tests
