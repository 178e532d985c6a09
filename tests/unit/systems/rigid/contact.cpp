#include "tests/unit/systems/rigid/contact.hpp"

namespace starling::systems::testing {

Manifold contact_of(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    float reach_m) {
  return touch(a, pose_a, b, pose_b, reach_m);
}

}  // namespace starling::systems::testing
