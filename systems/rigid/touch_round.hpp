/// The contacts of spheres and capsules with each other: points or segments with a radius around
/// them, which touch where these are nearest.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rigid/face.hpp"
#include "systems/rigid/hull.hpp"
#include "systems/rigid/manifold.hpp"
#include "systems/rigid/segments.hpp"
#include "systems/rigid/tolerances.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems::detail {

/// The segment between the centres of a capsule's caps, from -z to +z, in the world's frame.
STARLING_FN constexpr Segment core_of(const Shape& capsule, const Pose& pose) {
  const kernels::Vec3 half_m = rotate(pose.rotation, {0.0F, 0.0F, capsule.half_m.z});
  return {pose.position_m - half_m, 2.0F * half_m};
}

/// Which part of a capsule's core a share of it is.
STARLING_FN constexpr std::uint32_t core_feature(float share) {
  if (share <= 0.0F) return vertex_feature(0);
  return share >= 1.0F ? vertex_feature(1) : edge_feature(0, 1);
}

/// A point with a radius around it.
struct Ball {
  kernels::Vec3 centre_m;
  float radius_m;
};

/// Adds the point where two balls face each other along the normal of the manifold, if in reach.
STARLING_FN void add_balls(Manifold& manifold, const Ball& a, const Ball& b, float reach_m,
                           std::uint32_t feature) {
  const kernels::Vec3 between = b.centre_m - a.centre_m;
  const float separation_m = dot(manifold.normal, between) - (a.radius_m + b.radius_m);
  if (!(separation_m <= reach_m)) return;
  // from a's surface half the way to b's; both are known as well
  const float from_a_m = a.radius_m + 0.5F * separation_m;
  const kernels::Vec3 middle = a.centre_m + manifold.normal * from_a_m;
  ContactPoint& point = manifold.points == 0 ? manifold.point[0] : manifold.point[1];
  point = {middle, separation_m, feature};
  ++manifold.points;
}

/// The direction between two points, or another where they are one.
STARLING_FN kernels::Vec3 direction_or(kernels::Vec3 between, kernels::Vec3 otherwise) {
  const bool is_apart = !(length_squared(between) <= least_distance_m * least_distance_m);
  return is_apart ? normalize(between) : otherwise;
}

STARLING_FN Manifold touch_balls(const Ball& a, const Ball& b, kernels::Vec3 otherwise,
                                 float reach_m, std::uint32_t feature) {
  Manifold manifold{direction_or(b.centre_m - a.centre_m, otherwise), 0, {}};
  add_balls(manifold, a, b, reach_m, feature);
  return manifold;
}

/// With equal centres the normal is the z axis.
STARLING_FN Manifold touch_spheres(const Shape& a, const Pose& pose_a, const Shape& b,
                                   const Pose& pose_b, float reach_m) {
  return touch_balls({pose_a.position_m, a.half_m.x}, {pose_b.position_m, b.half_m.x},
                     {0.0F, 0.0F, 1.0F}, reach_m, feature_pair(whole_feature, whole_feature));
}

/// With the sphere's centre on the core the normal is any that is normal to the core.
STARLING_FN Manifold touch_sphere_capsule(const Shape& sphere, const Pose& sphere_pose,
                                          const Shape& capsule, const Pose& capsule_pose,
                                          float reach_m) {
  const Segment core = core_of(capsule, capsule_pose);
  const kernels::Vec3 nearest = at(core, nearest_share(core, sphere_pose.position_m));
  const kernels::Vec3 otherwise = rotate(capsule_pose.rotation, {1.0F, 0.0F, 0.0F});
  return touch_balls({sphere_pose.position_m, sphere.half_m.x}, {nearest, capsule.half_m.x},
                     otherwise, reach_m, feature_pair(whole_feature, whole_feature));
}

/// What two cores that cross are pushed apart along: what is normal to both, from a to b.
STARLING_FN kernels::Vec3 normal_to_both(const Segment& a, const Segment& b) {
  const kernels::Vec3 along = unit_or_z(a.along_m);
  const kernels::Vec3 both = cross(along, normalize(b.along_m));
  const kernels::Vec3 normal =
      length_squared(both) > parallel_sine_squared ? normalize(both) : any_normal_to(along);
  return dot(normal, at(b, 0.5F) - at(a, 0.5F)) < 0.0F ? -normal : normal;
}

/// Two points where they lie along each other, the ends of the part of a that does.
STARLING_FN Manifold touch_capsules(const Shape& a, const Pose& pose_a, const Shape& b,
                                    const Pose& pose_b, float reach_m) {
  const Segment core_a = core_of(a, pose_a);
  const Segment core_b = core_of(b, pose_b);
  const NearestShares nearest = nearest_shares(core_a, core_b);
  const kernels::Vec3 on_a = at(core_a, nearest.first);
  const kernels::Vec3 on_b = at(core_b, nearest.second);
  const kernels::Vec3 otherwise = normal_to_both(core_a, core_b);
  const NearestShares part = part_along(core_a, core_b);
  if (!(part.second > part.first)) {
    return touch_balls({on_a, a.half_m.x}, {on_b, b.half_m.x}, otherwise, reach_m,
                       feature_pair(core_feature(nearest.first), whole_feature));
  }
  Manifold manifold{direction_or(on_b - on_a, otherwise), 0, {}};
  STARLING_UNROLL
  for (std::uint32_t end = 0; end < 2; ++end) {
    const kernels::Vec3 here = at(core_a, end == 0U ? part.first : part.second);
    const kernels::Vec3 there = at(core_b, nearest_share(core_b, here));
    add_balls(manifold, {here, a.half_m.x}, {there, b.half_m.x}, reach_m,
              feature_pair(vertex_feature(end), whole_feature));
  }
  return manifold;
}

}  // namespace starling::systems::detail
