/// Networks that run layer by layer on the GPU, against `forward` in float32, PyTorch in float64
/// and fused networks.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "systems/policy/fused/network.hpp"
#include "systems/policy/layered/network.hpp"
#include "tests/support/answer_errors.hpp"
#include "tests/support/network_case.hpp"
#include "tests/unit/kernels/cuda/device.hpp"
#include "tests/unit/systems/policy/cuda/answers.hpp"

namespace starling::tests {
namespace {

using policy::make_layered_network;

class LayeredNetwork : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!kernels::testing::has_device()) GTEST_SKIP() << "no CUDA device";
  }

  static std::vector<float> answers(const NetworkCase& given) {
    return answers_by(*make_layered_network(given.network), given);
  }
  /// With kinds of tokens of which one has more features than a token of another has columns.
  static PolicySizes sizes_of(std::int64_t d_model, std::int64_t heads, std::int64_t tokens) {
    return {d_model, heads, 2, 2 * d_model, {{"self", 5, 1}, {"other", 19, tokens - 1}}, {4, 7}};
  }
  static PolicySizes small_heads() { return sizes_of(64, 4, 100); }
  static PolicySizes large_heads() { return sizes_of(128, 2, 150); }
};

TEST_F(LayeredNetwork, OfTheGoldenFilesIsPyTorchs) {
  for (const char* name : {"policy_small", "policy_hide_and_seek"})
    expect_within_bfloat16_of_golden(name, answers(golden_case(name)));
}

TEST_F(LayeredNetwork, OfEveryWidthIsNearForward) {
  for (const std::int64_t tokens : {65, 100, 200, 300}) {
    for (const std::int64_t d_model : {32, 64, 128, 256}) {
      for (std::int64_t heads = d_model / 8; heads >= 1 && d_model / heads <= 64; heads /= 2) {
        for (const Presence presence : {Presence::All, Presence::Random, Presence::OnlySelf}) {
          const NetworkCase given = random_case(sizes_of(d_model, heads, tokens), 2, presence);
          expect_within_bfloat16(given, answers(given));
        }
      }
    }
  }
}

TEST_F(LayeredNetwork, OfThousandsOfTokensIsNearForward) {
  const NetworkCase given = random_case(sizes_of(64, 1, 3001), 2, Presence::Random);
  expect_within_bfloat16(given, answers(given));
}

TEST_F(LayeredNetwork, OfManyFeaturesAndAnswersIsNearForward) {
  const PolicySizes sizes{
      64, 4, 1, 96, {{"self", 1000, 1}, {"wall", 1, 3}, {"other", 130, 80}}, {300, 1, 2}};
  const NetworkCase given = random_case(sizes, 9, Presence::Random);
  expect_within_bfloat16(given, answers(given));
}

TEST_F(LayeredNetwork, OfFewTokensIsNearFusedOnes) {
  for (const PolicySizes& sizes : network_shapes()) {
    for (const Presence presence : {Presence::All, Presence::Random, Presence::OnlySelf}) {
      const NetworkCase given = random_case(sizes, 200, presence);
      const auto fused = policy::make_warp_network(given.network);
      expect_within_bfloat16(given.network.architecture, answers(given), answers_by(*fused, given));
    }
  }
}

TEST_F(LayeredNetwork, OfMoreAgentsThanAChunkIsTheSame) {
  for (const PolicySizes& sizes : {small_heads(), large_heads()}) {
    const NetworkCase given = random_case(sizes, 70, Presence::Random);
    const std::vector<float> at_once = answers(given);
    expect_within_bfloat16(given, at_once);
    for (const std::int64_t chunk_rows : {1, 999, 3000})
      EXPECT_EQ(answers_by(*make_layered_network(given.network, chunk_rows), given), at_once);
  }
}

TEST_F(LayeredNetwork, OfMoreAgentsThanTheUsualChunkIsNearForward) {
  const PolicySizes sizes{32, 1, 1, 32, {{"self", 3, 1}, {"other", 2, 99}}, {2}};
  const NetworkCase given = random_case(sizes, 700, Presence::Random);
  ASSERT_GT(given.agents * 100, policy::layered_chunk_rows);
  expect_within_bfloat16(given, answers(given));
}

TEST_F(LayeredNetwork, TakesAMaskWhoseRowsLieApart) {
  const NetworkCase given = random_case(small_heads(), 20, Presence::Random);
  const auto network = make_layered_network(given.network, 1000);
  EXPECT_EQ(ObservedCase(given, 7).answers(*network), answers_by(*network, given));
}

TEST_F(LayeredNetwork, IsWhatMoreThan64TokensAreGiven) {
  const NetworkCase given = random_case(sizes_of(64, 4, 65), 33, Presence::Random);
  EXPECT_EQ(answers_by(*policy::make_bfloat16_network(given.network), given), answers(given));
}

TEST_F(LayeredNetwork, GivesTheSameAgain) {
  for (const PolicySizes& sizes : {small_heads(), large_heads()}) {
    const NetworkCase given = random_case(sizes, 1'000, Presence::Random);
    EXPECT_EQ(answers(given), answers(given));
  }
}

TEST_F(LayeredNetwork, KeepsAnAgentWithoutNumbersFromTheOthers) {
  for (const PolicySizes& sizes : {small_heads(), large_heads()}) {
    const NetworkCase given = random_case(sizes, 60, Presence::Random);
    const auto network = make_layered_network(given.network, 2000);
    expect_harm_kept_apart(given, 4, 41,
                           [&](const NetworkCase& shown) { return answers_by(*network, shown); });
    // What was there before is not met again.
    expect_within_bfloat16(given, answers_by(*network, given));
  }
}

/// A captured launch does again what it did, on what lies there then.
TEST_F(LayeredNetwork, CanBeCapturedIntoAGraph) {
  using kernels::cuda_check;
  for (const PolicySizes& sizes : {small_heads(), large_heads()}) {
    const NetworkCase given = random_case(sizes, 50, Presence::Random);
    const auto network = make_layered_network(given.network, 2000);
    const ObservedCase observed(given);
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t program = nullptr;
    cuda_check(cudaStreamCreate(&stream), "creating a stream");
    cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capturing");
    network->launch(observed.observed(), observed.room_for_answers().data(), stream);
    cuda_check(cudaStreamEndCapture(stream, &graph), "capturing");
    cuda_check(cudaGraphInstantiate(&program, graph, 0), "making a graph");
    for (float& answer : observed.room_for_answers())
      answer = 0.0F;
    cuda_check(cudaGraphLaunch(program, stream), "launching a graph");
    cuda_check(cudaStreamSynchronize(stream), "running a graph");
    const auto room = observed.room_for_answers();
    const std::vector<float> replayed(room.begin(), room.end());
    EXPECT_EQ(replayed, answers_by(*network, given));
    cudaGraphExecDestroy(program);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
  }
}

}  // namespace
}  // namespace starling::tests
