/// Agents that a network is shown: any number of tokens, some of them absent, and what `forward`
/// answers.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "kernels/hash.hpp"
#include "systems/policy/agent_tokens.hpp"
#include "systems/policy/forward.hpp"
#include "tests/support/golden_policy.hpp"
#include "tests/support/policy_files.hpp"

namespace starling::tests {

enum class Presence : std::uint8_t {
  All,      ///< Every token, and no mask.
  Random,   ///< The first of each agent, and about half of the others.
  OnlySelf  ///< The first of each agent.
};

/// Observations in memory of the host. What is not there holds NaN.
struct NetworkCase {
  policy::Network network;
  std::vector<std::vector<float>> features;  ///< By type: [agents, count, features].
  std::vector<std::uint8_t> mask;            ///< [agents, tokens]; empty where all are there.
  std::int64_t agents = 0;

  /// Where they lie, or copies of them: a pointer a type.
  policy::ObservedTokens observed(const std::vector<const float*>& data,
                                  const std::uint8_t* mask_data) const {
    policy::ObservedTokens observed;
    observed.type_count = static_cast<std::int32_t>(data.size());
    observed.tokens = static_cast<std::int32_t>(network.architecture.tokens());
    observed.agents = agents;
    for (std::size_t type = 0; type < data.size(); ++type) {
      const policy::TokenType& described = network.architecture.types[type];
      observed.types[type] = {data[type], described.features * described.count,
                              static_cast<std::int32_t>(described.features),
                              static_cast<std::int32_t>(described.count)};
    }
    observed.mask = mask.empty() ? nullptr : mask_data;
    observed.mask_stride = observed.tokens;
    return observed;
  }
  policy::ObservedTokens observed() const {
    std::vector<const float*> data;
    for (const std::vector<float>& type : features)
      data.push_back(type.data());
    return observed(data, mask.data());
  }

  /// The mask with so many bytes between its rows, all of which say that something is there.
  std::vector<std::uint8_t> mask_apart(std::int64_t gap) const {
    const std::int64_t tokens = network.architecture.tokens();
    std::vector<std::uint8_t> apart;
    for (std::int64_t agent = 0; agent < agents; ++agent) {
      const auto own = mask.begin() + agent * tokens;
      apart.insert(apart.end(), own, own + tokens);
      apart.insert(apart.end(), static_cast<std::size_t>(gap), 1);
    }
    return apart;
  }

  std::int64_t outputs() const {
    std::int64_t outputs = 1;
    for (const std::int64_t choices : network.architecture.actions)
      outputs += choices;
    return outputs;
  }

  /// By `forward`: [agents, logits and then the value].
  std::vector<float> answers() const {
    std::vector<float> answers;
    const policy::ObservedTokens tokens = observed();
    std::vector<float> own(static_cast<std::size_t>(policy::features_of(tokens)));
    std::vector<std::uint8_t> present(static_cast<std::size_t>(tokens.tokens));
    for (std::int64_t agent = 0; agent < agents; ++agent) {
      policy::read_agent(tokens, agent, own, present);
      const policy::Answer answer = policy::forward(network, own, present);
      answers.insert(answers.end(), answer.logits.begin(), answer.logits.end());
      answers.push_back(answer.value);
    }
    return answers;
  }

