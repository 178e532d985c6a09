/// The layered network's own kernels, by blocks of fibers, against `forward` in float32 and PyTorch
/// in float64.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "kernels/attention_block.hpp"
#include "systems/policy/layered/run.hpp"
#include "tests/emulated/block_of_fibers.hpp"
#include "tests/emulated/layer_norm_of_fibers.hpp"
#include "tests/emulated/matmul_of_fibers.hpp"
#include "tests/emulated/tensor_core_of_fibers.hpp"
#include "tests/support/answer_errors.hpp"
#include "tests/support/network_case.hpp"

namespace starling::tests {
namespace {

/// As policy::LaunchedKernels, one block after the other.
class EmulatedKernels {
 public:
  explicit EmulatedKernels(std::uint32_t order) : order_(order) {}

  void observe(const policy::FeaturesArguments& arguments) const {
    for (std::int64_t index = 0; index < arguments.threads(); ++index)
      policy::write_features(arguments, index);
  }
  void multiply(const kernels::MatmulArguments& arguments) const {
    if (arguments.columns <= kernels::NarrowMatmulTile::columns) {
      run_matmul_of_fibers<kernels::NarrowMatmulTile>(arguments, order_);
    } else {
      run_matmul_of_fibers<kernels::WideMatmulTile>(arguments, order_);
    }
  }
  void normalize(const kernels::LayerNormRowsArguments& arguments) const {
    run_layer_norm_of_fibers(arguments, order_);
  }
  void attend(const kernels::AttentionArguments& arguments) const {
    kernels::check_attention(arguments);
    if (arguments.head_dim == 32) return attend_in<kernels::TunedAttentionTile<32>>(arguments);
    attend_in<kernels::TunedAttentionTile<64>>(arguments);
  }
  void answer(const policy::AnswersArguments& arguments, std::int64_t d_model) const {
    if (d_model == 32) return answer_of<32>(arguments);
    if (d_model == 64) return answer_of<64>(arguments);
    if (d_model == 128) return answer_of<128>(arguments);
    answer_of<256>(arguments);
  }

 private:
  template <class Tile>
  void attend_in(const kernels::AttentionArguments& arguments) const {
    if (arguments.key_mask != nullptr) return attend_blocks<Tile, true>(arguments);
    attend_blocks<Tile, false>(arguments);
  }
  template <class Tile, bool masked>
  void attend_blocks(const kernels::AttentionArguments& arguments) const {
    BlockOfFibers block(Tile::threads, order_);
    const std::int64_t blocks =
        kernels::attention_blocks_of_queries(arguments) * arguments.batch * arguments.heads;
    for (std::uint32_t index = 0; index < blocks; ++index) {
      EmulatedSharedMemory shared(Tile::shared_bytes);
      block.run(
          [&] { kernels::AttentionBlock<Tile, masked>(arguments, index, shared.data()).run(); });
    }
  }
  template <int d_model>
  void answer_of(const policy::AnswersArguments& arguments) const {
    using Block = policy::AnswersBlock<d_model>;
    BlockOfFibers block(Block::threads, order_);
    for (std::int64_t agent = 0; agent < arguments.agents; ++agent) {
      EmulatedSharedMemory shared(sizeof(typename Block::Shared));
      block.run([&] { Block(arguments, agent, shared.data()).run(); });
    }
  }

  std::uint32_t order_;
};

/// In chunks of agents, whose memory holds NaN before the first.
std::vector<float> answers_of(const NetworkCase& given, const policy::ObservedTokens& observed,
                              std::int64_t chunk_agents, std::uint32_t order = 0) {
  const policy::LayeredWeights weights = policy::pack_layered(given.network);
  const policy::LayeredShape& shape = weights.shape;
  const auto rows = static_cast<std::size_t>(chunk_agents * shape.tokens);
  const auto d_model = static_cast<std::size_t>(shape.d_model);
  std::vector<float> tokens(rows * d_model, std::numeric_limits<float>::quiet_NaN());
  std::vector<kernels::Bfloat16> normal(rows * d_model, {0x7fc0});
  std::vector<kernels::Bfloat16> wide(rows * static_cast<std::size_t>(shape.wide_columns()),
                                      {0x7fc0});
  std::vector<std::uint8_t> mask(rows, 0xff);
  std::vector<float> answers(static_cast<std::size_t>(given.agents * given.outputs()));
  for (std::int64_t first = 0; first < given.agents; first += chunk_agents) {
    const policy::ObservedTokens part =
        policy::part_of(observed, first, std::min(chunk_agents, given.agents - first));
    const policy::LayeredRun run(shape, {weights.panels.data(), weights.numbers.data()},
                                 {tokens.data(), normal.data(), wide.data(), mask.data()}, part,
                                 EmulatedKernels(order));
    run(answers.data() + first * shape.outputs);
  }
  return answers;
}
std::vector<float> answers_of(const NetworkCase& given, std::int64_t chunk_agents,
                              std::uint32_t order = 0) {
  return answers_of(given, given.observed(), chunk_agents, order);
}

std::vector<PolicySizes> sizes_of_many_tokens() {
  return {
      {32, 4, 2, 32, {{"self", 3, 1}, {"other", 2, 69}}, {5, 2}},
      {64, 1, 1, 96, {{"self", 7, 1}, {"other", 5, 130}, {"wall", 1, 9}}, {3}},
      {128, 4, 1, 160, {{"self", 3, 1}, {"other", 21, 64}}, {17}},
      {256, 32, 1, 512, {{"self", 3, 1}, {"other", 2, 64}}, {4, 3}},
  };
}

TEST(EmulatedLayeredNetwork, OfTheGoldenFilesIsPyTorchs) {
  for (const char* name : {"policy_small", "policy_hide_and_seek"})
    expect_within_bfloat16_of_golden(name, answers_of(golden_case(name), 7));
}

TEST(EmulatedLayeredNetwork, OfManyTokensIsNearForward) {
  for (const Presence presence : {Presence::All, Presence::Random, Presence::OnlySelf}) {
    for (const PolicySizes& sizes : sizes_of_many_tokens()) {
      const NetworkCase given = random_case(sizes, 3, presence);
      expect_within_bfloat16(given, answers_of(given, 2));
    }
  }
}

TEST(EmulatedLayeredNetwork, DoesNotDependOnChunksOrOnTheOrderOfThreads) {
  const NetworkCase given = random_case(sizes_of_many_tokens()[0], 5, Presence::Random);
  const std::vector<float> answers = answers_of(given, 5);
  EXPECT_EQ(answers_of(given, 2), answers);
  EXPECT_EQ(answers_of(given, 1, 1), answers);
  EXPECT_EQ(answers_of(given, 5, BlockOfFibers::warp_by_warp), answers);
}

TEST(EmulatedLayeredNetwork, TakesAMaskWhoseRowsLieApart) {
  const NetworkCase given = random_case(sizes_of_many_tokens()[0], 3, Presence::Random);
  const std::vector<std::uint8_t> apart = given.mask_apart(5);
  policy::ObservedTokens observed = given.observed();
  observed.mask = apart.data();
  observed.mask_stride += 5;
  EXPECT_EQ(answers_of(given, observed, 2), answers_of(given, 2));
}

TEST(EmulatedLayeredNetwork, KeepsAnAgentWithoutNumbersFromTheOthers) {
  expect_harm_kept_apart(random_case(sizes_of_many_tokens()[0], 5, Presence::Random), 1, 3,
                         [](const NetworkCase& given) { return answers_of(given, 3); });
}

}  // namespace
}  // namespace starling::tests
