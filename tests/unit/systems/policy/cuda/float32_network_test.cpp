/// The float32 network on the GPU gives the very numbers of `forward` on the CPU.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "systems/policy/device_network.hpp"
#include "tests/support/network_case.hpp"
#include "tests/support/refusal.hpp"
#include "tests/unit/kernels/cuda/device.hpp"

namespace starling::tests {
namespace {

using kernels::testing::finish_kernel;
using kernels::testing::has_device;
using kernels::testing::ManagedArray;

std::vector<float> answers_of(const NetworkCase& given) {
  std::vector<ManagedArray<float>> features;
  std::vector<const float*> data;
  for (const std::vector<float>& type : given.features) {
    features.emplace_back(type);
    data.push_back(features.back().span().data());
  }
  const ManagedArray<std::uint8_t> mask(given.mask);
  const ManagedArray<float> answers(static_cast<std::size_t>(given.agents * given.outputs()));
  const auto network = policy::make_float32_network(given.network);
  network->launch(given.observed(data, mask.span().data()), answers.span().data(), nullptr);
  finish_kernel();
  return answers.items();
}

class Float32Network : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_device()) GTEST_SKIP() << "no CUDA device";
  }
};

TEST_F(Float32Network, OfTheGoldenFilesIsForward) {
  for (const char* name : {"policy_small", "policy_hide_and_seek"}) {
    const NetworkCase golden = golden_case(name);
    golden.expect_answers(answers_of(golden).data());
  }
}

TEST_F(Float32Network, OfEveryShapeIsForward) {
  for (const PolicySizes& sizes : network_shapes()) {
    const std::int64_t agents = sizes.d_model == 256 ? 20 : 301;
    for (const Presence presence : {Presence::All, Presence::Random, Presence::OnlySelf}) {
      for (const std::uint32_t seed : {1U, 2U}) {
        const NetworkCase given = random_case(sizes, agents, presence, seed);
        given.expect_answers(answers_of(given).data());
      }
    }
  }
}

/// More agents than blocks at once: each takes several turns.
TEST_F(Float32Network, OfManyAgentsIsForward) {
  const NetworkCase given = random_case(network_shapes()[1], 20'000, Presence::Random);
  given.expect_answers(answers_of(given).data());
}

TEST_F(Float32Network, KeepsAnAgentWithoutNumbersFromTheOthers) {
  NetworkCase given = random_case(network_shapes()[1], 50, Presence::Random);
  const std::vector<float> unharmed = answers_of(given);
  const auto outputs = static_cast<std::size_t>(given.outputs());
  given.features[0][3 * 4] = std::numeric_limits<float>::quiet_NaN();
  given.features[0][3 * 5] = std::numeric_limits<float>::infinity();
  const std::vector<float> answers = answers_of(given);
  for (std::size_t index = 0; index < answers.size(); ++index) {
    const std::size_t agent = index / outputs;
    if (agent == 4 || agent == 5) {
      EXPECT_NE(answers[index], answers[index]) << "agent " << agent;
    } else {
      EXPECT_EQ(answers[index], unharmed[index]) << "agent " << agent;
    }
  }
}

TEST_F(Float32Network, RefusesMoreTokensThanABlockHas) {
  const PolicySizes sizes{.types = {{"self", 3, 1}, {"other", 2, 64}}};
  expect_refused(Refusal::Usage, {"65 tokens", "64", "cpu"},
                 [&] { policy::make_float32_network(network_of(policy_text(sizes))); });
}

}  // namespace
}  // namespace starling::tests
