/// Where two segments come nearest to each other.
#pragma once

#include "kernels/vector.hpp"
#include "systems/rigid/tolerances.hpp"

namespace starling::systems::detail {

struct Segment {
  kernels::Vec3 start_m;
  kernels::Vec3 along_m;  ///< To the end; may be zero.
};

STARLING_FN constexpr kernels::Vec3 at(const Segment& segment, float share) {
  return segment.start_m + segment.along_m * share;
}

/// The share of the segment, in [0, 1], at which it is nearest to a point; 0 without length.
STARLING_FN constexpr float nearest_share(const Segment& segment, kernels::Vec3 point_m) {
  const float squared = length_squared(segment.along_m);
  const float along = dot(segment.along_m, point_m - segment.start_m);
  return squared > 0.0F ? kernels::clamp(along / squared, 0.0F, 1.0F) : 0.0F;
}

struct NearestShares {
  float first, second;
};

/// The shares of both at which they are nearest; of parallel ones, any such two. From the point of
/// the first that is nearest to the second's line, there, and back.
STARLING_FN constexpr NearestShares nearest_shares(const Segment& first, const Segment& second) {
  const kernels::Vec3 between = first.start_m - second.start_m;
  const float squared = length_squared(first.along_m);
  const float other_squared = length_squared(second.along_m);
  const float mixed = dot(first.along_m, second.along_m);
  const float to_first = dot(first.along_m, between);
  const float to_second = dot(second.along_m, between);
  const float divisor = squared * other_squared - mixed * mixed;
  const float crossing = mixed * to_second - to_first * other_squared;
  const bool is_crossing = divisor > parallel_sine_squared * (squared * other_squared);
  const float guess = is_crossing ? kernels::clamp(crossing / divisor, 0.0F, 1.0F) : 0.0F;
  const float share = nearest_share(second, at(first, guess));
  return {nearest_share(first, at(second, share)), share};
}

/// The part of a that lies along b, if they are about parallel; first > last where none does.
STARLING_FN constexpr NearestShares part_along(const Segment& a, const Segment& b) {
  const float squared = length_squared(a.along_m);
  const float product = squared * length_squared(b.along_m);
  const float sine_squared = length_squared(cross(a.along_m, b.along_m));
  if (!(product > 0.0F && sine_squared <= lying_sine_squared * product)) return {1.0F, 0.0F};
  const float start = dot(a.along_m, b.start_m - a.start_m) / squared;
  const float end = dot(a.along_m, at(b, 1.0F) - a.start_m) / squared;
  return {kernels::max(kernels::min(start, end), 0.0F),
          kernels::min(kernels::max(start, end), 1.0F)};
}

}  // namespace starling::systems::detail
