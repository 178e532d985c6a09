/// A ray, and what it hits.
///
/// The rules of all casts. Solids are closed: a ray that touches one hits it, also one that runs in
/// the plane of a face, as far as rounding tells, if the body is thicker than 0; and one that
/// starts inside or on the surface hits at 0, so that nobody looks through a wall by being pressed
/// into it. A body that must not stop its own rays is left out by its index. A hit at just the
/// range counts. What there is NaN in, of a body or of a ray, is missed, and stops no ray from
/// hitting other bodies; no distance is NaN.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/elementary.hpp"
#include "kernels/vector.hpp"

namespace starling::systems {

struct Ray {
  kernels::Vec3 origin_m{};
  kernels::Vec3 direction{};  ///< Of length 1.
  float range_m = 0.0F;       ///< May be infinite.
};

/// The distance that a cast at one body gives for a miss.
inline constexpr float no_hit = kernels::infinity;

inline constexpr std::int32_t no_body = -1;

/// A miss is {the range, no_body}.
struct RayHit {
  float distance_m = 0.0F;
  std::int32_t body = no_body;
};

/// The distance where the ray reaches it, no_hit for others and for NaN.
STARLING_FN constexpr float within_range(const Ray& ray, float distance_m) {
  return distance_m >= 0.0F && distance_m <= ray.range_m ? distance_m : no_hit;
}

/// The nearer hit, of two as near that of the lower index; any hit rather than a miss at the range.
/// The order is total (distances that are not negative order as their bits do), so neither the
/// order nor the grouping of many hits matters.
STARLING_FN constexpr RayHit nearer(const RayHit& a, const RayHit& b) {
  const auto a_bits = std::bit_cast<std::uint32_t>(a.distance_m);
  const auto b_bits = std::bit_cast<std::uint32_t>(b.distance_m);
  const bool is_lower = static_cast<std::uint32_t>(a.body) < static_cast<std::uint32_t>(b.body);
  return a_bits < b_bits || (a_bits == b_bits && is_lower) ? a : b;
}

}  // namespace starling::systems
