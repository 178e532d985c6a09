/// Where two bodies touch, or come near.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"

namespace starling::systems {

struct ContactPoint {
  kernels::Vec3 position_m{};  ///< World's frame, midway between the two surfaces.
  float separation_m = 0.0F;   ///< Along the normal; negative: overlap.
  std::uint32_t feature = 0;   ///< Which features of the bodies meet; the same while they do.
};

struct Manifold {
  kernels::Vec3 normal{};  ///< Of length 1, from the first body to the second, world's frame.
  std::int32_t points = 0;
  ContactPoint point[4]{};
};

}  // namespace starling::systems
