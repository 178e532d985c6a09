/// What agents of hide and seek are told: every feature of every token, in random play.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "tests/support/hide_and_seek_worlds.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests::hiding {
namespace {

using kernels::Vec3;
using systems::Motion;
using systems::Pose;

/// Places of 50 m, turned and divided by 18 m, are rounded by a few 2e-7.
constexpr float rounding = 1e-5F;

/// A thing as an agent sees it: position x y z, velocity x y, sine and cosine of yaw. Lengths as
/// shares of 18 m. An agent is upright.
std::vector<double> seen_from(const Pose& own, const Pose& its, const Motion& motion) {
  const double yaw_rad = 2 * std::atan2(own.rotation.z, own.rotation.w);
  const double cosine = std::cos(yaw_rad);
  const double sine = std::sin(yaw_rad);
  const auto into = [&](double x, double y) {
    return std::array{x * cosine + y * sine, y * cosine - x * sine};
  };
  const Vec3 offset_m = its.position_m - own.position_m;
  const auto place = into(offset_m.x, offset_m.y);
  const auto velocity = into(motion.velocity_mps.x, motion.velocity_mps.y);
  const Vec3 forward = rotate(its.rotation, {0, 1, 0});
  const auto ahead = into(forward.x, forward.y);
  return {place[0] / 18,    place[1] / 18, offset_m.z / 18.0, velocity[0] / 18,
          velocity[1] / 18, -ahead[0],     ahead[1]};
}

class HideAndSeekObserve : public testing::Test {
 protected:
  static constexpr std::int64_t number = scaled(100, 20);

  /// Calls `look(arena)` for all worlds, before and after seekers begin to act.
  template <class Look>
  void in_random_play(const Look& look) {
    for (const int steps : {0, 20, 60, 16, 44}) {
      worlds.step(steps);
      for (std::int64_t world = 0; world < number; ++world)
        look(worlds.at(world));
    }
  }

  /// A token's features, or none where it is not seen.
  template <std::size_t features, class Token>
  void expect_token(const Token& token, const std::vector<double>& expected, bool is_seen) {
    const auto told = std::bit_cast<std::array<float, features>>(token);
    ASSERT_EQ(expected.size(), features);
    for (std::size_t feature = 0; feature < features; ++feature)
      EXPECT_NEAR(told[feature], is_seen ? expected[feature] : 0.0, rounding) << feature;
    seen_ += is_seen ? 1 : 0;
  }
  bool sees(const Arena& arena, std::size_t agent, std::size_t body) {
    return (arena.agent<game::Sight>(agent).bodies >> body & 1U) != 0;
  }
  static double one_if(bool holds) { return holds ? 1.0 : 0.0; }

