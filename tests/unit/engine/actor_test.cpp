/// Launches in which an actor has its say before every step come to what plain launches come to.
#include "engine/actor.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "engine/trace_log.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests {
namespace {

/// Leaves the actions that the slots hold.
class Onlooker : public Actor {
 public:
  void act(int slot, const std::uint32_t*) override { slots.push_back(slot); }

  std::vector<int> slots;
};

using Bytes = std::vector<std::byte>;

/// The bytes of all steps of a launch; of final observations, of those that were kept in it.
std::map<std::string, Bytes> exports_of(Simulator& simulator, int steps) {
  std::map<std::string, Bytes> exports;
  for (const std::string& name : simulator.tensor_names()) {
    Tensor tensor = simulator.tensor(name);
    tensor.shape[0] = steps;
    exports[name] = simulator.read(tensor);
  }
  return exports;
}

/// Fills whole action tensors with small numbers, of which some are no choices.
void write_actions(Simulator& simulator, std::uint32_t seed) {
  for (const std::string& name : simulator.tensor_names()) {
    if (!name.starts_with("action.")) continue;
    const Tensor tensor = simulator.tensor(name);
    const auto size = static_cast<std::size_t>(size_bytes(tensor.dtype));
    Bytes bytes(static_cast<std::size_t>(tensor.elements()) * size);
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      seed = seed * 1'664'525 + 1'013'904'223;
      bytes[at] = static_cast<std::byte>((seed >> 24) % 97 == 0 ? 7 : seed >> 31);
    }
    simulator.write(tensor, bytes);
  }
}

class ActorOn : public DeviceTest {
 protected:
  void expect_alike(const std::string& environment, std::int64_t worlds, int slots) {
    SCOPED_TRACE(environment + ", " + std::to_string(slots) + " slots");
    const Settings settings = settings_of(environment, worlds, slots);
    Simulator plain(settings);
    Simulator acted(settings);
    Onlooker actor;
    std::uint32_t seed = 1;
    for (const int steps : {slots, slots, (slots + 1) / 2, slots, 1, slots}) {
      ++seed;
      write_actions(plain, seed);
      write_actions(acted, seed);
      plain.step(steps);
      acted.step(steps, actor);
      ASSERT_EQ(plain.steps_done(), acted.steps_done());
      ASSERT_EQ(plain.current_slot(), acted.current_slot());
      ASSERT_EQ(exports_of(plain, steps), exports_of(acted, steps));
      ASSERT_EQ(plain.world_hashes(), acted.world_hashes());
      if (seed == 4) {
        plain.reset();
        acted.reset();
      }
    }
    const std::vector<WorldError> expected = plain.first_errors(100);
    const std::vector<WorldError> errors = acted.first_errors(100);
    ASSERT_EQ(expected.size(), errors.size());
    for (std::size_t index = 0; index < errors.size(); ++index)
      EXPECT_EQ(expected[index].text, errors[index].text);
  }
};

TEST_P(ActorOn, ThatDoesNothingChangesNothing) {
  for (const int slots : {1, 2, 9}) {
    expect_alike("cartpole", 50, slots);
    expect_alike("zoo", 7, slots);
    expect_alike("colony", 7, slots);
    expect_alike("murmuration", 3, slots);
  }
}

TEST_P(ActorOn, IsBlamedForTheStepOfAnError) {
  Settings settings = settings_of("cartpole", 1, 8);
  Simulator simulator(settings);
  Onlooker actor;
  simulator.step(8, actor);
  Tensor action = simulator.tensor("action.push");
  ASSERT_EQ(action.dtype, DType::UInt8);
  const std::uint8_t none = 9;
  action.data = static_cast<std::uint8_t*>(action.data) + 5 * action.strides[0];
  action.shape[0] = 1;
  simulator.write(action, std::as_bytes(std::span(&none, 1)));
  simulator.step(8, actor);
  simulator.step(8, actor);
  ASSERT_EQ(simulator.first_errors().size(), 1U);
  EXPECT_EQ(simulator.first_errors()[0].step, 13);
}

TEST_P(ActorOn, IsAskedOnceForEveryStep) {
  Simulator simulator(settings_of("cartpole", 2, 4));
  Onlooker actor;
  simulator.step(3, actor);
  EXPECT_EQ(actor.slots, (std::vector<int>{0, 1, 2}));
  simulator.step(3, actor);
  const std::size_t asked = GetParam() == Device::Cpu ? 6 : 3;  // CUDA replays what it queued
  EXPECT_EQ(actor.slots.size(), asked);
}

/// A trace holds steps of one program: that of the first since it was cleared.
TEST_P(ActorOn, IsTracedWhereverTheTraceIsOfItsProgram) {
  Settings settings = settings_of("cartpole", 100, 3);
  settings.tile_worlds = 16;
  settings.trace = TraceLevel::Tile;
  Simulator simulator(settings);
  Onlooker actor;
  const auto tiles_of_launch = static_cast<std::size_t>(simulator.plan().tiles);
  for (int time = 0; time < 2; ++time) {  // at the second, launches of both kinds are known
    simulator.clear_trace();
    simulator.step(3, Actions::Random);
    simulator.step(3, actor);
    EXPECT_EQ(simulator.trace().slices.size(), tiles_of_launch) << time;
    simulator.clear_trace();
    simulator.step(3, actor);
    simulator.step(3, actor);
    simulator.step(3, Actions::Random);
    EXPECT_EQ(simulator.trace().slices.size(), 2 * 3 * tiles_of_launch)
        << time;  // each step a launch
  }
}

TEST_P(ActorOn, HasNoMoreStepsThanThereAreSlots) {
  Simulator simulator(settings_of("cartpole", 2, 4));
  Onlooker actor;
  for (const int steps : {0, 5}) {
    expect_refused(Refusal::Usage, {"step(" + std::to_string(steps) + ")", "4"},
                   [&] { simulator.step(steps, actor); });
  }
  EXPECT_TRUE(actor.slots.empty());
}

INSTANTIATE_TEST_SUITE_P(Of, ActorOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
