/// What agents of hide and seek earn, and when an episode ends.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/support/hide_and_seek_worlds.hpp"

namespace starling::tests::hiding {
namespace {

using systems::Pose;

/// Three hiders and two seekers in the open, who stand still: seekers look along y.
class HideAndSeekScore : public testing::Test {
 protected:
  HideAndSeekScore() {
    for (std::int64_t hider = 0; hider < 3; ++hider)
      worlds.put(0, "Agent", hider, upright({-12 + 4 * static_cast<float>(hider), -12, 1}));
    worlds.put(0, "Agent", 3, upright({6, 0, 1}));
    worlds.put(0, "Agent", 4, upright({12, 0, 1}));
    worlds.set_clock(0, 150);
  }
  void show_a_hider() { worlds.put(0, "Agent", 1, upright({6, 8, 1})); }
  /// Of the three hiders, the two seekers, and who is absent.
  std::vector<float> rewards() {
    worlds.look();
    std::vector<float> values;
    for (const Reward& reward : read_newest<Reward>(worlds.simulator(), "reward"))
      values.push_back(reward.value);
    return values;
  }

  Worlds worlds{1, open_arena(3, 2, 0, 0)};
};

using Six = std::vector<float>;

TEST_F(HideAndSeekScore, PaysHidersWhereNoneIsSeen) {
  EXPECT_EQ(rewards(), (Six{1, 1, 1, -1, -1, 0}));
}

TEST_F(HideAndSeekScore, PaysAllSeekersWhereOneSeesOneHider) {
  show_a_hider();
  EXPECT_EQ(rewards(), (Six{-1, -1, -1, 1, 1, 0}));
}

TEST_F(HideAndSeekScore, PaysHidersWhereAHiderSeesASeekerAlone) {
  worlds.put(0, "Agent", 1, upright({6, -8, 1}));
  EXPECT_EQ(rewards(), (Six{1, 1, 1, -1, -1, 0}));
  EXPECT_NE((worlds.at(0).agent<game::Sight>(1).bodies & 1U << 3U), 0u);
}

TEST_F(HideAndSeekScore, PaysHidersWhereSeekersSeeEachOther) {
  worlds.put(0, "Agent", 4, upright({6, 8, 1}));
  EXPECT_EQ(rewards(), (Six{1, 1, 1, -1, -1, 0}));
  EXPECT_NE((worlds.at(0).agent<game::Sight>(3).bodies & 1U << 4U), 0u);
}

TEST_F(HideAndSeekScore, PaysHidersWhereHidersSeeEachOther) {
  worlds.put(0, "Agent", 1, upright({-12, -6, 1}));
  EXPECT_EQ(rewards(), (Six{1, 1, 1, -1, -1, 0}));
  EXPECT_NE((worlds.at(0).agent<game::Sight>(0).bodies & 1U << 1U), 0u);
}

TEST_F(HideAndSeekScore, PaysNothingInPreparation) {
  show_a_hider();
  worlds.put(0, "Agent", 2, upright({30, 0, 1}));
  worlds.set_clock(0, 0);
  for (int step = 0; step < 96; ++step)
    ASSERT_EQ(rewards(), (Six{0, 0, 0, 0, 0, 0})) << "step " << step;
  EXPECT_EQ(rewards(), (Six{-1, -1, -11, 1, 1, 0}));
}

TEST_F(HideAndSeekScore, TakesTenFromWhoIsOutside) {
  worlds.put(0, "Agent", 0, upright({0, -25, 1}));
  worlds.put(0, "Agent", 4, upright({-25, 0, 1}));
  EXPECT_EQ(rewards(), (Six{-9, 1, 1, -1, -11, 0}));
}

/// Beyond the middle lines of outer walls.
TEST_F(HideAndSeekScore, TakesNothingAtTheBorder) {
  const auto less_than_others = [&](float x_m, float y_m) {
    worlds.put(0, "Agent", 0, upright({x_m, y_m, 6}));
    const Six paid = rewards();
    return paid[1] - paid[0];
  };
  for (const float side : {-1.0F, 1.0F}) {
    EXPECT_EQ(less_than_others(side * 17.99F, -12), 0.0F);
    EXPECT_EQ(less_than_others(side * 18.01F, -12), 10.0F);
    EXPECT_EQ(less_than_others(-12, side * 17.99F), 0.0F);
    EXPECT_EQ(less_than_others(-12, side * 18.01F), 10.0F);
  }
}

/// The step that is rewarded is the one in which a seeker sees.
TEST_F(HideAndSeekScore, IsOfWhatIsSeenAfterTheStep) {
  EXPECT_EQ(rewards()[3], -1.0F);
  show_a_hider();
  EXPECT_EQ(rewards()[3], 1.0F);
  worlds.put(0, "Agent", 1, upright({6, -8, 1}));
  EXPECT_EQ(rewards()[3], -1.0F);
}

TEST(HideAndSeekEpisode, LastsTwoHundredAndFortyStepsAndIsCutOff) {
  for (const auto& [variant, horizon] : {std::pair{"random", 240}, {"quadrant", 80}}) {
    Worlds worlds(2, {{"variant", variant}});
    for (int step = 0; step < horizon; ++step) {
      worlds.step();
      const auto endings = read_newest<Ending>(worlds.simulator(), "ending");
      EXPECT_FALSE(endings[0].terminated);
      EXPECT_EQ(static_cast<bool>(endings[0].truncated), step + 1 == horizon) << step;
    }
    EXPECT_EQ(worlds.at(0).singleton<Clock>().episode, 1u);
    EXPECT_EQ(worlds.at(0).singleton<Clock>().step, 0u);
  }
}

}  // namespace
}  // namespace starling::tests::hiding
