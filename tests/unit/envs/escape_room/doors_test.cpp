/// Buttons, and the doors that they open.
#include <gtest/gtest.h>

#include "tests/support/escape_rooms.hpp"

namespace starling::tests::escape {
namespace {

using kernels::Vec3;
using systems::Pose;

class Doors : public testing::Test {
 protected:
  void SetUp() override { rooms.act({0, 0, 2, 0}); }

  Vec3 button(std::size_t row) { return rooms.at(0).of<room::Button, room::Place>(row).centre_m; }
  bool is_down(std::size_t row) {
    return rooms.at(0).of<room::Button, room::Press>(row).is_down != 0;
  }
  bool is_open(std::size_t row) { return rooms.at(0).of<room::Door, room::Gate>(row).is_open != 0; }
  /// The foot of a door.
  float foot_m(std::size_t row) {
    return rooms.at(0).of<room::Door, Pose>(row).position_m.z - 4.375F / 2;
  }
  void put_on(const std::string& kind, std::int64_t row, std::size_t button_row) {
    const Vec3 at = button(button_row);
    rooms.put(0, kind, row, {{at.x, at.y, kind == "Agent" ? 1.0F : 1.5F}});
  }
  void put_away(std::int64_t agent) {
    rooms.put(0, "Agent", agent, {{agent == 0 ? 3.0F : -3.0F, 1.5F, 1.0F}});
  }

  Rooms rooms{1};
};

TEST_F(Doors, ButtonsFeelWhatOverlapsThem) {
  rooms.step();
  EXPECT_FALSE(is_down(0));
  const Vec3 at = button(0);
  rooms.put(0, "Agent", 0, {{at.x, at.y - 1.6F, 1}});
  rooms.step();
  EXPECT_TRUE(is_down(0));
  rooms.put(0, "Agent", 0, {{at.x, at.y - 1.7F, 1}});
  rooms.step();
  EXPECT_FALSE(is_down(0));
}

TEST_F(Doors, CubesPressToo) {
  put_on("Cube", 4, 0);
  rooms.step();
  EXPECT_TRUE(is_down(0));
}

TEST_F(Doors, OpenWhileAllTheirButtonsArePressed) {
  put_on("Agent", 0, 0);
  rooms.step();
  EXPECT_FALSE(is_open(0));
  put_on("Agent", 1, 1);
  rooms.step();
  EXPECT_TRUE(is_open(0));
  EXPECT_FALSE(is_open(1));
  EXPECT_FALSE(is_open(2));
}

TEST_F(Doors, OfTheFirstTwoRoomsStayOpen) {
  for (const std::size_t number : {0, 1}) {
    put_on("Agent", 0, 2 * number);
    put_on("Agent", 1, 2 * number + 1);
    rooms.step();
    EXPECT_TRUE(is_open(number));
    put_away(0);
    put_away(1);
    rooms.step(10);
    EXPECT_TRUE(is_open(number));
    EXPECT_NEAR(foot_m(number), -4.5F, 1e-4F);
  }
}

TEST_F(Doors, OfTheLastRoomClosesAgain) {
  put_on("Agent", 0, 4);
  put_on("Agent", 1, 5);
  rooms.step();
  EXPECT_TRUE(is_open(2));
  put_away(0);
  rooms.step();
  EXPECT_FALSE(is_open(2));
  rooms.step(5);
  EXPECT_NEAR(foot_m(2), 0.0F, 1e-4F);
}

TEST_F(Doors, SinkByOnePointTwoMetresAStep) {
  put_on("Agent", 0, 0);
  put_on("Agent", 1, 1);
  rooms.step();  // opens at its end
  EXPECT_NEAR(foot_m(0), 0.0F, 1e-4F);
  for (const float expected : {-1.2F, -2.4F, -3.6F, -4.5F, -4.5F}) {
    rooms.step();
    EXPECT_NEAR(foot_m(0), expected, 1e-4F);
  }
}

/// Cubes begin asleep. One that is woken lies still, and has done so for the one step; when doors
/// stand again it counts on. A door that stays open sinks for four steps; that of the last room
/// closes at once where nobody holds it open, and moves for one step either way.
TEST(EscapeRoomDoors, WakeCubesWhileTheyMove) {
  constexpr float step_s = 0.04F;
  for (const std::int64_t number : {0, 1, 2}) {
    Rooms rooms(1);
    const auto door_m = [&] {
      return rooms.at(0).of<room::Door, Pose>(static_cast<std::size_t>(number)).position_m.z;
    };
    const auto still = [&](std::size_t cube) {
      return rooms.at(0).of<room::Cube, systems::Rest>(cube).still_s;
    };
    rooms.act({0, 0, 2, 0});
    rooms.step(2);
    for (std::size_t cube = 0; cube < 5; ++cube)
      EXPECT_EQ(still(cube), systems::asleep().still_s) << "cube " << cube;
    rooms.set(0, "Door.Gate.is_open", number, std::int32_t{1});
    int steps_moved = 0;
    float expected_s = 0.0F;
    for (int step = 0; step < 8; ++step) {
      const float before_m = door_m();
      rooms.step();
      const bool has_moved = door_m() != before_m;
      steps_moved += has_moved ? 1 : 0;
      expected_s = has_moved ? step_s : expected_s + step_s;
      for (std::size_t cube = 0; cube < 5; ++cube)
        EXPECT_FLOAT_EQ(still(cube), expected_s) << "door " << number << ", step " << step;
    }
    EXPECT_EQ(steps_moved, number == 2 ? 2 : 4);
  }
}

TEST(EscapeRoomDoors, RiseAgain) {
  room::Gate gate{0, 0, 0};
  Pose pose{{0, 0, -4.5F + 4.375F / 2}};
  for (const float expected : {-3.3F, -2.1F, -0.9F, 0.0F}) {
    room::move_door(gate, pose);
    EXPECT_NEAR(pose.position_m.z - 4.375F / 2, expected, 1e-4F);
    EXPECT_EQ(gate.is_moving, 1);
  }
  room::move_door(gate, pose);
  EXPECT_EQ(gate.is_moving, 0);
}

}  // namespace
}  // namespace starling::tests::escape
