/// Where a body is and how it is turned.
#pragma once

#include "kernels/quaternion.hpp"
#include "kernels/vector.hpp"

namespace starling::systems {

/// A component.
struct Pose {
  kernels::Vec3 position_m{};
  kernels::Quat rotation{1.0F, 0.0F, 0.0F, 0.0F};  ///< Of length 1.
};

/// A point of the body in the world's frame.
STARLING_FN constexpr kernels::Vec3 to_world(const Pose& pose, kernels::Vec3 point_m) {
  return pose.position_m + rotate(pose.rotation, point_m);
}

/// A point of the world in the body's frame.
STARLING_FN constexpr kernels::Vec3 to_body(const Pose& pose, kernels::Vec3 point_m) {
  return rotate(conjugate(pose.rotation), point_m - pose.position_m);
}

}  // namespace starling::systems
