/// Episodes of the escape room with random actions, and worlds that something is wrong with.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "systems/rigid/touch.hpp"
#include "tests/support/escape_rooms.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests::escape {
namespace {

using kernels::Vec3;
using systems::Pose;
using systems::Shape;

/// How deep the bodies that may move are in others.
float deepest_m(const Room& one) {
  const std::vector<Pose> poses = one.of_bodies<Pose>();
  const std::vector<Shape> shapes = one.of_bodies<Shape>();
  float deepest = 0.0F;
  for (std::size_t a = 0; a < 7; ++a) {
    for (std::size_t b = a + 1; b < poses.size(); ++b) {
      const systems::Manifold manifold =
          systems::touch(shapes[a], poses[a], shapes[b], poses[b], 0);
      for (std::int32_t point = 0; point < manifold.points; ++point)
        deepest = std::max(deepest, -manifold.point[point].separation_m);
    }
  }
  return deepest;
}

/// Half a side beyond the faces of borders, which are 1 m thick, would be beyond them.
void expect_inside(const Room& one) {
  for (const Pose& pose : one.of_bodies<Pose>()) {
    EXPECT_TRUE(std::isfinite(pose.position_m.x + pose.position_m.y + pose.position_m.z));
  }
  std::vector<Pose> movers = one.all<room::Agent, Pose>();
  for (const Pose& pose : one.all<room::Cube, Pose>())
    movers.push_back(pose);
  for (const Pose& pose : movers) {
    EXPECT_LT(std::abs(pose.position_m.x), 10.0F);
    EXPECT_GT(pose.position_m.y, 0.0F);
    EXPECT_GT(pose.position_m.z, 0.5F);
    EXPECT_LT(pose.position_m.z, 8.0F);
  }
}

/// Contacts are found once a step, in which an agent may come 0.8 m (1,000 N, 1 kg, 0.04 s) and
/// turn by 0.4 rad, so that two that run into each other meet with other corners than were nearest,
/// and overlap, by less than the half of one.
constexpr float deepest_allowed_m = 1.0F;

/// Overlaps are mended by contacts of 25 Hz and tenfold damping, at 2.9 m/s at most, and by 7.1 of
/// what is left a second; at half of that where an agent is between another and a border, as one
/// pass of the solver undoes half of what it does there. Of 1 m that leaves 0.4 m after 0.2 s, and
/// after the rest of 2 s exp(-3.5 * 1.8) of it, 0.8 mm, beside what a contact gives way to a
/// weight, g / (2 pi 25)^2 = 0.4 mm.
constexpr int mending_steps = 50;
constexpr float deepest_mended_m = 2e-3F;

/// But what is mended has no speed of it at the end of a step, so that bodies count as still
/// meanwhile, and sleep with what half a second leaves: exp(-7.1 * 0.52), a fortieth, of the
/// overlap that they were still with. 5 mm is a fortieth of 0.2 m. No bound holds for all: two
/// agents set 1 m into each other side by side slept with 4.2 mm, a corner 0.8 m in a side with 7.
constexpr float deepest_at_rest_m = 5e-3F;

TEST(EscapeRoomEpisodes, OfRandomActionsKeepTheirBodiesInTheArena) {
  const std::int64_t worlds = scaled(60, 4);
  Rooms rooms(worlds, Actions::Random);
  for (int turn = 0; turn < scaled(40, 16); ++turn) {
    rooms.step(turn % 2 == 0 ? 7 : 23);
    for (std::int64_t world = 0; world < worlds; ++world) {
      const Room one = rooms.at(world);
      expect_inside(one);
      EXPECT_LT(deepest_m(one), deepest_allowed_m) << "world " << world;
    }
  }
  EXPECT_TRUE(rooms.simulator().errors().empty());
  EXPECT_GT(rooms.simulator().tally().episodes, 0u);
}

void rest_a_step(Rooms& rooms) {
  rooms.act({0, 0, 2, 0});
  rooms.simulator().step(1, Actions::Tensor);
}

TEST(EscapeRoomEpisodes, OverlapsAreMendedWhileAgentsAreAwake) {
  const std::int64_t worlds = scaled(30, 4);
  Rooms rooms(worlds, Actions::Random);
  for (int turn = 0; turn < scaled(12, 3); ++turn) {
    rooms.step(41);
    for (int rest = 0; rest < mending_steps; ++rest) {
      for (std::int64_t world = 0; world < worlds; ++world) {
        for (const std::int64_t agent : {0, 1})
          rooms.set(world, "Agent.Rest.still_s", agent, 0.0F);
      }
      rest_a_step(rooms);
    }
    for (std::int64_t world = 0; world < worlds; ++world)
      EXPECT_LT(deepest_m(rooms.at(world)), deepest_mended_m) << "world " << world;
  }
}

TEST(EscapeRoomEpisodes, NothingOverlapsOnceAgentsRest) {
  const std::int64_t worlds = scaled(60, 4);
  Rooms rooms(worlds, Actions::Random);
  for (int turn = 0; turn < scaled(12, 3); ++turn) {
    rooms.step(41);
    for (int rest = 0; rest < mending_steps; ++rest)
      rest_a_step(rooms);
    for (std::int64_t world = 0; world < worlds; ++world)
      EXPECT_LT(deepest_m(rooms.at(world)), deepest_at_rest_m) << "world " << world;
  }
}

TEST(EscapeRoomEpisodes, SleepingCubesLieOnTheGround) {
  Rooms rooms(scaled(20, 2), Actions::Random);
  rooms.step(150);
  for (std::int64_t world = 0; world < scaled(20, 2); ++world) {
    for (const Pose& pose : rooms.at(world).all<room::Cube, Pose>())
      EXPECT_NEAR(pose.position_m.z, 1.5F, 0.01F);
  }
}

class WrongWorld : public testing::Test {
 protected:
  static constexpr std::int64_t worlds = 5;
  static constexpr std::int64_t wrong = 2;

