/// Where one body is as another sees it, as a matrix: what many points are turned by.
#pragma once

#include "kernels/quaternion.hpp"
#include "kernels/vector.hpp"
#include "systems/shapes/pose.hpp"

namespace starling::systems::detail {

/// The other body's axes and its origin, in the frame of the own one.
struct Relative {
  kernels::Vec3 x, y, z;  ///< Of length 1.
  kernels::Vec3 position_m;
};

/// A vector of the other's frame in the own one.
STARLING_FN constexpr kernels::Vec3 turn(const Relative& other, kernels::Vec3 v) {
  return other.x * v.x + other.y * v.y + other.z * v.z;
}

/// A vector of the own frame in the other's.
STARLING_FN constexpr kernels::Vec3 turn_back(const Relative& other, kernels::Vec3 v) {
  return {dot(other.x, v), dot(other.y, v), dot(other.z, v)};
}

/// A point of the other's frame in the own one.
STARLING_FN constexpr kernels::Vec3 place(const Relative& other, kernels::Vec3 point_m) {
  return other.position_m + turn(other, point_m);
}

STARLING_FN constexpr Relative relative(const Pose& own, const Pose& other) {
  const kernels::Quat q = conjugate(own.rotation) * other.rotation;
  const kernels::Vec3 twice{2.0F * q.x, 2.0F * q.y, 2.0F * q.z};
  const kernels::Vec3 square{twice.x * q.x, twice.y * q.y, twice.z * q.z};
  const kernels::Vec3 mixed{twice.y * q.z, twice.z * q.x, twice.x * q.y};
  const kernels::Vec3 turned = twice * q.w;
  return {{1.0F - (square.y + square.z), mixed.z + turned.z, mixed.y - turned.y},
          {mixed.z - turned.z, 1.0F - (square.z + square.x), mixed.x + turned.x},
          {mixed.y + turned.y, mixed.x - turned.x, 1.0F - (square.x + square.y)},
          to_body(own, other.position_m)};
}

/// Where the own body is as the other sees it.
STARLING_FN constexpr Relative inverse(const Relative& other) {
  return {{other.x.x, other.y.x, other.z.x},
          {other.x.y, other.y.y, other.z.y},
          {other.x.z, other.y.z, other.z.z},
          -turn_back(other, other.position_m)};
}

}  // namespace starling::systems::detail
