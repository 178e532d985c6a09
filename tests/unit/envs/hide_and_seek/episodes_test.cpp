/// Episodes of hide and seek with random actions, and a world that something is wrong with.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "systems/rigid/touch.hpp"
#include "tests/support/hide_and_seek_worlds.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests::hiding {
namespace {

using kernels::Vec3;
using systems::Pose;
using systems::Shape;

constexpr std::int64_t worlds = scaled<std::int64_t>(200, 12);

float deepest_m(const Arena& arena) {
  const std::vector<Pose> poses = arena.of_bodies<Pose>();
  const std::vector<Shape> shapes = arena.of_bodies<Shape>();
  float deepest = 0.0F;
  for (std::size_t a = 0; a < static_cast<std::size_t>(hide::movers); ++a) {
    for (std::size_t b = a + 1; b < poses.size(); ++b) {
      if (!is_there(shapes[a]) || !is_there(shapes[b])) continue;
      const systems::Manifold manifold =
          systems::touch(shapes[a], poses[a], shapes[b], poses[b], 0);
      for (std::int32_t point = 0; point < manifold.points; ++point)
        deepest = std::max(deepest, -manifold.point[point].separation_m);
    }
  }
  return deepest;
}

TEST(HideAndSeekEpisodes, LeaveNobodyOutsideOrUnderTheFloor) {
  Arenas arenas(worlds, Actions::Random);
  for (int round = 0; round < 6; ++round) {
    arenas.step(40);
    for (std::int64_t world = 0; world < worlds; ++world) {
      const Arena arena = arenas.at(world);
      const std::vector<Shape> shapes = arena.of_movers<Shape>();
      const std::vector<Pose> poses = arena.of_movers<Pose>();
      for (std::size_t body = 0; body < poses.size(); ++body) {
        if (!is_there(shapes[body])) continue;
        EXPECT_LT(std::abs(poses[body].position_m.x), 18.0F);
        EXPECT_LT(std::abs(poses[body].position_m.y), 18.0F);
        EXPECT_GT(poses[body].position_m.z, 0.4F);  // a ramp on its side: 1 m less what overlaps
      }
    }
  }
  EXPECT_TRUE(arenas.simulator().first_errors(1).empty());
}

TEST(HideAndSeekEpisodes, LeaveSeekersWhereTheyAreInPreparation) {
  Arenas arenas(worlds, Actions::Random);
  std::vector<std::vector<Pose>> before;
  for (std::int64_t world = 0; world < worlds; ++world)
    before.push_back(arenas.at(world).all<hide::Agent, Pose>());
  arenas.step(96);
  for (std::int64_t world = 0; world < worlds; ++world) {
    const std::vector<Pose> after = arenas.at(world).all<hide::Agent, Pose>();
    for (std::size_t seeker = 3; seeker < 6; ++seeker)
      EXPECT_EQ(after[seeker].position_m,
                before[static_cast<std::size_t>(world)][seeker].position_m);
  }
}

TEST(HideAndSeekEpisodes, KeepWhatIsLockedAndHoldNothingThatIs) {
  constexpr std::int64_t few = scaled<std::int64_t>(40, 12);
  Arenas arenas(few, Actions::Random);
  int locked = 0;
  int held = 0;
  for (int step = 0; step < 200; ++step) {
    std::vector<std::vector<hide::Lock>> locks;
    std::vector<std::vector<Pose>> poses;
    for (std::int64_t world = 0; world < few; ++world) {
      const Arena arena = arenas.at(world);
      locks.push_back(arena.locks());
      poses.push_back(arena.of_movers<Pose>());
    }
    arenas.step();
    for (std::size_t index = 0; index < locks.size(); ++index) {
      const Arena arena = arenas.at(static_cast<std::int64_t>(index));
      const std::vector<hide::Lock> now = arena.locks();
      for (std::size_t thing = 0; thing < now.size(); ++thing) {
        if (now[thing].team == 0 || locks[index][thing].team == 0) continue;
        const std::size_t body = thing + static_cast<std::size_t>(hide::first_box);
        EXPECT_EQ(arena.of_movers<Pose>()[body].position_m, poses[index][body].position_m);
        ++locked;
      }
      for (const systems::Joint& joint : arena.all<hide::Agent, systems::Joint>()) {
        if (!is_active(joint)) continue;
        EXPECT_EQ(now[static_cast<std::size_t>(hide::lock_row(joint.b))].team, 0);
        ++held;
      }
    }
  }
  EXPECT_GT(locked, 0);
  EXPECT_GT(held, 0);
}

/// Overlaps are mended by contacts of 30 Hz and tenfold damping: by 2 pi 30 / (20 + 2 pi 30 / 120)
/// = 8.7 of what is left a second, at 3 m/s at most, until bodies sleep, half a second after they
/// are still: of up to 0.4 m after that exp(-8.7 / 2), 5 mm.
TEST(HideAndSeekEpisodes, LeaveNoOverlapsOnceAgentsRest) {
  Arenas arenas(scaled<std::int64_t>(60, 6));
  for (int step = 0; step < 80; ++step) {
    for (std::size_t agent = 0; agent < 6; ++agent) {
      const auto draw = [&](int salt) {
        return (step / 4 * 7 + static_cast<int>(agent) * 5 + salt) % 11;
      };
      arenas.act(agent, {draw(0), draw(3), draw(6), 0, 0});
    }
    arenas.step();
  }
  for (std::size_t agent = 0; agent < 6; ++agent)
    arenas.act(agent, {});
  arenas.step(60);
  for (std::int64_t world = 0; world < arenas.simulator().settings().worlds; ++world)
    EXPECT_LT(deepest_m(arenas.at(world)), 5e-3F) << world;
}

TEST(HideAndSeekEpisodes, StopAloneWithAPoseThatIsNoNumber) {
  Arenas good(4, Actions::Random);
  Arenas bad(4, Actions::Random);
  good.step(20);
  bad.step(20);
  bad.set(1, "Box.Pose.position_m.y", 0, std::numeric_limits<float>::quiet_NaN());
  good.step(100);
  bad.step(100);
  EXPECT_TRUE(good.simulator().first_errors(1).empty());
  const std::vector<WorldError> errors = bad.simulator().first_errors(9);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].world, 1);
  EXPECT_EQ(errors[0].kind, "not_finite");
  const std::vector<std::uint64_t> expected = good.simulator().world_hashes();
  const std::vector<std::uint64_t> found = bad.simulator().world_hashes();
  for (const std::size_t world : {0, 2, 3})
    EXPECT_EQ(found[world], expected[world]) << world;
}

}  // namespace
}  // namespace starling::tests::hiding
