/// Agents' choices go where actions are read, each in its own size, and hang on the step.
#include "systems/policy/agent_choices.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace starling::policy {
namespace {

/// An action with components of every size and something between them.
struct Action {
  std::uint8_t small = 0xee;
  std::uint8_t guard = 0xee;
  std::int16_t medium = 0x7eee;
  std::int32_t large = 0x7eeeeeee;
  std::int64_t huge = 0x7eeeeeeeeeeeeeee;
  std::int64_t last_guard = 0x7eeeeeeeeeeeeeee;
};

constexpr std::int64_t agents = 6;
constexpr std::int32_t choices_each = 9;
constexpr std::int32_t outputs = 4 * choices_each + 1;

struct Chosen {
  std::vector<Action> actions = std::vector<Action>(agents);
  std::vector<float> log_probabilities = std::vector<float>(agents);
  std::vector<float> values = std::vector<float>(agents);
};

/// By logits that differ from agent to agent, two agents a world.
Chosen choose_all(bool is_greedy, std::uint32_t steps_before, std::uint32_t slot,
                  const ChoiceMask& mask = {}) {
  std::vector<float> answers;
  for (std::int64_t index = 0; index < agents * outputs; ++index)
    answers.push_back(static_cast<float>(index * 7919 % 31) * 0.1F);
  Chosen chosen;
  auto* data = reinterpret_cast<std::byte*>(chosen.actions.data());
  AgentChoices given;
  given.answers = answers.data();
  given.outputs = outputs;
  given.component_count = 4;
  constexpr auto stride = static_cast<std::int64_t>(sizeof(Action));
  given.components[0] = {data + offsetof(Action, small), stride, 1, choices_each};
  given.components[1] = {data + offsetof(Action, medium), stride, 2, choices_each};
  given.components[2] = {data + offsetof(Action, large), stride, 4, choices_each};
  given.components[3] = {data + offsetof(Action, huge), stride, 8, choices_each};
  given.mask = mask;
  given.log_probabilities = chosen.log_probabilities.data();
  given.values = chosen.values.data();
  given.agents = agents;
  given.agents_per_world = 2;
  given.is_greedy = is_greedy;
  given.key = kernels::make_key(1, 2);
  given.steps_before = &steps_before;
  given.slot = slot;
  for (std::int64_t agent = 0; agent < agents; ++agent)
    choose_for(given, agent);
  for (std::int64_t agent = 0; agent < agents; ++agent)
    EXPECT_EQ(chosen.values[static_cast<std::size_t>(agent)],
              answers[static_cast<std::size_t>((agent + 1) * outputs - 1)]);
  return chosen;
}

bool are_alike(const Chosen& left, const Chosen& right) {
  return left.log_probabilities == right.log_probabilities &&
         std::memcmp(left.actions.data(), right.actions.data(), agents * sizeof(Action)) == 0;
}

TEST(AgentChoices, AreWrittenInTheirOwnSizeAndNowhereElse) {
  const Chosen chosen = choose_all(true, 0, 0);
  for (const Action& action : chosen.actions) {
    EXPECT_LT(action.small, choices_each);
    EXPECT_LT(static_cast<std::uint16_t>(action.medium), choices_each);
    EXPECT_LT(static_cast<std::uint32_t>(action.large), choices_each);
    EXPECT_LT(static_cast<std::uint64_t>(action.huge), choices_each);
    EXPECT_EQ(action.guard, 0xee);
    EXPECT_EQ(action.last_guard, 0x7eeeeeeeeeeeeeee);
  }
}

TEST(AgentChoices, DrawByTheStepThatALaunchAndItsSlotComeTo) {
  const Chosen chosen = choose_all(false, 5, 2);
  EXPECT_TRUE(are_alike(chosen, choose_all(false, 7, 0)));
  EXPECT_FALSE(are_alike(chosen, choose_all(false, 7, 1)));
  EXPECT_TRUE(are_alike(choose_all(false, 0xffffffffU, 1), choose_all(false, 0, 0)));
  EXPECT_TRUE(are_alike(choose_all(true, 5, 2), choose_all(true, 9, 3)));
}

/// Rows of masks lie further apart than they are long, and allow one choice of each component.
TEST(AgentChoices, ObeyTheirOwnPartOfTheirOwnRowOfAMask) {
  constexpr std::int64_t stride = 4 * choices_each + 3;
  std::vector<std::uint8_t> bytes(agents * stride);
  const auto allowed = [](std::int64_t agent, std::int64_t component) {
    return (5 * agent + 2 * component) % choices_each;
  };
  for (std::int64_t agent = 0; agent < agents; ++agent) {
    for (std::int64_t component = 0; component < 4; ++component) {
      const std::int64_t choice = component * choices_each + allowed(agent, component);
      bytes[static_cast<std::size_t>(agent * stride + choice)] = 1;
    }
  }
  for (const bool is_greedy : {false, true}) {
    const Chosen chosen = choose_all(is_greedy, 5, 2, {bytes.data(), stride});
    for (std::int64_t agent = 0; agent < agents; ++agent) {
      const Action& action = chosen.actions[static_cast<std::size_t>(agent)];
      EXPECT_EQ(action.small, allowed(agent, 0));
      EXPECT_EQ(action.medium, allowed(agent, 1));
      EXPECT_EQ(action.large, allowed(agent, 2));
      EXPECT_EQ(action.huge, allowed(agent, 3));
      EXPECT_EQ(chosen.log_probabilities[static_cast<std::size_t>(agent)], 0.0F);
    }
  }
}

}  // namespace
}  // namespace starling::policy
