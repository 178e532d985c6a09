/// Exported columns come as tensors: names, shapes, types, and bytes in both directions.
#include "engine/tensor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

using Names = std::vector<std::string>;
using Four = std::array<std::int64_t, 4>;

Names sorted(Names names) {
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::byte> some_bytes(std::int64_t count) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(count));
  for (std::size_t at = 0; at < bytes.size(); ++at)
    bytes[at] = static_cast<std::byte>(at * 37 + 5);
  return bytes;
}

class TensorOn : public DeviceTest {};

TEST_P(TensorOn, IsNamedAfterItsComponentAndEachOfItsFields) {
  const Simulator simulator(settings_of("cartpole", 2));
  EXPECT_EQ(
      sorted(simulator.tensor_names()),
      (Names{"action", "action.push", "ending", "ending.terminated", "ending.truncated",
             "final_observation", "observation", "observation.angle_rad", "observation.spin_radps",
             "observation.v_mps", "observation.x_m", "reward", "reward.value"}));
}

TEST_P(TensorOn, IsNamedAfterItsArchetypeTooWhereSeveralHaveIt) {
  const Names names = Simulator(settings_of("zoo", 2)).tensor_names();
  for (const char* name : {"Animal.senses", "Dragon.senses", "Animal.senses.smells[2]", "ending",
                           "Animal.final_senses", "Animal.action.noise"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
}

TEST_P(TensorOn, HasANameOfItsOwn) {
  for (const std::string& environment : environment_names()) {
    Names names = sorted(Simulator(settings_of(environment, 1)).tensor_names());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << environment;
  }
}

TEST_P(TensorOn, HasSlotsWorldsRowsAndElements) {
  const Simulator simulator(settings_of("zoo", 5, 4));
  const Tensor senses = simulator.tensor("Animal.senses");
  EXPECT_EQ(senses.name, "Animal.senses");
  EXPECT_EQ(senses.shape, (Four{4, 5, 3, 4}));
  EXPECT_EQ(senses.strides, (Four{60, 12, 4, 1}));
  EXPECT_EQ(senses.dtype, DType::Float32);
  EXPECT_EQ(senses.device, GetParam());
  EXPECT_EQ(senses.elements(), 240);

  const Tensor ending = simulator.tensor("ending");
  EXPECT_EQ(ending.shape, (Four{4, 5, 1, 2}));
  EXPECT_EQ(ending.dtype, DType::Bool);

  EXPECT_EQ(simulator.tensor("Animal.action").dtype, DType::Int32);
  EXPECT_EQ(simulator.tensor("Dragon.senses").shape, (Four{4, 5, 0, 4}));
}

TEST_P(TensorOn, OfAFieldIsAViewIntoItsComponents) {
  const Simulator simulator(settings_of("zoo", 5, 4));
  const Tensor senses = simulator.tensor("Animal.senses");
  const Tensor daylight = simulator.tensor("Animal.senses.daylight");
  EXPECT_EQ(daylight.shape, (Four{4, 5, 3, 1}));
  EXPECT_EQ(daylight.strides, senses.strides);
  EXPECT_EQ(static_cast<std::byte*>(daylight.data),
            static_cast<std::byte*>(senses.data) + 3 * sizeof(float));
  const Tensor truncated = simulator.tensor("ending.truncated");
  EXPECT_EQ(truncated.strides, (Four{10, 2, 2, 1}));
}

TEST_P(TensorOn, GivesBackWhatWasWritten) {
  Simulator simulator(settings_of("zoo", 5, 4));
  for (const std::string& name : simulator.tensor_names()) {
    const Tensor tensor = simulator.tensor(name);
    const auto bytes = some_bytes(tensor.elements() * size_bytes(tensor.dtype));
    simulator.write(tensor, bytes);
    EXPECT_EQ(simulator.read(tensor), bytes) << name;
  }
}

TEST_P(TensorOn, WritesItsFieldAndLeavesTheOthers) {
  Simulator simulator(settings_of("zoo", 7, 3));
  const Tensor ending = simulator.tensor("ending");
  const Tensor terminated = simulator.tensor("ending.terminated");
  const Tensor truncated = simulator.tensor("ending.truncated");
  simulator.write(terminated, std::vector<std::byte>(21, std::byte{1}));
  EXPECT_EQ(simulator.read(truncated), std::vector<std::byte>(21, std::byte{0}));
  std::vector<std::byte> both;
  for (int row = 0; row < 21; ++row)
    both.insert(both.end(), {std::byte{1}, std::byte{0}});
  EXPECT_EQ(simulator.read(ending), both);
}

TEST_P(TensorOn, HoldsEachStepOfALaunchInItsSlot) {
  Simulator together(random_settings_of("cartpole", 6, 4));
  Simulator apart(random_settings_of("cartpole", 6, 1));
  together.step(4);
  for (int slot = 0; slot < 4; ++slot) {
    apart.step();
    for (const char* name : {"action", "observation", "reward", "ending"}) {
      EXPECT_EQ(together.read(slot_of(together.tensor(name), slot)), apart.read(apart.tensor(name)))
          << name << " in slot " << slot;
    }
  }
}

TEST_P(TensorOn, OfActionsIsReadSlotBySlot) {
  Simulator drawn(random_settings_of("herd", 6, 8));
  Simulator given(settings_of("herd", 6, 8));
  for (int launch = 0; launch < 10; ++launch) {
    drawn.step(8);
    given.write(given.tensor("action"), drawn.read(drawn.tensor("action")));
    given.step(8);
    EXPECT_EQ(given.world_hashes(), drawn.world_hashes()) << "launch " << launch;
  }
}

TEST_P(TensorOn, IsRefusedUnderAnUnknownName) {
  const Simulator simulator(settings_of("cartpole", 2));
  expect_refused(Refusal::Usage, {"'velocity'", "cartpole", "observation", "reward"},
                 [&] { simulator.tensor("velocity"); });
  for (const char* name : {"state_hash", "reset_request", "cart", "observation.", ""}) {
    expect_refused(Refusal::Usage, {name}, [&] { simulator.tensor(name); });
  }
}

TEST_P(TensorOn, RefusesBytesOfAnotherCount) {
  Simulator simulator(settings_of("herd", 2));
  const Tensor action = simulator.tensor("action");
  for (const std::size_t count : {0, 31, 33}) {
    expect_refused(Refusal::Usage, {"action", "32 bytes", std::to_string(count)},
                   [&] { simulator.write(action, std::vector<std::byte>(count)); });
  }
}

INSTANTIATE_TEST_SUITE_P(On, TensorOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
