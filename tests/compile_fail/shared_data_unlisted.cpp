// expects: a system takes shared data that the environment does not list
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

struct Map {
  float slope = 0.0F;
};

STARLING_FN void grow(Shared<const Map> map, Crop& crop) {
  crop.kg += map->slope;
}

static_assert(is_scheduled<Flock<TaskGraph<Each<grow>>>>);

}  // namespace starling::tests
