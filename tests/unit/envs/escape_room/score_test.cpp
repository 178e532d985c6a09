/// What agents of the escape room earn, and when an episode ends.
#include <gtest/gtest.h>

#include "tests/support/escape_rooms.hpp"

namespace starling::tests::escape {
namespace {

float score_at(float y_m, room::Progress& progress) {
  Reward reward;
  room::score({{0, y_m, 1}}, progress, reward);
  return reward.value;
}

TEST(EscapeRoomScore, PaysForEveryMetreBeyondTheFarthest) {
  room::Progress progress{2.0F};
  EXPECT_NEAR(score_at(4.0F, progress), 0.1F, 1e-6F);
  EXPECT_EQ(progress.largest_y_m, 4.0F);
  EXPECT_EQ(score_at(3.0F, progress), -0.005F);
  EXPECT_EQ(progress.largest_y_m, 4.0F);
  EXPECT_EQ(score_at(4.0F, progress), -0.005F);
  EXPECT_NEAR(score_at(4.5F, progress), 0.025F, 1e-6F);
}

TEST(EscapeRoomScore, CountsNoFartherThanEightyMetres) {
  room::Progress progress{79.0F};
  EXPECT_NEAR(score_at(90.0F, progress), 0.05F, 1e-6F);
  EXPECT_EQ(score_at(100.0F, progress), -0.005F);
}

/// Agents are put where they shall be and stand still.
class Together : public testing::Test {
 protected:
  void put(float y_0, float y_1) {
    rooms.act({0, 0, 2, 0});
    rooms.put(0, "Agent", 0, {{5, y_0, 1}});
    rooms.put(0, "Agent", 1, {{-5, y_1, 1}});
    rooms.step();
  }
  float reward(std::size_t agent) {
    return read_newest<Reward>(rooms.simulator(), "reward")[agent].value;
  }

  Rooms rooms{1};
};

TEST_F(Together, PaysAQuarterMoreWithinTwoMetres) {
  put(4.0F, 4.0F);
  put(5.0F, 6.5F);
  EXPECT_NEAR(reward(0), 0.05F * 1.25F, 1e-4F);
  EXPECT_NEAR(reward(1), 0.125F * 1.25F, 1e-4F);
}

TEST_F(Together, PaysNoMoreBeyond) {
  put(4.0F, 4.0F);
  put(5.0F, 8.0F);
  EXPECT_NEAR(reward(0), 0.05F, 1e-4F);
  EXPECT_NEAR(reward(1), 0.2F, 1e-4F);
}

/// Nothing pushes agents sideways: y is as put, to 2^-22 of 8 m, and rewards to 1e-7.
TEST_F(Together, EndsAtTwoMetres) {
  put(4.0F, 4.0F);
  put(5.0F, 6.9F);
  EXPECT_NEAR(reward(0), 0.05F * 1.25F, 1e-6F);
  EXPECT_NEAR(reward(1), 0.145F * 1.25F, 1e-6F);
  put(5.5F, 7.6F);
  EXPECT_NEAR(reward(0), 0.025F, 1e-6F);
  EXPECT_NEAR(reward(1), 0.035F, 1e-6F);
}

TEST_F(Together, IsOfTheFarthestTheyEverWere) {
  put(4.0F, 8.0F);
  put(4.0F, 5.0F);
  put(5.0F, 5.0F);
  EXPECT_NEAR(reward(0), 0.05F, 1e-6F);
  put(7.0F, 3.0F);
  EXPECT_NEAR(reward(0), 0.1F * 1.25F, 1e-6F);
}

TEST_F(Together, ChangesNoLoss) {
  put(4.0F, 4.0F);
  put(3.0F, 3.0F);
  EXPECT_EQ(reward(0), -0.005F);
}

TEST(EscapeRoomEpisode, LastsTwoHundredStepsAndIsCutOff) {
  Rooms rooms(2);
  rooms.act({0, 0, 2, 0});
  for (int step = 0; step < 200; ++step) {
    rooms.step();
    const auto endings = read_newest<Ending>(rooms.simulator(), "ending");
    EXPECT_FALSE(endings[0].terminated);
    EXPECT_EQ(static_cast<bool>(endings[0].truncated), step == 199) << step;
  }
}

}  // namespace
}  // namespace starling::tests::escape
