/// The network in float32 against PyTorch in float64, tensor by tensor.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "systems/policy/forward.hpp"
#include "tests/support/golden.hpp"

namespace starling::policy {
namespace {

constexpr double bound = 2e-6;  ///< On the length of the error, over that of what is right.

/// Observations and what PyTorch makes of them.
struct Golden {
  Network network;
  std::int64_t agents = 0;
  std::vector<std::uint8_t> mask;            ///< [agents, tokens]
  std::vector<std::vector<float>> features;  ///< Of each agent, type by type.
  std::vector<std::vector<float>> logits;    ///< One tensor an action: [agents, choices].
  std::vector<float> value;

  std::span<const std::uint8_t> present(std::int64_t agent) const {
    const auto tokens = static_cast<std::size_t>(network.architecture.tokens());
    return {mask.data() + static_cast<std::size_t>(agent) * tokens, tokens};
  }
};

Golden read_golden(const std::string& name) {
  const std::string path = tests::golden_folder() / "policy" / name;
  Golden golden;
  golden.network = read_network(TensorFile::read(path + ".safetensors"));
  const TensorFile file = TensorFile::read(path + "_io.safetensors");
  const Architecture& shape = golden.network.architecture;
  golden.agents = file.tensor("mask").shape.at(0);
  golden.mask = file.bytes("mask", {golden.agents, shape.tokens()});
  golden.features.resize(static_cast<std::size_t>(golden.agents));
  for (const TokenType& type : shape.types) {
    const auto all = file.floats("obs." + type.name, {golden.agents, type.count, type.features});
    const auto each = static_cast<std::ptrdiff_t>(type.count * type.features);
    for (std::ptrdiff_t agent = 0; agent < golden.agents; ++agent) {
      std::vector<float>& own = golden.features[static_cast<std::size_t>(agent)];
      own.insert(own.end(), all.begin() + agent * each, all.begin() + (agent + 1) * each);
    }
  }
  for (std::size_t action = 0; action < shape.actions.size(); ++action) {
    golden.logits.push_back(
        file.floats("logits." + std::to_string(action), {golden.agents, shape.actions[action]}));
  }
  golden.value = file.floats("value", {golden.agents});
  return golden;
}

struct RelativeError {
  double difference = 0.0;
  double right = 0.0;

  void add(float given, float wanted) {
    difference += std::pow(static_cast<double>(given) - static_cast<double>(wanted), 2);
    right += std::pow(static_cast<double>(wanted), 2);
  }
  double relative() const { return std::sqrt(difference / right); }
};

Answer answer_of(const Golden& golden, std::int64_t agent) {
  return forward(golden.network, golden.features[static_cast<std::size_t>(agent)],
                 golden.present(agent));
}

class GoldenPolicy : public ::testing::TestWithParam<const char*> {};

TEST_P(GoldenPolicy, IsWithinTheBoundOfPyTorch) {
  const Golden golden = read_golden(GetParam());
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

TEST_P(GoldenPolicy, ReadsNothingOfTokensThatAreNotThere) {
  Golden golden = read_golden(GetParam());
  const std::vector<float> unharmed = answer_of(golden, 0).logits;  // of the agent alone
  std::vector<float>& features = golden.features[0];
  const auto own = static_cast<std::size_t>(golden.network.architecture.types[0].features);
  for (std::size_t index = own; index < features.size(); ++index)
    features[index] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(answer_of(golden, 0).logits, unharmed);
}

INSTANTIATE_TEST_SUITE_P(Of, GoldenPolicy,
                         ::testing::Values("policy_small", "policy_hide_and_seek"));

}  // namespace
}  // namespace starling::policy
