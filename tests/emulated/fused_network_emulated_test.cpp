/// The fused network's own source, a block of fibers at a time, against `forward` in float32 and
/// PyTorch in float64.
#include <gtest/gtest.h>

#include <vector>

#include "systems/policy/fused/block.hpp"
#include "systems/policy/fused/pack.hpp"
#include "tests/emulated/block_of_fibers.hpp"
#include "tests/emulated/tensor_core_of_fibers.hpp"
#include "tests/support/answer_errors.hpp"
#include "tests/support/network_case.hpp"

namespace starling::tests {
namespace {

using kernels::WarpgroupProducts;
using kernels::WarpProducts;
using policy::FusedShape;

struct Launch {
  std::uint32_t blocks = 2;
  std::uint32_t order = 0;
  std::int64_t most_slots = 6;  ///< Of slabs, that shared memory has room for.
};

template <class Shape>
std::vector<float> run_blocks(const NetworkCase& given, const Launch& launch = {}) {
  const policy::PackedNetwork packed = policy::pack<typename Shape::Products>(given.network);
  policy::FusedArguments arguments = packed.arguments;
  arguments.observed = given.observed();
  arguments.slabs = packed.slabs.data();
  arguments.embed = packed.embed.data();
  arguments.heads = packed.heads.data();
  arguments.biases = packed.biases.data();
  arguments.output_biases = packed.output_biases.data();
  arguments.slots = static_cast<std::int32_t>(
      policy::Slabs<Shape>::slots(arguments.total_slabs, launch.most_slots));
  std::vector<float> answers(static_cast<std::size_t>(given.agents * given.outputs()));
  arguments.answers = answers.data();
  for (std::uint32_t index = 0; index < launch.blocks; ++index) {
    EmulatedSharedMemory shared(
        static_cast<std::size_t>(Shape::slabs_at + arguments.slots * Shape::slab_bytes));
    BlockOfFibers block(Shape::threads, launch.order);
    block.run([&] {
      policy::FusedBlock<Shape> own(arguments, shared.data());
      own.prepare();
      own.run(given.agents * index / launch.blocks, given.agents * (index + 1) / launch.blocks);
    });
  }
  return answers;
}

template <class Shape>
void expect_near(const NetworkCase& given, const Launch& launch = {}) {
  expect_within_bfloat16(given, run_blocks<Shape>(given, launch));
}

/// One shape of those that every product is tested in.
template <int d_model, int width, int warps, bool resident = false>
void expect_near_by_all(const NetworkCase& given) {
  expect_near<FusedShape<WarpProducts, d_model, width, warps>>(given);
  expect_near<FusedShape<WarpgroupProducts, d_model, width, warps, resident>>(given);
}

TEST(EmulatedFusedNetwork, OfTheGoldenFilesIsPyTorchs) {
  const NetworkCase small = golden_case("policy_small");
  const std::vector<float> answers =
      run_blocks<FusedShape<WarpgroupProducts, 32, 16, 4, true>>(small);
  expect_within_bfloat16_of_golden("policy_small", answers);
  expect_near<FusedShape<WarpProducts, 32, 16, 8>>(small);
  const NetworkCase large = golden_case("policy_hide_and_seek");
  expect_within_bfloat16_of_golden(
      "policy_hide_and_seek", run_blocks<FusedShape<WarpgroupProducts, 64, 16, 16, true>>(large));
  expect_within_bfloat16_of_golden("policy_hide_and_seek",
                                   run_blocks<FusedShape<WarpProducts, 64, 16, 8>>(large));
}

TEST(EmulatedFusedNetwork, OfEveryShapeIsNearForward) {
  const std::vector<PolicySizes> shapes = network_shapes();
  for (const Presence presence : {Presence::All, Presence::Random, Presence::OnlySelf}) {
    expect_near_by_all<32, 16, 8>(random_case(shapes[0], 300, presence));
    expect_near_by_all<32, 16, 4, true>(random_case(shapes[1], 37, presence));
    expect_near_by_all<64, 16, 8>(random_case(shapes[2], 37, presence));
    expect_near_by_all<64, 64, 4>(random_case(shapes[3], 9, presence));
    expect_near_by_all<128, 32, 4>(random_case(shapes[4], 3, presence));
    expect_near<FusedShape<WarpProducts, 256, 64, 8>>(random_case(shapes[5], 2, presence));
  }
}

TEST(EmulatedFusedNetwork, DoesNotDependOnTheOrderOfThreadsOrOnSlots) {
  const NetworkCase given = random_case(network_shapes()[2], 61, Presence::Random);
  using Warps = FusedShape<WarpProducts, 64, 16, 8>;
  using Ring = FusedShape<WarpgroupProducts, 64, 16, 8>;
  const std::vector<float> by_warps = run_blocks<Warps>(given);
  const std::vector<float> by_ring = run_blocks<Ring>(given);
  for (const Launch& launch : {Launch{2, 1, 4}, Launch{2, 2, 7}, Launch{2, 6, 40},
                               Launch{2, BlockOfFibers::warp_by_warp, 4}}) {
    EXPECT_EQ(run_blocks<Warps>(given, launch), by_warps);
    EXPECT_EQ(run_blocks<Ring>(given, launch), by_ring);
  }
}

template <class Shape>
void expect_harm_kept_apart_in() {
  expect_harm_kept_apart(random_case(network_shapes()[1], 50, Presence::Random), 4, 5,
                         [](const NetworkCase& given) { return run_blocks<Shape>(given); });
}

TEST(EmulatedFusedNetwork, KeepsAnAgentWithoutNumbersFromTheOthers) {
  expect_harm_kept_apart_in<FusedShape<WarpProducts, 32, 16, 4>>();
  expect_harm_kept_apart_in<FusedShape<WarpgroupProducts, 32, 16, 4>>();
}

}  // namespace
}  // namespace starling::tests
