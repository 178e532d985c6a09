// Steps are due by the speed that is wanted, and never so many that a person waits.
#include "viewer/session/pace.hpp"

#include <gtest/gtest.h>

namespace starling::viewer {
namespace {

using namespace std::chrono_literals;

TEST(Pace, OwesAsManyStepsAsTheSpeedSays) {
  Pace pace(100.0, false);
  pace.play(true);
  auto now = Pace::Clock::now();
  pace.due(now, 1000);
  int steps = 0;
  for (int tick = 0; tick < 100; ++tick) {
    now += 10ms;
    steps += pace.due(now, 1000);
  }
  EXPECT_NEAR(steps, 100, 1);
}

TEST(Pace, DoesNotCatchUpWithALongPause) {
  Pace pace(100.0, true);
  pace.play(true);
  auto now = Pace::Clock::now();
  pace.due(now, 1000);
  EXPECT_LE(pace.due(now + 1h, 1000), 26);
}

TEST(Pace, MakesLaunchesThatLastAMoment) {
  Pace pace(0.0, true);
  const auto now = Pace::Clock::now();
  EXPECT_EQ(pace.due(now, 16), 16);
  pace.note(16, 1, now, now + 160ms);
  EXPECT_EQ(pace.due(now, 16), 3);
  pace.note(1, 1, now, now + 1s);
  EXPECT_EQ(pace.due(now, 16), 1);
}

TEST(Pace, DoesSingleStepsWhilePaused) {
  Pace pace(30.0, false);
  const auto now = Pace::Clock::now();
  EXPECT_EQ(pace.due(now, 16), 0);
  pace.add_single_steps(20);
  EXPECT_EQ(pace.due(now, 16), 16);
  EXPECT_EQ(pace.due(now, 16), 4);
  EXPECT_EQ(pace.due(now, 16), 0);
}

TEST(Pace, KnowsTheSpeedOfLate) {
  Pace pace(0.0, true);
  auto now = Pace::Clock::now();
  for (int launch = 0; launch < 20; ++launch) {
    pace.note(10, 100, now, now + 50ms);
    now += 50ms;
  }
  EXPECT_NEAR(pace.world_steps_per_s(), 20000.0, 2000.0);
  EXPECT_GE(pace.speeds().size(), 3U);
}

}  // namespace
}  // namespace starling::viewer
