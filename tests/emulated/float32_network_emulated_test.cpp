/// The float32 network's own source, a block of fibers at a time, against `forward`, bit for bit.
#include <gtest/gtest.h>

#include <vector>

#include "systems/policy/float32/block.hpp"
#include "tests/emulated/block_of_fibers.hpp"
#include "tests/support/network_case.hpp"

namespace starling::tests {
namespace {

using policy::Float32Block;

struct Launch {
  std::uint32_t blocks = 2;
  std::uint32_t order = 0;
  bool in_shared_memory = true;
};

std::vector<float> run_blocks(const NetworkCase& given, const Launch& launch = {}) {
  policy::Float32Weights weights = policy::pack_weights(given.network);
  weights.network.numbers = weights.numbers.data();
  policy::Float32Arguments arguments;
  arguments.network = weights.network;
  arguments.observed = given.observed();
  arguments.sizes = policy::float32_sizes(weights.network, arguments.observed.tokens);
  const auto floats =
      static_cast<std::size_t>(arguments.sizes.workspace(arguments.observed.tokens));
  std::vector<float> workspace(floats * launch.blocks);
  std::vector<float> answers(static_cast<std::size_t>(given.agents * given.outputs()));
  arguments.answers = answers.data();
  if (!launch.in_shared_memory) arguments.workspace = workspace.data();
  const std::int64_t shared_bytes =
      launch.in_shared_memory
          ? Float32Block::shared_bytes(arguments.sizes, arguments.observed.tokens)
          : static_cast<std::int64_t>(sizeof(Float32Block::Shared));
  for (std::uint32_t index = 0; index < launch.blocks; ++index) {
    std::vector<double> shared(static_cast<std::size_t>(shared_bytes) / sizeof(double) + 1);
    BlockOfFibers block(Float32Block::threads, launch.order);
    block.run([&] {
      Float32Block(arguments, index, launch.blocks, reinterpret_cast<std::byte*>(shared.data()))
          .run();
    });
  }
  return answers;
}

TEST(EmulatedFloat32Network, OfTheGoldenFilesIsForward) {
  for (const char* name : {"policy_small", "policy_hide_and_seek"}) {
    const NetworkCase golden = golden_case(name);
    golden.expect_answers(run_blocks(golden).data());
  }
}

TEST(EmulatedFloat32Network, OfEveryShapeIsForward) {
  for (const PolicySizes& sizes : network_shapes()) {
    const std::int64_t agents = sizes.d_model > 64 ? 3 : 37;
    for (const Presence presence : {Presence::All, Presence::Random, Presence::OnlySelf}) {
      if (sizes.d_model == 256 && presence == Presence::All) continue;  // takes long
      const NetworkCase given = random_case(sizes, agents, presence);
      given.expect_answers(run_blocks(given).data());
    }
  }
}

TEST(EmulatedFloat32Network, DoesNotDependOnBlocksMemoryOrTheOrderOfThreads) {
  const NetworkCase given = random_case(network_shapes()[2], 21, Presence::Random);
  for (const Launch& launch : {Launch{1, 0, true}, Launch{5, 0, true}, Launch{40, 0, true},
                               Launch{3, 1, true}, Launch{3, 6, true}, Launch{3, 2, false}})
    given.expect_answers(run_blocks(given, launch).data());
}

TEST(EmulatedFloat32Network, KeepsAnAgentWithoutNumbersFromTheOthers) {
  expect_harm_kept_apart(random_case(network_shapes()[1], 20, Presence::Random), 4, 5,
                         [](const NetworkCase& given) { return run_blocks(given); });
}

}  // namespace
}  // namespace starling::tests
