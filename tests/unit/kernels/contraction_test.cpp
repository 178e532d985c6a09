/// No product is joined with a sum into one rounding, unless fma says so: the two backends would
/// give different bits.
#include <gtest/gtest.h>

#include "kernels/vector.hpp"

namespace starling::kernels {
namespace {

struct Turned {
  float ahead, left, ahead_mps, left_mps;
};

/// Dot and cross products side by side: what a vector unit does by adding in one lane and
/// subtracting in the next.
[[gnu::noinline]] Turned turn(Vec2 ahead, Vec2 way, Vec2 velocity) {
  return {dot(ahead, way), cross(ahead, way), dot(ahead, velocity), cross(ahead, velocity)};
}

float rounded(float x) {
  volatile float kept = x;
  return kept;
}

TEST(Contraction, IsLeftOutOfDotAndCrossSideBySide) {
  for (int turn_index = 1; turn_index < 1000; ++turn_index) {
    const float angle = 0.00713F * static_cast<float>(turn_index);
    const Vec2 ahead{cos(angle), sin(angle)};
    const Vec2 way{angle * 0.37F, 3.1F - angle};
    const Vec2 velocity{way.y * 1.7F, way.x * 0.3F};
    const Turned turned = turn(ahead, way, velocity);
    ASSERT_EQ(turned.ahead, rounded(ahead.x * way.x) + rounded(ahead.y * way.y));
    ASSERT_EQ(turned.left, rounded(ahead.x * way.y) - rounded(ahead.y * way.x));
    ASSERT_EQ(turned.ahead_mps, rounded(ahead.x * velocity.x) + rounded(ahead.y * velocity.y));
    ASSERT_EQ(turned.left_mps, rounded(ahead.x * velocity.y) - rounded(ahead.y * velocity.x));
  }
}

}  // namespace
}  // namespace starling::kernels
