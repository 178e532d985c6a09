/// Actions that are drawn before a step are those that the step would have drawn.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

class DrawActionsOn : public DeviceTest {
 protected:
  static std::vector<std::byte> actions_of(Simulator& simulator, int slot) {
    std::vector<std::byte> actions;
    for (const std::string& name : simulator.tensor_names()) {
      if (!name.ends_with("action")) continue;
      const auto bytes = simulator.read(slot_of(simulator.tensor(name), slot));
      actions.insert(actions.end(), bytes.begin(), bytes.end());
    }
    return actions;
  }
};

TEST_P(DrawActionsOn, ThenAStepFromTensorsIsAStepThatDraws) {
  for (const std::string environment :
       {"cartpole", "murmuration", "overcooked", "herd", "zoo", "colony", "crowd", "ledger",
        "warren", "lamps", "doors", "doors_of_a_run", "desert", "dice"}) {
    for (const Actions made_for : {Actions::Random, Actions::Tensor}) {
      SCOPED_TRACE(environment + (made_for == Actions::Random ? ", random" : ", tensor"));
      Settings settings = random_settings_of(environment, 12, 2);
      Simulator drawing(settings);
      settings.actions = made_for;
      Simulator given(settings);
      for (int step = 0; step < 200; ++step) {
        drawing.step(1);
        given.draw_actions();
        ASSERT_EQ(actions_of(given, 0), actions_of(drawing, 0)) << "step " << step;
        given.step(1, Actions::Tensor);
        ASSERT_EQ(given.world_hashes(), drawing.world_hashes()) << "step " << step;
      }
    }
  }
}

TEST_P(DrawActionsOn, ChangesNothingElse) {
  for (const std::string environment : {"cartpole", "colony"}) {
    Simulator simulator(random_settings_of(environment, 12, 1));
    simulator.step();
    SavedState before = simulator.save();
    simulator.draw_actions();
    simulator.step();
    const auto drawn = simulator.world_hashes();
    simulator.restore(before);
    simulator.step();
    EXPECT_EQ(simulator.world_hashes(), drawn);
  }
}

TEST_P(DrawActionsOn, OverriddenActionsAreTaken) {
  Simulator simulator(random_settings_of("cartpole", 4));
  simulator.draw_actions();
  simulator.edit(2, "Balancer.Action.push", 0, 9);
  simulator.step(1, Actions::Tensor);
  EXPECT_EQ(simulator.errors().at("invalid_action"), 1);
}

TEST_P(DrawActionsOn, AStepThatDrawsIsThereWhereActionsComeFromTensors) {
  for (const std::string environment : {"cartpole", "zoo", "colony", "murmuration"}) {
    Settings settings = random_settings_of(environment, 12, 8);
    Simulator drawing(settings);
    settings.actions = Actions::Tensor;
    Simulator given(settings);
    for (int launch = 0; launch < 10; ++launch) {
      drawing.step(8);
      given.step(8, Actions::Random);
      ASSERT_EQ(given.world_hashes(), drawing.world_hashes()) << environment;
    }
  }
}

TEST_P(DrawActionsOn, StepsThatAreHashedTakeNoActionsFromTensors) {
  Settings settings = random_settings_of("cartpole", 4);
  settings.hash_steps = true;
  Simulator simulator(settings);
  expect_refused(Refusal::Usage, {"hash_steps"}, [&] { simulator.step(1, Actions::Tensor); });
}

INSTANTIATE_TEST_SUITE_P(On, DrawActionsOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
