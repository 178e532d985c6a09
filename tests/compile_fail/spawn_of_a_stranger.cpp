// expects: a spawn gives a component that the archetype does not have
#include "tests/compile_fail/flock.hpp"

namespace starling::tests {

STARLING_FN void hatch(Commands<Bird> birds) {
  birds.spawn(Crop{1.0F});
}

}  // namespace starling::tests
