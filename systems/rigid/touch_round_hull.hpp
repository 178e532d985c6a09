/// The contacts of hulls with spheres and capsules: their core is outside the hull, where the
/// nearest points are what touches, or within, where the least overlap does. The hull is a.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rigid/clip.hpp"
#include "systems/rigid/manifold.hpp"
#include "systems/rigid/segment_hull.hpp"
#include "systems/rigid/touch_round.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems::detail {

/// How far a point is from a hull's surface, negative within, and the way out.
struct SurfaceDistance {
  float distance_m;
  kernels::Vec3 normal;
};

template <class Hull>
STARLING_FN SurfaceDistance surface_distance(Hull hull, kernels::Vec3 half_m,
                                             kernels::Vec3 point_m) {
  const Segment point{point_m, {0.0F, 0.0F, 0.0F}};
  const FaceSeparation face = best_face(hull, half_m, point);
  if (!(face.separation_m > least_distance_m))
    return {face.separation_m, Hull::normal(half_m, face.face)};
  const kernels::Vec3 away = point_m - nearest_pair(hull, half_m, point).on_hull_m;
  return {length(away), normalize(away)};
}
STARLING_FN SurfaceDistance surface_distance(BoxHull, kernels::Vec3 half_m, kernels::Vec3 point_m) {
  const kernels::Vec3 away = point_m - clamp(point_m, -half_m, half_m);
  if (!(length_squared(away) <= least_distance_m * least_distance_m))
    return {length(away), normalize(away)};
  const FaceSeparation face = best_of_three(magnitudes(point_m) - half_m, point_m);
  return {face.separation_m, BoxHull::normal(half_m, face.face)};
}

template <class Hull>
STARLING_FN Manifold touch_hull_sphere(Hull hull, const Shape& shape, const Pose& pose,
                                       const Shape& sphere, const Pose& sphere_pose,
                                       float reach_m) {
  const kernels::Vec3 centre = to_body(pose, sphere_pose.position_m);
  const SurfaceDistance surface = surface_distance(hull, shape.half_m, centre);
  const kernels::Vec3 normal = rotate(pose.rotation, surface.normal);
  const kernels::Vec3 on_hull = sphere_pose.position_m - normal * surface.distance_m;
  Manifold manifold{normal, 0, {}};
  const float separation_m = surface.distance_m - sphere.half_m.x;
  if (!(separation_m <= reach_m)) return manifold;
  manifold.points = 1;
  manifold.point[0] = {on_hull + normal * (0.5F * separation_m), separation_m,
                       feature_pair(whole_feature, whole_feature)};
  return manifold;
}

/// A capsule's core in the frame of a hull that it touches.
struct PlacedCore {
  Segment core;
  float radius_m;
};

/// Adds the point where a share of the core lies above the hull, which is there at a height.
STARLING_FN void add_core_point(Manifold& manifold, const Pose& pose, const PlacedCore& capsule,
                                float share, kernels::Vec3 normal, float height_m, float reach_m,
                                std::uint32_t feature) {
  const float separation_m = height_m - capsule.radius_m;
  if (!(separation_m <= reach_m)) return;
  const kernels::Vec3 middle = at(capsule.core, share) - normal * (height_m - 0.5F * separation_m);
  ContactPoint& point = manifold.points == 0 ? manifold.point[0] : manifold.point[1];
  point = {to_world(pose, middle), separation_m, feature_pair(whole_feature, feature)};
  ++manifold.points;
}

/// The two points of a core that lies along a face, or the lower end of one that is not over it.
template <class Hull>
STARLING_FN Manifold touch_core_face(Hull hull, const Shape& shape, const Pose& pose,
                                     std::uint32_t face, const PlacedCore& capsule, bool is_needed,
                                     float reach_m) {
  const Face<Hull> clipping = face_of(hull, shape.half_m, face);
  const kernels::Vec2 start = on_face(clipping.frame, capsule.core.start_m);
  const kernels::Vec2 end = on_face(clipping.frame, at(capsule.core, 1.0F));
  float inside_m[4];
  float inside_end_m[4];
  STARLING_UNROLL
  for (int side = 0; side < 4; ++side) {
    inside_m[side] = clipping.inside_m(side, start) + side_margin_m;
    inside_end_m[side] = clipping.inside_m(side, end) + side_margin_m;
  }
  ClippedEdge part = clip_edge(inside_m, inside_end_m);
  const kernels::Vec3 normal = clipping.frame.normal;
  const float start_m = dot(normal, capsule.core.start_m - clipping.frame.origin_m);
  const float rise_m = dot(normal, capsule.core.along_m);
  Manifold manifold{rotate(pose.rotation, normal), 0, {}};
  if (!(part.first <= part.last)) {
    if (!is_needed) return manifold;
    part.first = rise_m < 0.0F ? 1.0F : 0.0F;
    part.last = part.first;
  }
  const float length_m = (part.last - part.first) * length(capsule.core.along_m);
  const bool is_long = length_m > least_spacing_m;
  add_core_point(manifold, pose, capsule, part.first, normal, start_m + rise_m * part.first,
                 reach_m, part.first < 1.0F ? vertex_feature(0) : vertex_feature(1));
  if (is_long) {
    add_core_point(manifold, pose, capsule, part.last, normal, start_m + rise_m * part.last,
                   reach_m, vertex_feature(1));
  }
  return manifold;
}

