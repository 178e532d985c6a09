/// A scalar of a world can be written, and nothing that the engine finds its way by.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/description.hpp"
#include "engine/simulator.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scalars.hpp"

namespace starling::tests {
namespace {

class EditOn : public DeviceTest {};

TEST_P(EditOn, WritesEveryScalarAndNoOther) {
  Settings settings = random_settings_of("zoo", 5, 3);
  settings.tile_worlds = 2;
  Simulator simulator(settings);
  simulator.step(2);
  const std::vector<FieldValue> other = simulator.inspect(3);
  std::vector<FieldValue> expected = simulator.inspect(4);
  for (std::size_t index = 0; index < expected.size(); ++index) {
    expected[index].bits ^= 1;
    simulator.edit(4, expected[index].path, expected[index].row, expected[index].bits);
    const std::vector<FieldValue> now = simulator.inspect(4);
    ASSERT_EQ(now.size(), expected.size()) << expected[index].path;
    for (std::size_t at = 0; at < now.size(); ++at)
      ASSERT_EQ(now[at].bits, expected[at].bits) << now[at].path << ", row " << now[at].row;
  }
  const std::vector<FieldValue> still = simulator.inspect(3);
  for (std::size_t at = 0; at < other.size(); ++at)
    EXPECT_EQ(other[at].bits, still[at].bits) << other[at].path;
}

TEST_P(EditOn, ByColumnIsByPath) {
  Simulator simulator(settings_of("cartpole", 3));
  const int column = simulator.description().column_of("Pole", 1);
  simulator.edit(1, column, 1, 0, std::bit_cast<std::uint32_t>(2.5F));
  EXPECT_EQ(scalar_of<float>(simulator, 1, "Balancer.Pole.spin_radps"), 2.5F);
}

TEST_P(EditOn, RefusesWhatIsNot) {
  Simulator simulator(settings_of("zoo", 2));
  const auto refused = [&](std::initializer_list<std::string> words, std::int64_t world,
                           const char* path, std::int64_t row, std::uint64_t bits) {
    expect_refused(Refusal::Usage, words, [&] { simulator.edit(world, path, row, bits); });
  };
  refused({"world 2"}, 2, "Animal.Mind.mood", 0, 0);
  refused({"Animal.Mind.colour", "zoo"}, 0, "Animal.Mind.colour", 0, 0);
  refused({"Animal.Mind.mood", "row 3", "3"}, 0, "Animal.Mind.mood", 3, 0);
  refused({"row -1"}, 0, "Animal.Mind.mood", -1, 0);
  refused({"Animal.Mind.mood", "8 bits", "256"}, 0, "Animal.Mind.mood", 0, 256);
  refused({"Animal.Mind.awake", "1 bits"}, 0, "Animal.Mind.awake", 0, 2);
  expect_refused(Refusal::Usage, {"column 1000"}, [&] { simulator.edit(0, 1000, 0, 0, 0); });
  expect_refused(Refusal::Usage, {"column -1"}, [&] { simulator.edit(0, -1, 0, 0, 0); });
  expect_refused(Refusal::Usage, {"field 99"}, [&] { simulator.edit(0, 0, 99, 0, 0); });
}

TEST_P(EditOn, RefusesTheEnginesAccountOfEntities) {
  Simulator simulator(settings_of("colony", 2));
  int refusals = 0;
  for (const FieldValue& value : simulator.inspect(0)) {
    const bool is_engines = value.path.find("Population.") != std::string::npos ||
                            value.path.find("Slots.Slot.") != std::string::npos ||
                            value.path.find(".Entity.") != std::string::npos;
    if (!is_engines) continue;
    ++refusals;
    expect_refused(Refusal::Usage, {value.path, "engine's own"},
                   [&] { simulator.edit(0, value.path, value.row, 0); });
  }
  EXPECT_GT(refusals, 3);
  for (const char* path : {"world.StateHash.value", "world.ResetRequest.requested"}) {
    expect_refused(Refusal::Usage, {path, "engine's own"}, [&] { simulator.edit(0, path, 0, 0); });
  }
}

TEST_P(EditOn, RefusesAFinalObservationWhereNoEpisodeEnded) {
  Simulator simulator(settings_of("cartpole", 2));
  const int column = simulator.description().column_of("FinalObservation", 1);
  expect_refused(Refusal::Usage, {"FinalObservation", "no episode of world 1"},
                 [&] { simulator.edit(1, column, 0, 0, 0); });
}

INSTANTIATE_TEST_SUITE_P(On, EditOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
