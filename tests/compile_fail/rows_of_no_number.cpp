// expects: rows a world are a number or a member of the environment's Rules
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

STARLING_FN void grow(Crop& crop) {
  crop.kg += 1.0F;
}

inline constexpr float half = 0.5F;

struct Halves {
  static constexpr auto name = "halves";
  using Archetypes = TypeList<PerWorld<Field, half>>;
  using Step = TaskGraph<Each<grow>>;
  using Outputs = TypeList<>;
};

static_assert(is_scheduled<Halves>);

}  // namespace starling::tests
