// expects: a Reduce joins two values of the type that rows share
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN Height add(Height a, Height b) {
  return {a.m + b.m};
}

static_assert(is_scheduled<Meadow<TaskGraph<Reduce<height_of, add>>>>);

}  // namespace starling::tests
