/// CartPole's dynamics and judgement are Gymnasium's, transition by transition.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "envs/cartpole/cartpole.hpp"
#include "tests/support/cartpole_golden.hpp"
#include "tests/support/cartpole_states.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/tolerance.hpp"

namespace starling::tests {
namespace {

using namespace envs::cartpole;

/// Where a golden step leads: its state, reward and ending.
struct Outcome {
  CartPoleValues state;
  Reward reward;
  Ending ending;
};

Outcome step_from(const CartPoleTransition& transition) {
  const CartPoleValues before = rounded(transition.before);
  Cart cart{before.x_m, before.v_mps};
  Pole pole{before.angle_rad, before.spin_radps};
  Outcome outcome;
  swing(Action{static_cast<std::uint8_t>(transition.action)}, cart, pole);
  judge(cart, pole, Clock{0, 0}, outcome.reward, outcome.ending);
  outcome.state = {cart.x_m, cart.v_mps, pole.angle_rad, pole.spin_radps};
  return outcome;
}

TEST(CartPoleGolden, HasTransitionsToCompareWith) {
  EXPECT_FALSE(golden_files("cartpole_", ".txt").empty()) << golden_folder();
}

TEST(CartPoleGolden, EveryStepIsWithinTheBound) {
  for_each_golden_transition([](const std::string& place, const CartPoleTransition& transition) {
    expect_golden_state(place, step_from(transition).state, transition.after);
  });
}

TEST(CartPoleGolden, EveryRewardIsTheSame) {
  for_each_golden_transition([](const std::string& place, const CartPoleTransition& transition) {
    EXPECT_EQ(step_from(transition).reward.value, transition.reward) << place;
  });
}

TEST(CartPoleGolden, TerminationIsTheSameClearOfTheLimits) {
  for_each_golden_transition([](const std::string& place, const CartPoleTransition& transition) {
    if (!is_clear_of_limits(transition.after)) return;
    const Ending ending = step_from(transition).ending;
    EXPECT_EQ(ending.terminated, transition.terminated) << place;
    EXPECT_FALSE(ending.truncated) << place;
  });
}

}  // namespace
}  // namespace starling::tests
