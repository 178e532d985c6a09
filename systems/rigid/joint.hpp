/// A joint of two bodies.
#pragma once

#include <cstdint>

#include "kernels/quaternion.hpp"
#include "kernels/vector.hpp"
#include "systems/rigid/body.hpp"

namespace starling::systems {

enum class JointKind : std::int32_t {
  None,      ///< Holds nothing.
  Fixed,     ///< The anchors meet, and b is turned against a as it was.
  Hinge,     ///< The anchors meet, and b turns about an axis of a.
  Distance,  ///< The anchors stay a length apart.
};

/// Anchors and axes are in frames of the bodies' centres of mass and principal axes.
struct Joint {
  std::int32_t kind = 0;  ///< A JointKind.
  std::int32_t a = 0;     ///< A body that moves.
  std::int32_t b = 0;     ///< Another, or one of those that do not, whose numbers are higher.
  kernels::Vec3 anchor_a_m{};
  kernels::Vec3 anchor_b_m{};
  kernels::Vec3 axis_a{0.0F, 0.0F, 1.0F};      ///< Hinge: of length 1.
  kernels::Quat turn{1.0F, 0.0F, 0.0F, 0.0F};  ///< From b's frame to a's, when it was made.
  float length_m = 0.0F;
};

/// What a joint has pushed so far, and what that did to its bodies' motion in this substep.
struct JointImpulses {
  kernels::Vec3 push_ns{};
  kernels::Vec3 twist_nms{};
  Motion applied_a{};
  Motion applied_b{};
};

STARLING_FN constexpr JointKind kind_of(const Joint& joint) {
  return static_cast<JointKind>(joint.kind);
}

STARLING_FN constexpr bool is_active(const Joint& joint) {
  return kind_of(joint) != JointKind::None;
}

}  // namespace starling::systems
