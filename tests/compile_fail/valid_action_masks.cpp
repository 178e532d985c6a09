// compiles: what the other cases of masks change is what is wrong with them.
#include "tests/compile_fail/masked.hpp"

namespace starling::tests {

struct Moves {
  std::array<bool, 3> turns{};
  std::array<bool, 2> thrusts{};
};

struct Rules {
  std::int32_t mask_bytes = 5;
};

struct MovesOfARun {
  using Element = std::uint8_t;
  static constexpr auto length = &Rules::mask_bytes;
};

static_assert(is_described<Masked<Moves, Steer, Moves>>);
static_assert(is_described<Masked<MovesOfARun, Steer, MovesOfARun>>);

}  // namespace starling::tests
