/// The components that make an entity with a shape and a pose a rigid body.
#pragma once

#include <cstdint>

#include "kernels/elementary.hpp"
#include "kernels/vector.hpp"

namespace starling::systems {

/// A component: of the centre of mass.
struct Motion {
  kernels::Vec3 velocity_mps{};
  kernels::Vec3 angular_radps{};  ///< In the world's frame.
};

/// Axes of the world that a body does not move along or turn about, as a sum.
enum class AxisLock : std::int32_t {
  MoveX = 1,
  MoveY = 2,
  MoveZ = 4,
  TurnX = 8,
  TurnY = 16,
  TurnZ = 32
};

STARLING_FN constexpr std::int32_t operator|(AxisLock a, AxisLock b) {
  return static_cast<std::int32_t>(a) | static_cast<std::int32_t>(b);
}

/// A component: what a body weighs; solid and of one density.
struct Mass {
  float mass_kg = 0.0F;    ///< 0: nothing moves it.
  std::int32_t locks = 0;  ///< AxisLocks.
};

/// A component: what acts on a body all through a step, beside gravity.
struct Load {
  kernels::Vec3 force_n{};    ///< At the centre of mass.
  kernels::Vec3 torque_nm{};  ///< In the world's frame.
};

/// A component: how long a body has been still. A body that has been still for a while sleeps: it
/// is not stepped until what is near it moves.
struct Rest {
  float still_s = 0.0F;  ///< 0 wakes it.
};

/// Of a body that sleeps until something comes near: where it was put to lie still.
STARLING_FN constexpr Rest asleep() {
  return {kernels::infinity};
}

/// A component: what a body's surface is like. Two that touch take the mean of each.
struct Surface {
  float static_friction = 0.5F;   ///< What holds is up to this share of what presses,
  float dynamic_friction = 0.5F;  ///< and what slides is slowed by this share.
  float restitution = 0.0F;       ///< Share of the speed that is kept in a bounce.
};

/// 1 for an axis that is free, 0 for a locked one; `x` is the lock of the first of three.
STARLING_FN constexpr kernels::Vec3 free_axes(std::int32_t locks, AxisLock x) {
  const auto first = static_cast<std::int32_t>(x);
  return {(locks & first) != 0 ? 0.0F : 1.0F, (locks & 2 * first) != 0 ? 0.0F : 1.0F,
          (locks & 4 * first) != 0 ? 0.0F : 1.0F};
}

}  // namespace starling::systems