  Worlds worlds{number, {{"fewest-hiders", "1"}, {"fewest-seekers", "1"}}, Actions::Random};
  int seen_ = 0;
};

/// Whether a hider is seen by any seeker, or a seeker sees any hider.
bool is_seen_or_sees(const Arena& arena, std::size_t agent) {
  for (std::size_t hider = 0; hider < 3; ++hider) {
    for (std::size_t seeker = 3; seeker < 6; ++seeker) {
      const bool sees = (arena.agent<game::Sight>(seeker).bodies >> hider & 1U) != 0;
      if (sees && (agent == hider || agent == seeker)) return true;
    }
  }
  return false;
}

TEST_F(HideAndSeekObserve, Itself) {
  in_random_play([&](const Arena& arena) {
    const auto step = static_cast<double>(arena.singleton<Clock>().step);
    for (std::size_t agent = 0; agent < 6; ++agent) {
      const std::vector<float> self = arena.self(static_cast<int>(agent));
      const std::int32_t team = arena.agent<game::Role>(agent).team;
      if (team == nobody) continue;
      const auto pose = arena.agent<Pose>(agent);
      const auto motion = arena.agent<Motion>(agent);
      const double yaw_rad = 2 * std::atan2(pose.rotation.z, pose.rotation.w);
      const std::vector<double> velocity = seen_from(pose, pose, motion);
      const std::vector<double> expected{
          pose.position_m.x / 18.0,
          pose.position_m.y / 18.0,
          velocity[3],
          velocity[4],
          std::sin(yaw_rad),
          std::cos(yaw_rad),
          motion.angular_radps.z,
          (pose.position_m.z - 1) / 18.0,
          one_if(team == seekers),
          one_if(systems::is_active(arena.agent<systems::Joint>(agent))),
          std::max(96 - step, 0.0) / 96,
          (240 - step) / 240,
          one_if(std::abs(pose.position_m.x) <= 18 && std::abs(pose.position_m.y) <= 18),
          one_if(is_seen_or_sees(arena, agent))};
      for (std::size_t feature = 0; feature < expected.size(); ++feature)
        EXPECT_NEAR(self[feature], expected[feature], rounding) << "feature " << feature;
      seen_ += expected[13] > 0 ? 1 : 0;
    }
  });
  EXPECT_GT(seen_, 0);
}

TEST_F(HideAndSeekObserve, OtherAgents) {
  in_random_play([&](const Arena& arena) {
    const bool is_preparation = arena.singleton<Clock>().step < 96;
    for (std::size_t agent = 0; agent < 6; ++agent) {
      const auto told = arena.agent<game::view::Agent>(agent);
      for (std::size_t token = 0; token < 5; ++token) {
        const std::size_t other = token < agent ? token : token + 1;
        const bool is_seeker = other >= first_seeker;
        std::vector<double> expected = seen_from(arena.agent<Pose>(agent), arena.agent<Pose>(other),
                                                 arena.agent<Motion>(other));
        expected.push_back(one_if(is_seeker));
        expected.push_back(one_if(is_seeker && is_preparation));
        expect_token<9>(told.seen[token], expected, sees(arena, agent, other));
      }
    }
  });
  EXPECT_GT(seen_, 50 * scaled(10, 2));
}

/// Whether a thing is locked by the agent's team, and by the other.
void add_locks(std::vector<double>& expected, std::int32_t team, std::int32_t locked_by) {
  const bool is_locked = locked_by != nobody;
  expected.push_back(is_locked && locked_by == team ? 1 : 0);
  expected.push_back(is_locked && locked_by != team ? 1 : 0);
}

TEST_F(HideAndSeekObserve, Boxes) {
  int locked = 0;
  in_random_play([&](const Arena& arena) {
    for (std::size_t agent = 0; agent < 6; ++agent) {
      const auto told = arena.agent<game::view::Box>(agent);
      for (std::size_t box = 0; box < 9; ++box) {
        std::vector<double> expected =
            seen_from(arena.agent<Pose>(agent), arena.box<Pose>(box), arena.box<Motion>(box));
        const Vec3 half_m = arena.box<systems::Shape>(box).half_m;
        for (const float side_m : {half_m.x, half_m.y, half_m.z})
          expected.push_back(side_m / 18.0);
        add_locks(expected, arena.agent<game::Role>(agent).team, arena.box<game::Lock>(box).team);
        const bool is_seen = sees(arena, agent, 6 + box);
        expect_token<12>(told.seen[box], expected, is_seen);
        locked += is_seen && expected[10] + expected[11] > 0 ? 1 : 0;
      }
    }
  });
  EXPECT_GT(seen_, 50 * scaled(10, 2));
  EXPECT_GT(locked, scaled(10, 0));
}

TEST_F(HideAndSeekObserve, Ramps) {
  in_random_play([&](const Arena& arena) {
    for (std::size_t agent = 0; agent < 6; ++agent) {
      const auto told = arena.agent<game::view::Ramp>(agent);
      for (std::size_t ramp = 0; ramp < 2; ++ramp) {
        std::vector<double> expected =
            seen_from(arena.agent<Pose>(agent), arena.ramp<Pose>(ramp), arena.ramp<Motion>(ramp));
        add_locks(expected, arena.agent<game::Role>(agent).team, arena.ramp<game::Lock>(ramp).team);
        expect_token<9>(told.seen[ramp], expected, sees(arena, agent, 15 + ramp));
      }
    }
  });
  EXPECT_GT(seen_, 10 * scaled(10, 1));
}

/// Self, five other agents, nine boxes, two ramps.
TEST_F(HideAndSeekObserve, WhichTokensAreThereAndSeen) {
  in_random_play([&](const Arena& arena) {
    for (std::size_t agent = 0; agent < 6; ++agent) {
      const auto told = arena.agent<game::Presence>(agent).tokens;
      ASSERT_EQ(told.size(), 17u);
      const bool is_there = arena.agent<game::Role>(agent).team != nobody;
      EXPECT_EQ(told[0], is_there ? 1 : 0);
      for (std::size_t token = 1; token < 17; ++token) {
        const std::size_t other = token - 1 < agent ? token - 1 : token;
        const bool is_seen = sees(arena, agent, token < 6 ? other : token);
        EXPECT_EQ(told[token], is_there && is_seen ? 1 : 0) << "token " << token;
      }
    }
  });
}

TEST_F(HideAndSeekObserve, NothingWhereAnAgentIsAbsent) {
  int absent = 0;
  in_random_play([&](const Arena& arena) {
    for (std::size_t agent = 0; agent < 6; ++agent) {
      if (arena.agent<game::Role>(agent).team != nobody) continue;
      ++absent;
      for (const float feature : arena.self(static_cast<int>(agent)))
        EXPECT_EQ(feature, 0.0F);
      const auto others =
          std::bit_cast<std::array<float, 45>>(arena.agent<game::view::Agent>(agent));
      const auto boxes = std::bit_cast<std::array<float, 108>>(arena.agent<game::view::Box>(agent));
      const auto ramps = std::bit_cast<std::array<float, 18>>(arena.agent<game::view::Ramp>(agent));
      EXPECT_EQ(others, (std::array<float, 45>{}));
      EXPECT_EQ(boxes, (std::array<float, 108>{}));
      EXPECT_EQ(ramps, (std::array<float, 18>{}));
      EXPECT_EQ(arena.agent<game::Presence>(agent).tokens, (std::array<std::uint8_t, 17>{}));
    }
  });
  EXPECT_GT(absent, 0);
}

/// An agent that an episode had and the next lacks.
TEST_F(HideAndSeekObserve, NothingOfAnEpisodeBefore) {
  for (int episode = 0; episode < 5; ++episode) {
    worlds.step(3);
    worlds.simulator().reset();
    for (std::int64_t world = 0; world < number; ++world) {
      const Arena arena = worlds.at(world);
      for (std::size_t agent = 0; agent < 6; ++agent) {
        if (arena.agent<game::Role>(agent).team != nobody) continue;
        for (const float feature : arena.self(static_cast<int>(agent)))
          EXPECT_EQ(feature, 0.0F);
      }
    }
  }
}

TEST(HideAndSeekOutside, IsNotInsideThePlayArea) {
  Worlds worlds(1, open_arena(1, 1, 0, 0));
  worlds.put(0, "Agent", 0, upright({25, 0, 1}));
  worlds.look();
  EXPECT_EQ(worlds.at(0).self(0)[12], 0.0F);
  worlds.put(0, "Agent", 0, upright({0, 5, 1}));
  worlds.look();
  EXPECT_EQ(worlds.at(0).self(0)[12], 1.0F);
}

}  // namespace
}  // namespace starling::tests::hiding