  void step_both(int steps) {
    broken.step(steps);
    sound.step(steps);
  }
  void expect_others_alike() {
    std::vector<std::uint64_t> a = broken.simulator().world_hashes();
    std::vector<std::uint64_t> b = sound.simulator().world_hashes();
    EXPECT_NE(a[wrong], b[wrong]);
    a[wrong] = b[wrong] = 0;
    EXPECT_EQ(a, b);
  }
  std::string error_kind() {
    const std::vector<WorldError> errors = broken.simulator().first_errors(9);
    if (errors.size() != 1) return "not one error";
    EXPECT_EQ(errors[0].world, wrong);
    text = errors[0].text;
    return errors[0].kind;
  }

  Rooms broken{worlds, Actions::Random};
  Rooms sound{worlds, Actions::Random};
  std::string text;
};

TEST_F(WrongWorld, ThatIsNotFiniteStopsAlone) {
  step_both(20);
  broken.set(wrong, "Agent.Motion.velocity_mps.x", 0, std::numeric_limits<float>::quiet_NaN());
  step_both(1);
  EXPECT_EQ(error_kind(), "not_finite");
  const std::vector<Pose> stopped = broken.at(wrong).all<room::Agent, Pose>();
  step_both(30);
  EXPECT_EQ(error_kind(), "not_finite");
  const std::vector<Pose> still = broken.at(wrong).all<room::Agent, Pose>();
  for (std::size_t agent = 0; agent < 2; ++agent)
    EXPECT_EQ(stopped[agent].position_m, still[agent].position_m);
  expect_others_alike();
}

/// A rotation that lacks one of four numbers lacks all when it is next normalised.
TEST_F(WrongWorld, WithAPoseThatIsNotFiniteStopsAlone) {
  std::vector<std::uint8_t> mask(worlds, 0);
  mask[wrong] = 1;
  for (const char* number : {"position_m.x", "position_m.y", "position_m.z", "rotation.w",
                             "rotation.x", "rotation.y", "rotation.z"}) {
    step_both(7);
    const Pose before = broken.at(wrong).of<room::Agent, Pose>(0);
    broken.set(wrong, std::string("Agent.Pose.") + number, 1,
               std::numeric_limits<float>::quiet_NaN());
    step_both(1);
    EXPECT_EQ(error_kind(), "not_finite") << number;
    step_both(10);
    EXPECT_EQ(error_kind(), "not_finite") << number;
    const Pose after = broken.at(wrong).of<room::Agent, Pose>(0);
    EXPECT_EQ(before.position_m, after.position_m) << number;
    EXPECT_EQ(before.rotation, after.rotation) << number;
    expect_others_alike();
    broken.simulator().reset(mask);
    sound.simulator().reset(mask);
  }
}

TEST_F(WrongWorld, OfInfiniteSpeedStopsAlone) {
  step_both(5);
  broken.set(wrong, "Cube.Motion.velocity_mps.z", 1, std::numeric_limits<float>::infinity());
  broken.set(wrong, "Cube.Rest.still_s", 1, 0.0F);
  step_both(10);
  EXPECT_EQ(error_kind(), "not_finite");
  expect_others_alike();
}

/// All bodies in one place are 21 pairs among themselves, and more with a corner of walls.
TEST_F(WrongWorld, WithoutRoomForContactsSaysSoAndMovesNothing) {
  step_both(5);
  for (std::int64_t cube = 0; cube < 5; ++cube)
    broken.put(wrong, "Cube", cube, {{9.5F, 0.5F, 1.0F}});
  for (std::int64_t agent = 0; agent < 2; ++agent)
    broken.put(wrong, "Agent", agent, {{9.5F, 0.5F, 1.0F}});
  step_both(1);
  EXPECT_EQ(error_kind(), "no_room");
  EXPECT_NE(text.find("wanted room for"), std::string::npos) << text;
  EXPECT_NE(text.find("has it for 24"), std::string::npos) << text;
  EXPECT_EQ((broken.at(wrong).of<room::Cube, Pose>(0).position_m), (Vec3{9.5F, 0.5F, 1.0F}));
  step_both(10);
  expect_others_alike();
}

TEST_F(WrongWorld, GoesOnAfterAReset) {
  step_both(20);
  broken.set(wrong, "Agent.Motion.velocity_mps.x", 0, std::numeric_limits<float>::quiet_NaN());
  step_both(1);
  ASSERT_EQ(error_kind(), "not_finite");
  std::vector<std::uint8_t> mask(worlds, 0);
  mask[wrong] = 1;
  broken.simulator().reset(mask);
  const Vec3 before = broken.at(wrong).of<room::Agent, Pose>(0).position_m;
  step_both(10);
  EXPECT_TRUE(broken.simulator().errors().empty());
  EXPECT_FALSE((before == broken.at(wrong).of<room::Agent, Pose>(0).position_m));
}

}  // namespace
}  // namespace starling::tests::escape
