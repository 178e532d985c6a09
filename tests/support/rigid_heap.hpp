/// A heap of boxes, wedges, balls and capsules that fall on each other, some of them joined.
#pragma once

#include <cstring>

#include "tests/support/rigid_scene.hpp"

namespace starling::tests {

inline systems::Shape heap_shape(int body) {
  if (body % 4 == 1) return systems::sphere(0.4F);
  if (body % 4 == 2) return systems::wedge({0.4F, 0.5F, 0.3F});
  if (body % 4 == 3 && body > 4) return systems::capsule(0.25F, 0.3F);
  return systems::box({0.4F, 0.3F, 0.3F});
}

inline systems::Joint heap_joint(systems::JointKind kind, std::int32_t a, std::int32_t b) {
  systems::Joint joint;
  joint.kind = static_cast<std::int32_t>(kind);
  joint.a = a;
  joint.b = b;
  joint.anchor_a_m = {0.4F, 0, 0};
  joint.anchor_b_m = {-0.4F, 0, 0};
  joint.length_m = 1.5F;
  return joint;
}

inline RigidScene heap() {
  RigidScene scene;
  for (int body = 0; body < 12; ++body) {
    const kernels::Vec3 place{0.8F * static_cast<float>(body % 3),
                              0.8F * static_cast<float>(body / 3),
                              0.6F + 0.4F * static_cast<float>(body % 4)};
    scene.add({heap_shape(body),
               {place},
               {1.0F + static_cast<float>(body)},
               {0.5F, 0.4F, 0.3F},
               {{0, 0, -1}, {0.5F, 0, 1}}});
  }
  scene.add({systems::plane()});
  scene.join(heap_joint(systems::JointKind::Fixed, 0, 1));
  scene.join(heap_joint(systems::JointKind::Hinge, 4, 5));
  scene.join(heap_joint(systems::JointKind::Distance, 1, 8));
  return scene;
}

/// Whether all that a step hands to the next is the same to the bit.
inline bool are_alike(const RigidWorld& left, const RigidWorld& right) {
  const auto alike = [](const auto& a, const auto& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
  };
  return left.contacts == right.contacts && alike(left.pose, right.pose) &&
         alike(left.motion, right.motion) && alike(left.memory, right.memory) &&
         alike(left.joint_impulses, right.joint_impulses);
}

}  // namespace starling::tests
