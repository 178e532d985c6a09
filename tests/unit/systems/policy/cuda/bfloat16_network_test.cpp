/// The fused network on the GPU, by the instructions of every GPU and by those of Hopper, against
/// `forward` in float32 and PyTorch in float64.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "kernels/device_attribute.hpp"
#include "systems/policy/fused/network.hpp"
#include "tests/support/answer_errors.hpp"
#include "tests/support/network_case.hpp"
#include "tests/support/refusal.hpp"
#include "tests/unit/kernels/cuda/device.hpp"
#include "tests/unit/systems/policy/cuda/answers.hpp"

namespace starling::tests {
namespace {

using kernels::testing::has_device;

class Bfloat16Network : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!has_device()) GTEST_SKIP() << "no CUDA device";
    if (by_warpgroups() && !kernels::is_hopper()) GTEST_SKIP() << "no Hopper GPU";
  }
  static bool by_warpgroups() { return GetParam() == std::string("warpgroups"); }
  static bool has_shape(const PolicySizes& sizes) {
    return !by_warpgroups() || sizes.d_model < 256;
  }
  static std::vector<float> answers(const NetworkCase& given) {
    const auto make = by_warpgroups() ? policy::make_warpgroup_network : policy::make_warp_network;
    return answers_by(*make(given.network), given);
  }
};

TEST_P(Bfloat16Network, OfTheGoldenFilesIsPyTorchs) {
  for (const char* name : {"policy_small", "policy_hide_and_seek"})
    expect_within_bfloat16_of_golden(name, answers(golden_case(name)));
}

TEST_P(Bfloat16Network, OfEveryShapeIsNearForward) {
  std::vector<PolicySizes> shapes = network_shapes();
  // Heads of 8 to 64 at every width, and layers of which not all fit into shared memory.
  for (const std::int64_t d_model : {32, 64, 128, 256}) {
    for (std::int64_t heads = d_model / 8; heads >= 1 && d_model / heads <= 64; heads /= 2)
      shapes.push_back(
          {d_model, heads, 3, 2 * d_model, {{"self", 5, 1}, {"other", 9, 31}}, {4, 7}});
  }
  for (const PolicySizes& sizes : shapes) {
    if (!has_shape(sizes)) continue;
    const std::int64_t agents = sizes.d_model == 256 ? 30 : 151;
    for (const Presence presence : {Presence::All, Presence::Random, Presence::OnlySelf}) {
      const NetworkCase given = random_case(sizes, agents, presence);
      expect_within_bfloat16(given, answers(given));
    }
  }
}

TEST_P(Bfloat16Network, OfAnyNumberOfAgentsIsNearForward) {
  for (const std::int64_t agents : {1, 2, 33, 132, 133, 20'000}) {
    const NetworkCase given = random_case(network_shapes()[1], agents, Presence::Random);
    expect_within_bfloat16(given, answers(given));
  }
}

TEST_P(Bfloat16Network, GivesTheSameAgain) {
  const NetworkCase given = random_case(network_shapes()[4], 5'000, Presence::Random);
  EXPECT_EQ(answers(given), answers(given));
}

TEST_P(Bfloat16Network, KeepsAnAgentWithoutNumbersFromTheOthers) {
  expect_harm_kept_apart(random_case(network_shapes()[2], 2'000, Presence::Random), 4, 1005,
                         answers);
}

TEST_P(Bfloat16Network, RefusesMoreKindsOfTokensThanItHolds) {
  policy::Network network = network_of(policy_text());
  network.architecture.types.resize(17, {"more", 1, 1});
  expect_refused(Refusal::Usage, {"17 kinds", "16", "cpu"},
                 [&] { policy::make_bfloat16_network(network); });
}

INSTANTIATE_TEST_SUITE_P(By, Bfloat16Network, ::testing::Values("warps", "warpgroups"));

}  // namespace
}  // namespace starling::tests
