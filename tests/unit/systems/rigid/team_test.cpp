/// A world's step does not depend on how many threads share it.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/rigid_scene.hpp"
#include "tests/support/warp_of_threads.hpp"

namespace starling::tests {
namespace {

/// Boxes and balls in a heap, two of them joined.
RigidScene heap() {
  RigidScene scene;
  for (int body = 0; body < 9; ++body) {
    const kernels::Vec3 place{0.7F * static_cast<float>(body % 3),
                              0.7F * static_cast<float>(body / 3),
                              0.6F + 0.4F * static_cast<float>(body % 4)};
    const systems::Shape shape =
        body % 3 == 2 ? systems::sphere(0.4F) : systems::box({0.4F, 0.3F, 0.3F});
    scene.add({shape, {place}, {1.0F + static_cast<float>(body)}, {0.5F, 0.4F, 0.3F}});
  }
  scene.add({systems::plane()});
  systems::Joint joint;
  joint.kind = static_cast<std::int32_t>(systems::JointKind::Distance);
  joint.b = 8;
  joint.length_m = 2.0F;
  scene.join(joint);
  return scene;
}

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
  EXPECT_EQ(alone.world().contacts, shared.world().contacts);
  const auto equal = [](const auto& left, const auto& right) {
    return std::memcmp(&left, &right, sizeof left) == 0;
  };
  EXPECT_TRUE(equal(alone.world().pose, shared.world().pose));
  EXPECT_TRUE(equal(alone.world().motion, shared.world().motion));
  EXPECT_TRUE(equal(alone.world().memory, shared.world().memory));
}

}  // namespace
}  // namespace starling::tests
