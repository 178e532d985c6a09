// expects: a system inside When writes what the predicate reads
#include "tests/compile_fail/meadow.hpp"

namespace starling::tests {

STARLING_FN bool is_high(const Height& height) {
  return height.m > 1.0F;
}

static_assert(is_scheduled<Meadow<TaskGraph<When<is_high, Reduce<height_of, higher>>>>>);

}  // namespace starling::tests
