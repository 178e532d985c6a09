/// Worlds of hide and seek that something is wrong with stop alone.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "tests/support/hide_and_seek_worlds.hpp"

namespace starling::tests::hiding {
namespace {

using kernels::Vec3;
using systems::Pose;

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

class WrongHideAndSeek : public testing::Test {
 protected:
  static constexpr std::int64_t number = 5;
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
    return errors[0].kind;
  }
  void reset_both() {
    std::vector<std::uint8_t> mask(number, 0);
    mask[wrong] = 1;
    broken.simulator().reset(mask);
    sound.simulator().reset(mask);
  }

  Worlds broken{number, {}, Actions::Random};
  Worlds sound{number, {}, Actions::Random};
};

TEST_F(WrongHideAndSeek, OfASpeedThatIsNoNumberStopsAlone) {
  step_both(20);
  broken.set(wrong, "Agent.Motion.velocity_mps.x", 0, not_a_number);
  step_both(1);
  EXPECT_EQ(error_kind(), "not_finite");
  const std::vector<Pose> stopped = broken.at(wrong).of_movers<Pose>();
  step_both(30);
  EXPECT_EQ(error_kind(), "not_finite");
  const std::vector<Pose> still = broken.at(wrong).of_movers<Pose>();
  for (std::size_t body = 0; body < stopped.size(); ++body)
    EXPECT_EQ(stopped[body].position_m, still[body].position_m);
  expect_others_alike();
}

/// A rotation that lacks one of four numbers lacks all when it is next normalised.
TEST_F(WrongHideAndSeek, OfAPoseThatIsNoNumberStopsAlone) {
  for (const char* kind : {"Agent", "Box", "Ramp"}) {
    for (const char* part : {"position_m.x", "position_m.y", "position_m.z", "rotation.w",
                             "rotation.x", "rotation.y", "rotation.z"}) {
      const std::string path = std::string(kind) + ".Pose." + part;
      step_both(7);
      const Pose before = broken.at(wrong).agent<Pose>(1);
      broken.set(wrong, path, 0, not_a_number);
      broken.set(wrong, std::string(kind) + ".Rest.still_s", 0, 0.0F);
      step_both(1);
      EXPECT_EQ(error_kind(), "not_finite") << path;
      step_both(10);
      EXPECT_EQ(error_kind(), "not_finite") << path;
      EXPECT_EQ(before.position_m, (broken.at(wrong).agent<Pose>(1).position_m)) << path;
      expect_others_alike();
      reset_both();
    }
  }
}

TEST_F(WrongHideAndSeek, OfInfiniteSpeedStopsAlone) {
  step_both(5);
  broken.set(wrong, "Box.Motion.velocity_mps.z", 1, std::numeric_limits<float>::infinity());
  broken.set(wrong, "Box.Rest.still_s", 1, 0.0F);
  step_both(10);
  EXPECT_EQ(error_kind(), "not_finite");
  expect_others_alike();
}

/// Sixteen bodies in one place are 120 pairs among themselves, and 16 with the floor: more than may
/// be near each other, which are twice as many as contacts.
TEST_F(WrongHideAndSeek, WithoutRoomForContactsSaysSoAndMovesNothing) {
  const OptionTexts crowd{{"fewest-seekers", "3"}, {"most-seekers", "3"},     {"fewest-boxes", "8"},
                          {"most-boxes", "9"},     {"most-connections", "0"}, {"most-doors", "0"}};
  Worlds worlds(number, crowd);
  Worlds others(number, crowd);
  const Vec3 at{10, 10, 1};
  for (std::int64_t row = 0; row < 6; ++row)
    worlds.put(wrong, "Agent", row, {at});
  for (std::int64_t row = 0; row < 8; ++row)
    worlds.put(wrong, "Box", row, {at});
  for (std::int64_t row = 0; row < 2; ++row)
    worlds.put(wrong, "Ramp", row, {at});
  worlds.set_clock(wrong, 100);
  worlds.look();
  others.look();
  const std::vector<WorldError> errors = worlds.simulator().first_errors(9);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].world, wrong);
  EXPECT_EQ(errors[0].kind, "no_room");
  const std::string room = "has it for " + std::to_string(2 * game::Bodies::most_contacts);
  EXPECT_NE(errors[0].text.find(room), std::string::npos) << errors[0].text;
  EXPECT_EQ((worlds.at(wrong).box<Pose>(0).position_m), at);
  for (const std::int64_t world : {0, 1, 3, 4})
    EXPECT_EQ(worlds.simulator().world_hashes()[static_cast<std::size_t>(world)],
              others.simulator().world_hashes()[static_cast<std::size_t>(world)]);
}

TEST_F(WrongHideAndSeek, GoesOnAfterAReset) {
  step_both(20);
  broken.set(wrong, "Agent.Motion.velocity_mps.x", 0, not_a_number);
  step_both(1);
  ASSERT_EQ(error_kind(), "not_finite");
  reset_both();
  const Vec3 before = broken.at(wrong).agent<Pose>(0).position_m;
  step_both(10);
  EXPECT_TRUE(broken.simulator().errors().empty());
  EXPECT_FALSE((before == broken.at(wrong).agent<Pose>(0).position_m));
}

}  // namespace
}  // namespace starling::tests::hiding
