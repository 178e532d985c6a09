/// What a contact pushed in the step before, by the features that meet, from which the next one
/// starts.
#pragma once

#include "systems/rigid/contact.hpp"

namespace starling::systems {

/// Numbers of two bodies, the lower one first.
struct BodyPair {
  std::int32_t a = 0;
  std::int32_t b = 0;

  bool operator==(const BodyPair&) const = default;
};

/// The order in which pairs are found.
STARLING_FN constexpr bool before(const BodyPair& left, const BodyPair& right) {
  return left.b < right.b || (left.b == right.b && left.a < right.a);
}

/// The same in one word.
struct NearPair {
  std::int16_t a = 0;
  std::int16_t b = 0;
};

struct ContactFeatures {
  std::array<std::uint32_t, contact_points> feature{};
};

/// A component: one contact of the step before; rows are in the order of pairs.
struct ContactMemory {
  std::int32_t a = 0;
  std::int32_t b = 0;
  std::int32_t points = 0;
  ContactFeatures features{};
  ContactImpulses impulses{};
};

/// The row of a pair among `count` sorted ones, or -1.
template <class MemoryRows>
STARLING_FN std::int32_t find_pair(const MemoryRows& memory, std::int32_t count, BodyPair pair) {
  std::int32_t begin = 0;
  std::int32_t end = count;
  while (begin < end) {
    const std::int32_t middle = (begin + end) / 2;
    const ContactMemory found = memory[middle];
    const BodyPair at{found.a, found.b};
    if (before(at, pair)) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  if (begin >= count) return -1;
  const ContactMemory found = memory[begin];
  return found.a == pair.a && found.b == pair.b ? begin : -1;
}

/// The impulses of points whose features met before; friction goes on where any of them did.
STARLING_FN ContactImpulses remembered(const ContactMemory& memory, const Manifold& manifold) {
  ContactImpulses result;
  bool any = false;
  STARLING_UNROLL
  for (std::size_t point = 0; point < contact_points; ++point) {
    if (static_cast<std::int32_t>(point) >= manifold.points) continue;
    STARLING_UNROLL
    for (std::size_t old = 0; old < contact_points; ++old) {
      if (static_cast<std::int32_t>(old) >= memory.points) continue;
      if (memory.features.feature[old] != manifold.point[point].feature) continue;
      result.normal_ns[point] = memory.impulses.normal_ns[old];
      any = true;
    }
  }
  if (any) {
    result.pressed_ns = sum_of_normals(result);
    result.first_ns = memory.impulses.first_ns;
    result.second_ns = memory.impulses.second_ns;
    result.twist_nms = memory.impulses.twist_nms;
  }
  return result;
}

}  // namespace starling::systems
