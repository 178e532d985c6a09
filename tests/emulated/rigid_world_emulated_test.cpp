/// Worlds of rigid bodies that eight lanes of a warp share come to what one thread comes to, in
/// whatever order the lanes run.
#include <gtest/gtest.h>

#include "tests/emulated/block_of_fibers.hpp"
#include "tests/support/rigid_heap.hpp"

namespace starling::tests {
namespace {

TEST(EmulatedRigidWorld, OfEightLanesHasTheBitsOfOneThread) {
  using Team = kernels::LaneCrew<8>;
  constexpr int steps = 30;
  RigidScene alone = heap();
  for (int step = 0; step < steps; ++step)
    alone.step();
  EXPECT_GT(alone.world().contacts, 10);
  for (const std::uint32_t order : {0U, 1U, 6U, BlockOfFibers::warp_by_warp}) {
    std::vector<RigidWorld> shared(4, heap().world());
    BlockOfFibers block(32, order);
    // each world for a number of steps of its own, so that teams come apart
    block.run([&] {
      const std::uint32_t world = block.rank() / Team::size();
      for (int step = 0; step < steps - static_cast<int>(world); ++step)
        tests::step(shared[world], Team{});
      for (std::uint32_t step = 0; step < world; ++step)
        tests::step(shared[world], Team{});
    });
    for (const RigidWorld& world : shared)
      EXPECT_TRUE(are_alike(alone.world(), world)) << order;
  }
}

}  // namespace
}  // namespace starling::tests
