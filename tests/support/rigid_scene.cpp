#include "tests/support/rigid_scene.hpp"

#include <algorithm>

#include "kernels/crew.hpp"

namespace starling::tests {

systems::BodyStep RigidScene::step() {
  return tests::step(world_, kernels::SerialCrew{});
}

float RigidScene::deepest_m() const {
  float deepest = 0.0F;
  for (std::int32_t a = 0; a < world_.moving; ++a) {
    for (std::int32_t b = a + 1; b < world_.bodies; ++b) {
      const systems::Manifold manifold =
          systems::touch(world_.shape[a], world_.pose[a], world_.shape[b], world_.pose[b], 0.0F);
      for (std::int32_t point = 0; point < manifold.points; ++point)
        deepest = std::max(deepest, -manifold.point[point].separation_m);
    }
  }
  return deepest;
}

}  // namespace starling::tests
