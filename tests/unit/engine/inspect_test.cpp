/// Every scalar of a world can be looked at by name, and a bit of it flipped.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/cartpole_states.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

class InspectOn : public DeviceTest {};

TEST_P(InspectOn, ListsScalarsInDeclarationOrder) {
  Simulator simulator(settings_of("cartpole", 2));
  std::vector<std::string> paths;
  for (const FieldValue& scalar : simulator.inspect(1))
    paths.push_back(scalar.path);
  EXPECT_EQ(
      paths,
      (std::vector<std::string>{
          "world.Clock.episode", "world.Clock.step", "world.ErrorWord.word", "Balancer.Cart.x_m",
          "Balancer.Cart.v_mps", "Balancer.Pole.angle_rad", "Balancer.Pole.spin_radps",
          "Balancer.Action.push", "Balancer.Observation.x_m", "Balancer.Observation.v_mps",
          "Balancer.Observation.angle_rad", "Balancer.Observation.spin_radps",
          "Balancer.Reward.value", "Balancer.Ending.terminated", "Balancer.Ending.truncated",
          "Balancer.Return.sum", "Balancer.Tally.return_sum", "Balancer.Tally.length_sum",
          "Balancer.Tally.episodes"}));
}

TEST_P(InspectOn, ListsEveryRow) {
  Simulator simulator(settings_of("zoo", 1));
  std::vector<std::int64_t> rows;
  for (const FieldValue& scalar : simulator.inspect(0)) {
    if (scalar.path == "Animal.Body.weight_kg") rows.push_back(scalar.row);
    EXPECT_FALSE(scalar.path.starts_with("Dragon.")) << "there is none";
  }
  EXPECT_EQ(rows, (std::vector<std::int64_t>{0, 1, 2}));
}

TEST_P(InspectOn, ShowsValuesAsAPersonReadsThem) {
  Simulator simulator(settings_of("zoo", 1));
  set_scalar<std::int8_t>(simulator, 0, "Animal.Mind.mood", -1);
  set_scalar<std::uint8_t>(simulator, 0, "Animal.Mind.awake", 1);
  set_scalar<double>(simulator, 0, "world.Weather.temperature_k", -1.5);
  set_scalar<std::int64_t>(simulator, 0, "Keeper.Rounds.done", -7'000'000'000);
  const std::vector<FieldValue> scalars = simulator.inspect(0);
  EXPECT_EQ(scalars[index_of(scalars, "Animal.Mind.mood")].text, "-1");
  EXPECT_EQ(scalars[index_of(scalars, "Animal.Mind.awake")].text, "true");
  EXPECT_EQ(scalars[index_of(scalars, "Keeper.Rounds.done")].text, "-7000000000");
  EXPECT_EQ(std::stod(scalars[index_of(scalars, "world.Weather.temperature_k")].text), -1.5);
}

/// What is set through the paths of the last world and row is read by a step there and nowhere
/// else.
TEST_P(InspectOn, FindsTheScalarsOfTheRightWorldAndRow) {
  for (const int tile_worlds : {1, 3, 8}) {
    Settings settings = settings_of("zoo", 8);
    settings.tile_worlds = tile_worlds;
    Simulator simulator(settings);
    set_scalar<std::int64_t>(simulator, 7, "Animal.Body.heartbeats", 1'000'000'000'000, 2);
    simulator.step();
    for (std::int64_t world = 0; world < 8; ++world) {
      for (std::int64_t row = 0; row < 3; ++row) {
        const auto beats = scalar_of<std::int64_t>(simulator, world, "Animal.Body.heartbeats", row);
        EXPECT_EQ(beats > 1'000'000, world == 7 && row == 2) << world << " " << row;
      }
    }
  }
}

TEST_P(InspectOn, ReadsExportedColumnsInTheNewestSlot) {
  Simulator simulator(random_settings_of("cartpole", 2, 5));
  simulator.step(4);
  const auto push = read_slot<Push>(simulator, "action", 3);
  write_slot(simulator, "action", 4, std::vector<Push>{9, 9});
  EXPECT_EQ(scalar_of<Push>(simulator, 1, "Balancer.Action.push"), push[1]);
}

TEST_P(InspectOn, FlipsOneBitAndNoOther) {
  Simulator simulator(settings_of("zoo", 2));
  const std::vector<FieldValue> before = simulator.inspect(1);
  const std::vector<FieldValue> other = simulator.inspect(0);
  const std::size_t index = index_of(before, "Animal.Mind.tricks", 1);
  simulator.flip_bit(1, index, 9);
  const std::vector<FieldValue> after = simulator.inspect(1);
  for (std::size_t at = 0; at < before.size(); ++at) {
    EXPECT_EQ(before[at].bits ^ after[at].bits, at == index ? 1u << 9 : 0u) << before[at].path;
  }
  const std::vector<FieldValue> still = simulator.inspect(0);
  for (std::size_t at = 0; at < other.size(); ++at)
    EXPECT_EQ(other[at].bits, still[at].bits) << other[at].path;
}

TEST_P(InspectOn, RefusesWorldsScalarsAndBitsThatAreNot) {
  Simulator simulator(settings_of("cartpole", 2));
  expect_refused(Refusal::Usage, {"world 2", "2"}, [&] { simulator.inspect(2); });
  expect_refused(Refusal::Usage, {"world -1"}, [&] { simulator.inspect(-1); });
  expect_refused(Refusal::Usage, {"scalar 19"}, [&] { simulator.flip_bit(0, 19, 0); });
  expect_refused(Refusal::Usage, {"bit 32"}, [&] { simulator.flip_bit(0, 3, 32); });
  expect_refused(Refusal::Usage, {"bit -1"}, [&] { simulator.flip_bit(0, 3, -1); });
}

INSTANTIATE_TEST_SUITE_P(On, InspectOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
