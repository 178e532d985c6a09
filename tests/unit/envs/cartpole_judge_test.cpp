/// CartPole judges strictly at its limits, and by the step that is being taken.
#include <gtest/gtest.h>

#include <cmath>

#include "envs/cartpole/cartpole.hpp"

namespace starling::tests {
namespace {

using namespace envs::cartpole;

Ending judged(float x_m, float angle_rad, std::uint32_t steps_before = 0) {
  Reward reward;
  Ending ending;
  judge(Cart{x_m, 0.0F}, Pole{angle_rad, 0.0F}, Clock{0, steps_before}, reward, ending);
  EXPECT_EQ(reward.value, 1.0F);
  return ending;
}

TEST(CartPoleJudge, TerminatesBeyondEachLimitAndNotOnIt) {
  for (const float sign : {-1.0F, 1.0F}) {
    const float x_beyond_m = std::nextafter(track_limit_m, 10.0F);
    const float angle_beyond_rad = std::nextafter(angle_limit_rad, 10.0F);
    EXPECT_FALSE(judged(sign * track_limit_m, 0.0F).terminated);
    EXPECT_TRUE(judged(sign * x_beyond_m, 0.0F).terminated);
    EXPECT_FALSE(judged(0.0F, sign * angle_limit_rad).terminated);
    EXPECT_TRUE(judged(0.0F, sign * angle_beyond_rad).terminated);
  }
}

TEST(CartPoleJudge, TruncatesTheFiveHundredthStep) {
  EXPECT_FALSE(judged(0.0F, 0.0F, 498).truncated);
  EXPECT_TRUE(judged(0.0F, 0.0F, 499).truncated);
}

TEST(CartPoleJudge, SetsBothFlagsTogether) {
  const Ending ending = judged(3.0F, 0.0F, 499);
  EXPECT_TRUE(ending.terminated);
  EXPECT_TRUE(ending.truncated);
}

}  // namespace
}  // namespace starling::tests
