/// The engine takes golden steps as the systems alone do: every transition in a world of its own.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/cartpole_states.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

struct GoldenStep {
  std::string place;
  CartPoleTransition transition;
};

std::vector<GoldenStep> golden_steps() {
  std::vector<GoldenStep> steps;
  for_each_golden_transition([&](const std::string& place, const CartPoleTransition& transition) {
    steps.push_back({place, transition});
  });
  return steps;
}

class CartPoleWorldsGolden : public DeviceTest {};

TEST_P(CartPoleWorldsGolden, TakeEveryGoldenStep) {
  const std::vector<GoldenStep> steps = golden_steps();
  ASSERT_FALSE(steps.empty());
  Simulator simulator(settings_of("cartpole", static_cast<std::int64_t>(steps.size())));
  std::vector<Push> actions;
  for (std::size_t world = 0; world < steps.size(); ++world) {
    set_state(simulator, static_cast<std::int64_t>(world), rounded(steps[world].transition.before));
    actions.push_back(static_cast<Push>(steps[world].transition.action));
  }
  write_slot(simulator, "action", 0, actions);
  simulator.step();

  const auto observed = read_newest<CartPoleValues>(simulator, "observation");
  const auto last = read_newest<CartPoleValues>(simulator, "final_observation");
  const auto endings = read_newest<Ending>(simulator, "ending");
  const auto rewards = read_newest<float>(simulator, "reward");
  for (std::size_t world = 0; world < steps.size(); ++world) {
    const auto& [place, transition] = steps[world];
    const CartPoleValues& got = endings[world].terminated ? last[world] : observed[world];
    expect_golden_state(place, got, transition.after);
    EXPECT_TRUE(same(got, stepped(rounded(transition.before), actions[world]))) << place;
    EXPECT_EQ(rewards[world], transition.reward) << place;
    EXPECT_FALSE(endings[world].truncated) << place;
    if (is_clear_of_limits(transition.after)) {
      EXPECT_EQ(endings[world].terminated, transition.terminated) << place;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(On, CartPoleWorldsGolden, ::testing::Values(tested_device),
                         device_of_test);

}  // namespace
}  // namespace starling::tests
