/// A world's step does not depend on how many threads share it.
#include <gtest/gtest.h>

#include "tests/support/rigid_heap.hpp"
#include "tests/support/warp_of_threads.hpp"

namespace starling::tests {
namespace {

TEST(TeamOfBodies, AWarpComesToTheBitsOfOneThread) {
  RigidScene alone = heap();
  RigidScene shared = heap();
  for (int step = 0; step < 15; ++step)
    alone.step();
  run_as_warp([&] {
    for (int step = 0; step < 15; ++step)
      tests::step(shared.world(), WarpOfThreads{});
  });
  EXPECT_GT(alone.world().contacts, 10);
  EXPECT_TRUE(are_alike(alone.world(), shared.world()));
}

}  // namespace
}  // namespace starling::tests
