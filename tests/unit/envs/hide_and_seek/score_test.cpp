/// What agents earn, and what they are told.
#include <gtest/gtest.h>

#include "tests/support/hide_and_seek_worlds.hpp"

namespace starling::tests::hiding {
namespace {

using kernels::Vec3;

/// A hider in the middle and a seeker behind it, both looking along y: the seeker sees the hider.
class Score : public testing::Test {
 protected:
  Score() {
    arenas.clear_the_middle(0);
    arenas.put(0, "Agent", 0, {{0, 0, 1}, kernels::identity});
    arenas.put(0, "Agent", 3, {{0, -6, 1}, kernels::identity});
    for (const std::int64_t other : {1, 2, 4})
      turn_away(other);
  }
  /// Towards the near wall, with nobody before it.
  void turn_away(std::int64_t agent) {
    arenas.put(0, "Agent", agent,
               {{-16.0F + 3.0F * static_cast<float>(agent), 16.0F, 1.0F}, kernels::identity});
  }
  void turn_seeker_around() {
    arenas.put(0, "Agent", 3, {{0, -6, 1}, kernels::from_axis_angle({0, 0, 1}, kernels::pi)});
  }
  void pass_preparation() { arenas.step(96); }
  std::vector<float> rewards() {
    arenas.step();
    return read_slot<float>(arenas.simulator(), "reward", 0);
  }

  Arenas arenas{1};
};

TEST_F(Score, IsNothingInPreparation) {
  EXPECT_EQ(rewards(), (std::vector<float>{0, 0, 0, 0, 0, 0}));
}

TEST_F(Score, IsTheSeekersWhileOneSeesAHider) {
  pass_preparation();
  EXPECT_EQ(rewards(), (std::vector<float>{-1, -1, -1, 1, 1, 0}));
}

TEST_F(Score, IsTheHidersWhileNoneIsSeen) {
  turn_seeker_around();
  pass_preparation();
  EXPECT_EQ(rewards(), (std::vector<float>{1, 1, 1, -1, -1, 0}));
}

TEST_F(Score, IsTheHidersBehindAWall) {
  arenas.set(0, "Wall.Shape.kind", 4, static_cast<std::int32_t>(systems::ShapeKind::Box));
  arenas.set(0, "Wall.Shape.half_m.x", 4, 17.0F);
  arenas.set(0, "Wall.Shape.half_m.y", 4, 0.2F);
  arenas.set(0, "Wall.Shape.half_m.z", 4, 1.25F);
  arenas.put(0, "Wall", 4, {{0, -3, 1.25F}, kernels::identity});
  pass_preparation();
  EXPECT_EQ(rewards(), (std::vector<float>{1, 1, 1, -1, -1, 0}));
}

TEST_F(Score, OfThoseOutsideIsTenLess) {
  pass_preparation();
  arenas.put(0, "Agent", 1, {{0, 30, 1}, kernels::identity});
  EXPECT_EQ(rewards(), (std::vector<float>{-1, -11, -1, 1, 1, 0}));
}

TEST_F(Score, EndsAfterTwoHundredAndFortySteps) {
  arenas.step(239);
  EXPECT_EQ(read_slot<std::uint8_t>(arenas.simulator(), "ending.truncated", 0)[0], 0);
  arenas.step();
  EXPECT_EQ(read_slot<std::uint8_t>(arenas.simulator(), "ending.truncated", 0)[0], 1);
}

/// What the hider sees before it, by features.
TEST_F(Score, TokensAreInTheAgentsFrame) {
  arenas.put(0, "Box", 0, {{3.6F, 5.4F, 1}, kernels::from_axis_angle({0, 0, 1}, kernels::pi / 6)});
  arenas.act(0, {5, 5, 5, 0, 0});
  arenas.step();
  const auto seen = arenas.at(0).all<hide::Agent, hide::view::Box>()[0].seen[0];
  EXPECT_NEAR(seen.position.x, 0.2F, 1e-4F);  // 3.6 m of 18
  EXPECT_NEAR(seen.position.y, 0.3F, 1e-4F);
  EXPECT_NEAR(seen.sine, 0.5F, 1e-4F);
  EXPECT_NEAR(seen.cosine, 0.8660254F, 1e-4F);
  EXPECT_FLOAT_EQ(seen.half.x, 4.0F / 18);
  EXPECT_FLOAT_EQ(seen.half.y, 0.75F / 18);
  EXPECT_EQ(seen.locked_by_own, 0.0F);
  const auto presence = arenas.at(0).all<hide::Agent, hide::Presence>()[0].tokens;
  EXPECT_EQ(presence[0], 1);
  EXPECT_EQ(presence[static_cast<std::size_t>(hide::first_box)], 1);
  EXPECT_EQ(presence[5], 0);  // there is no third seeker
}

TEST_F(Score, SelfTellsOfPlaceTeamAndTime) {
  arenas.put(0, "Agent", 0, {{9, -4.5F, 1}, kernels::from_axis_angle({0, 0, 1}, kernels::pi / 6)});
  arenas.step();
  const std::vector<float> hider = arenas.at(0).self_view(0);
  EXPECT_NEAR(hider[0], 0.5F, 1e-4F);
  EXPECT_NEAR(hider[1], -0.25F, 1e-4F);
  EXPECT_NEAR(hider[4], 0.5F, 1e-4F);
  EXPECT_NEAR(hider[5], 0.8660254F, 1e-4F);
  EXPECT_EQ(hider[8], 0.0F);
  EXPECT_NEAR(hider[10], 95.0F / 96, 1e-5F);
  EXPECT_NEAR(hider[11], 239.0F / 240, 1e-5F);
  EXPECT_EQ(hider[12], 1.0F);
  EXPECT_EQ(arenas.at(0).self_view(3)[8], 1.0F);
  for (const float feature : arenas.at(0).self_view(5))
    EXPECT_EQ(feature, 0.0F);
}

}  // namespace
}  // namespace starling::tests::hiding