  /// Every bit, but for which NaN a NaN is.
  void expect_answers(const float* given) const {
    const std::vector<float> expected = answers();
    std::size_t different = 0;
    for (std::size_t index = 0; index < expected.size(); ++index) {
      if (kernels::canonical_bits(given[index]) == kernels::canonical_bits(expected[index]))
        continue;
      if (different++ != 0) continue;
      ADD_FAILURE() << "agent " << index / static_cast<std::size_t>(outputs()) << ", output "
                    << index % static_cast<std::size_t>(outputs()) << ": " << given[index]
                    << ", not " << expected[index];
    }
    EXPECT_EQ(different, 0U) << "of " << expected.size() << " answers, d_model "
                             << network.architecture.d_model << ", "
                             << network.architecture.tokens() << " tokens";
  }
};

inline NetworkCase random_case(const PolicySizes& sizes, std::int64_t agents, Presence presence,
                               std::uint32_t seed = 1) {
  SafetensorsText text = policy_text(sizes);
  text.seed = seed;
  NetworkCase made{network_of(text), {}, {}, agents};
  const auto tokens = static_cast<std::size_t>(made.network.architecture.tokens());
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-2.0F, 2.0F);
  made.mask.assign(static_cast<std::size_t>(agents) * tokens, 1);
  for (std::size_t index = 0; index < made.mask.size(); ++index) {
    if (index % tokens == 0) continue;
    if (presence == Presence::Random) made.mask[index] = (random() & 1U) != 0 ? 1 : 0;
    if (presence == Presence::OnlySelf) made.mask[index] = 0;
  }
  std::size_t first = 0;
  for (const TokenSizes& type : sizes.types) {
    std::vector<float>& values = made.features.emplace_back();
    for (std::size_t agent = 0; agent < static_cast<std::size_t>(agents); ++agent) {
      for (std::size_t entity = 0; entity < static_cast<std::size_t>(type.count); ++entity) {
        const bool is_there = made.mask[agent * tokens + first + entity] != 0;
        for (std::int64_t feature = 0; feature < type.features; ++feature)
          values.push_back(is_there ? uniform(random) : std::numeric_limits<float>::quiet_NaN());
      }
    }
    first += static_cast<std::size_t>(type.count);
  }
  if (presence == Presence::All) made.mask.clear();
  return made;
}

/// Shows one agent NaN and another infinity: their answers are no numbers, and those of all others
/// are what they were, to the bit. `answers_of` gives those of a case.
template <class AnswersOf>
void expect_harm_kept_apart(NetworkCase given, std::size_t first, std::size_t second,
                            AnswersOf answers_of) {
  const std::vector<float> unharmed = answers_of(given);
  const policy::TokenType& self = given.network.architecture.types[0];
  const auto stride = static_cast<std::size_t>(self.features * self.count);
  given.features[0][stride * first] = std::numeric_limits<float>::quiet_NaN();
  given.features[0][stride * second] = std::numeric_limits<float>::infinity();
  const std::vector<float> harmed = answers_of(given);
  const auto outputs = static_cast<std::size_t>(given.outputs());
  for (std::size_t index = 0; index < harmed.size(); ++index) {
    const std::size_t agent = index / outputs;
    if (agent == first || agent == second) {
      EXPECT_NE(harmed[index], harmed[index]) << "agent " << agent;
    } else {
      EXPECT_EQ(harmed[index], unharmed[index]) << "agent " << agent;
    }
  }
}

/// The observations of a golden file.
inline NetworkCase golden_case(const std::string& name) {
  const GoldenPolicy golden = read_golden_policy(name);
  NetworkCase made{golden.network, {}, golden.mask, golden.agents};
  std::size_t begin = 0;
  for (const policy::TokenType& type : golden.network.architecture.types) {
    std::vector<float>& values = made.features.emplace_back();
    const auto each = static_cast<std::size_t>(type.features * type.count);
    for (const std::vector<float>& own : golden.features) {
      const auto from = own.begin() + static_cast<std::ptrdiff_t>(begin);
      values.insert(values.end(), from, from + static_cast<std::ptrdiff_t>(each));
    }
    begin += each;
  }
  return made;
}

/// Networks of every width, of the smallest and the largest heads, and of 1 to 64 tokens.
inline std::vector<PolicySizes> network_shapes() {
  return {
      {32, 2, 1, 64, {{"self", 3, 1}}, {2}},
      {32, 4, 2, 32, {{"self", 3, 1}, {"other", 2, 4}}, {5, 2}},
      {64, 8, 1, 96, {{"self", 7, 1}, {"other", 5, 5}, {"wall", 1, 9}}, {3}},
      {64, 1, 1, 256, {{"self", 9, 1}, {"other", 17, 16}}, {11, 11, 11, 2, 2}},
      {128, 4, 1, 160, {{"self", 3, 1}, {"other", 2, 63}}, {6}},
      {256, 4, 1, 1024, {{"self", 3, 1}, {"other", 2, 63}}, {40, 3}},
  };
}

}  // namespace starling::tests
