/// What a contact pushed in the step before, by the features that meet, from which the next one
/// starts.
#pragma once

#include <array>

#include "systems/rigid/contact.hpp"

namespace starling::systems {

/// Which parts of two bodies meet at a point: see feature_pair.
struct PointFeature {
  std::uint32_t bits = 0;
};

/// A component: one contact of the step before; rows are in the order of pairs.
struct ContactMemory {
  std::int32_t a = 0;
  std::int32_t b = 0;
  std::int32_t points = 0;
  std::array<PointFeature, contact_points> features{};
  std::array<PointImpulse, contact_points> impulses{};
  FrictionImpulses friction{};
};

/// The row of a pair among `count`, which are in the order of b, then of a; or -1.
template <class MemoryRows>
STARLING_FN std::int32_t find_pair(const MemoryRows& memory, std::int32_t count, BodyPair pair) {
  std::int32_t begin = 0;
  std::int32_t end = count;
  while (begin < end) {
    const std::int32_t middle = (begin + end) / 2;
    const ContactMemory found = memory[middle];
    if (found.b < pair.b || (found.b == pair.b && found.a < pair.a)) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  if (begin >= count) return -1;
  const ContactMemory found = memory[begin];
  return found.a == pair.a && found.b == pair.b ? begin : -1;
}

/// What a point pushed whose feature met before; 0 if it did not.
STARLING_FN PointImpulse remembered(const ContactMemory& memory, PointFeature feature) {
  PointImpulse impulse;
  STARLING_UNROLL
  for (std::size_t old = 0; old < contact_points; ++old) {
    const bool is_same =
        static_cast<std::int32_t>(old) < memory.points && memory.features[old].bits == feature.bits;
    if (is_same) impulse = memory.impulses[old];
  }
  return impulse;
}

}  // namespace starling::systems