/// The one point of a core that crosses an edge.
template <class Hull>
STARLING_FN Manifold touch_core_edge(Hull hull, const Shape& shape, const Pose& pose,
                                     const EdgeSeparation& edge, const PlacedCore& capsule,
                                     float reach_m) {
  const Segment of_hull = segment_of(hull, shape.half_m, edge.edge);
  const NearestShares nearest = nearest_shares(of_hull, capsule.core);
  const float height_m =
      dot(edge.normal, at(capsule.core, nearest.second) - at(of_hull, nearest.first));
  Manifold manifold{rotate(pose.rotation, edge.normal), 0, {}};
  add_core_point(manifold, pose, capsule, nearest.second, edge.normal, height_m, reach_m,
                 core_feature(nearest.second));
  return manifold;
}

/// Whether a core lies along a face that it is straight above: both but for lying_sine_squared.
STARLING_FN constexpr bool is_lying(kernels::Vec3 away, kernels::Vec3 along,
                                    kernels::Vec3 face_normal) {
  const float over = dot(away, face_normal);
  const float rise = dot(along, face_normal);
  return over > 0.0F && over * over > (1.0F - lying_sine_squared) * length_squared(away) &&
         rise * rise <= lying_sine_squared * length_squared(along);
}

/// The contact of a core that is outside: two points where it lies along a face or an edge, and
/// else where it is nearest.
template <class Hull>
STARLING_FN Manifold touch_core_outside(Hull hull, const Shape& shape, const Pose& pose,
                                        const PlacedCore& capsule, float reach_m) {
  const Segment& core = capsule.core;
  const NearestPair nearest = nearest_pair(hull, shape.half_m, core);
  const kernels::Vec3 away = at(core, nearest.share) - nearest.on_hull_m;
  const kernels::Vec3 normal = normalize(away);
  const std::uint32_t face = face_towards(hull, shape.half_m, normal);
  if (is_lying(away, core.along_m, Hull::normal(shape.half_m, face))) {
    const Manifold lying = touch_core_face(hull, shape, pose, face, capsule, false, reach_m);
    if (lying.points > 0) return lying;
  }
  Manifold manifold{rotate(pose.rotation, normal), 0, {}};
  const bool is_edge = nearest.edge < Hull::edges;
  const Segment edge = segment_of(hull, shape.half_m, Hull::edge(is_edge ? nearest.edge : 0U));
  const NearestShares part = part_along(core, edge);
  if (!is_edge || !(part.first < part.second)) {
    add_core_point(manifold, pose, capsule, nearest.share, normal, length(away), reach_m,
                   core_feature(nearest.share));
    return manifold;
  }
  STARLING_UNROLL
  for (std::uint32_t end = 0; end < 2; ++end) {
    const float share = end == 0U ? part.first : part.second;
    const kernels::Vec3 above = at(core, share);
    const kernels::Vec3 on_edge = at(edge, nearest_share(edge, above));
    add_core_point(manifold, pose, capsule, share, normal, dot(normal, above - on_edge), reach_m,
                   vertex_feature(end));
  }
  return manifold;
}

template <class Hull>
STARLING_FN Manifold touch_hull_capsule(Hull hull, const Shape& shape, const Pose& pose,
                                        const Shape& capsule_shape, const Pose& capsule_pose,
                                        float reach_m) {
  const Segment in_world = core_of(capsule_shape, capsule_pose);
  const PlacedCore capsule{
      {to_body(pose, in_world.start_m), rotate(conjugate(pose.rotation), in_world.along_m)},
      capsule_shape.half_m.x};
  const FaceSeparation face = best_face(hull, shape.half_m, capsule.core);
  const EdgeSeparation edge = best_edge(hull, shape.half_m, capsule.core);
  const float apart_m = kernels::max(face.separation_m, edge.separation_m);
  if (!(apart_m - capsule.radius_m <= reach_m)) return {};
  if (apart_m > least_distance_m) return touch_core_outside(hull, shape, pose, capsule, reach_m);
  if (edge.separation_m > face.separation_m + preference_m(face.separation_m))
    return touch_core_edge(hull, shape, pose, edge, capsule, reach_m);
  return touch_core_face(hull, shape, pose, face.face, capsule, true, reach_m);
}

}  // namespace starling::systems::detail
