/// The network in float32 against PyTorch in float64, tensor by tensor.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "systems/policy/forward.hpp"
#include "tests/support/golden_policy.hpp"

namespace starling::policy {
namespace {

using tests::GoldenPolicy;
using tests::read_golden_policy;

constexpr double bound = 2e-6;  ///< On the length of the error, over that of what is right.

struct RelativeError {
  double difference = 0.0;
  double right = 0.0;

  void add(float given, float wanted) {
    difference += std::pow(static_cast<double>(given) - static_cast<double>(wanted), 2);
    right += std::pow(static_cast<double>(wanted), 2);
  }
  double relative() const { return std::sqrt(difference / right); }
};

Answer answer_of(const GoldenPolicy& golden, std::int64_t agent) {
  return forward(golden.network, golden.features[static_cast<std::size_t>(agent)],
                 golden.present(agent));
}

class GoldenAnswers : public ::testing::TestWithParam<const char*> {};

TEST_P(GoldenAnswers, IsWithinTheBoundOfPyTorch) {
  const GoldenPolicy golden = read_golden_policy(GetParam());
  const Architecture& shape = golden.network.architecture;
  std::vector<RelativeError> logits(shape.actions.size());
  RelativeError value;
  for (std::int64_t agent = 0; agent < golden.agents; ++agent) {
    const Answer answer = answer_of(golden, agent);
    std::size_t at = 0;
    for (std::size_t action = 0; action < shape.actions.size(); ++action) {
      for (std::int64_t choice = 0; choice < shape.actions[action]; ++choice) {
        const auto index = static_cast<std::size_t>(agent * shape.actions[action] + choice);
        logits[action].add(answer.logits.at(at++), golden.logits[action][index]);
      }
    }
    value.add(answer.value, golden.value[static_cast<std::size_t>(agent)]);
  }
  for (std::size_t action = 0; action < logits.size(); ++action)
    EXPECT_LE(logits[action].relative(), bound) << "logits." << action;
  EXPECT_LE(value.relative(), bound);
}

TEST_P(GoldenAnswers, ReadsNothingOfTokensThatAreNotThere) {
  GoldenPolicy golden = read_golden_policy(GetParam());
  const std::vector<float> unharmed = answer_of(golden, 0).logits;  // of the agent alone
  std::vector<float>& features = golden.features[0];
  const auto own = static_cast<std::size_t>(golden.network.architecture.types[0].features);
  for (std::size_t index = own; index < features.size(); ++index)
    features[index] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(answer_of(golden, 0).logits, unharmed);
}

INSTANTIATE_TEST_SUITE_P(Of, GoldenAnswers,
                         ::testing::Values("policy_small", "policy_hide_and_seek"));

}  // namespace
}  // namespace starling::policy
