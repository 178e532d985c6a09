/// What agents of the escape room are told.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/escape_rooms.hpp"

namespace starling::tests::escape {
namespace {

using kernels::Vec3;
using systems::Pose;

constexpr float rounding = 1e-5F;

class Observe : public testing::Test {
 protected:
  /// Steps once, agents where they were put, and looks.
  void look() {
    rooms.act({0, 0, 2, 0});
    rooms.step();
  }
  template <class T>
  T told(const char* name, std::size_t agent = 0) {
    return read_newest<T>(rooms.simulator(), name)[agent];
  }
  void put(std::int64_t agent, Vec3 position_m, float yaw_rad) {
    rooms.put(0, "Agent", agent, {position_m, kernels::from_axis_angle({0, 0, 1}, yaw_rad)});
  }

  Rooms rooms{1};
};

TEST_F(Observe, Itself) {
  put(0, {4, 20, 1}, 0.5F);
  look();
  const auto self = told<room::SelfView>("self_view");
  EXPECT_NEAR(self.room_x, 0.4F, rounding);
  EXPECT_NEAR(self.room_y, (20 - 40.0F / 3) / (40.0F / 3), rounding);
  EXPECT_NEAR(self.x, 4.0F / 40, rounding);
  EXPECT_NEAR(self.y, 20.0F / 40, rounding);
  EXPECT_NEAR(self.z, 0, 1e-4F);
  EXPECT_NEAR(self.largest_y, 20.0F / 40, rounding);
  EXPECT_NEAR(self.yaw, 0.5F / kernels::pi, rounding);
  EXPECT_EQ(self.is_grabbing, 0.0F);
  EXPECT_EQ(self.steps_left, 199.0F);
}

TEST_F(Observe, TheLargestYStays) {
  put(0, {4, 10, 1}, 0);
  look();
  put(0, {4, 5, 1}, 0);
  look();
  EXPECT_NEAR(told<room::SelfView>("self_view").largest_y, 10.0F / 40, rounding);
}

TEST_F(Observe, ItsPartnerByDistanceAndAngle) {
  put(0, {4, 5, 1}, 0);
  put(1, {7, 9, 1}, 0);
  look();
  const auto ahead_right = told<room::PartnerView>("partner_view", 0);
  EXPECT_NEAR(ahead_right.at.distance, 5.0F / 40, rounding);
  EXPECT_NEAR(ahead_right.at.angle, std::atan2(3.0F, 4.0F) / kernels::pi, rounding);
  const auto behind_left = told<room::PartnerView>("partner_view", 1);
  EXPECT_NEAR(behind_left.at.angle, std::atan2(-3.0F, -4.0F) / kernels::pi, rounding);
}

TEST_F(Observe, InItsOwnFrame) {
  put(0, {0, 5, 1}, kernels::pi / 2);  // looks along -x
  put(1, {-5, 5, 1}, 0);
  look();
  EXPECT_NEAR(told<room::PartnerView>("partner_view", 0).at.angle, 0, rounding);
}

TEST_F(Observe, ButtonsThenCubesOfItsRoom) {
  put(0, {0, 5, 1}, 0);
  put(1, {0, 18, 1}, 0);
  look();
  const auto first = told<room::EntitiesView>("entities_view", 0);
  for (std::size_t entity = 0; entity < 6; ++entity) {
    const room::EntityView& seen = first.entities[entity];
    if (entity < 2) {
      EXPECT_NEAR(seen.kind, 1.0F / 6, rounding);
      const Vec3 at = rooms.at(0).of<room::Button, room::Place>(entity).centre_m;
      EXPECT_NEAR(seen.at.distance, std::hypot(at.x, at.y - 5) / 40, rounding);
    } else {
      EXPECT_EQ(seen.at.distance, 0.0F);
      EXPECT_EQ(seen.at.angle, 1.0F);
      EXPECT_EQ(seen.kind, 0.0F);
    }
  }
  const auto second = told<room::EntitiesView>("entities_view", 1);
  const float kinds[] = {1, 1, 2, 2, 2, 0};
  for (std::size_t entity = 0; entity < 6; ++entity)
    EXPECT_NEAR(second.entities[entity].kind, kinds[entity] / 6, rounding);
}

TEST_F(Observe, ThePresenceOfTokens) {
  put(0, {0, 5, 1}, 0);
  look();
  const auto tokens = told<room::Presence>("presence").tokens;
  // self, lidar, partner, six entities, door
  const std::array<std::uint8_t, 10> expected{1, 1, 1, 1, 1, 0, 0, 0, 0, 1};
  EXPECT_EQ(tokens, expected);
}

TEST_F(Observe, TheDoorOfItsRoom) {
  put(0, {0, 5, 1}, 0);
  look();
  const Vec3 at = rooms.at(0).of<room::Door, Pose>(0).position_m;
  auto door = told<room::DoorView>("door_view");
  EXPECT_NEAR(door.at.distance, std::hypot(at.x, at.y - 5) / 40, rounding);
  EXPECT_NEAR(door.at.angle, std::atan2(at.x, at.y - 5) / kernels::pi, rounding);
  EXPECT_EQ(door.is_open, 0.0F);
  for (std::int64_t agent = 0; agent < 2; ++agent) {
    const Vec3 button =
        rooms.at(0).of<room::Button, room::Place>(static_cast<std::size_t>(agent)).centre_m;
    put(agent, {button.x, button.y, 1}, 0);
  }
  look();
  EXPECT_EQ(told<room::DoorView>("door_view").is_open, 1.0F);
}

TEST_F(Observe, WhetherItHoldsSomething) {
  put(0, {-6, 3, 1}, 0);
  rooms.put(0, "Cube", 4, {{-6, 6, 1.5F}});
  rooms.act({0, 0, 2, 1});
  rooms.step();
  EXPECT_EQ(told<room::SelfView>("self_view", 0).is_grabbing, 1.0F);
  EXPECT_EQ(told<room::PartnerView>("partner_view", 1).is_grabbing, 1.0F);
  EXPECT_EQ(told<room::SelfView>("self_view", 1).is_grabbing, 0.0F);
}

}  // namespace
}  // namespace starling::tests::escape
