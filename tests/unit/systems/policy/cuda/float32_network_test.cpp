/// The float32 network on the GPU gives the very numbers of `forward` on the CPU.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "systems/policy/device_network.hpp"
#include "tests/support/network_case.hpp"
#include "tests/support/refusal.hpp"
#include "tests/unit/kernels/cuda/device.hpp"
#include "tests/unit/systems/policy/cuda/answers.hpp"

namespace starling::tests {
namespace {

using kernels::testing::has_device;

std::vector<float> answers_of(const NetworkCase& given) {
  return answers_by(*policy::make_float32_network(given.network), given);
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
  expect_harm_kept_apart(random_case(network_shapes()[1], 50, Presence::Random), 4, 5, answers_of);
}

TEST_F(Float32Network, RefusesMoreTokensThanABlockHas) {
  const PolicySizes sizes{.types = {{"self", 3, 1}, {"other", 2, 64}}};
  expect_refused(Refusal::Usage, {"65 tokens", "64", "cpu"},
                 [&] { policy::make_float32_network(network_of(policy_text(sizes))); });
}

}  // namespace
}  // namespace starling::tests
