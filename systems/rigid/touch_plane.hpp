/// The contact of a body with a plane: its lowest vertices, each with the body's radius around it.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rigid/four_points.hpp"
#include "systems/rigid/hull.hpp"
#include "systems/rigid/manifold.hpp"
#include "systems/rigid/relative.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems::detail {

/// What spheres and capsules have around them, as hulls without faces.
struct SphereCore {
  static constexpr std::uint32_t vertices = 1;
  STARLING_FN static constexpr kernels::Vec3 vertex(kernels::Vec3 /*half_m*/, std::uint32_t) {
    return {0.0F, 0.0F, 0.0F};
  }
};
struct CapsuleCore {
  static constexpr std::uint32_t vertices = 2;
  STARLING_FN static constexpr kernels::Vec3 vertex(kernels::Vec3 half_m, std::uint32_t i) {
    return {0.0F, 0.0F, i == 0U ? -half_m.z : half_m.z};
  }
};

/// The normal is from the body to the plane: into the plane.
template <class Hull>
STARLING_FN Manifold touch_plane(Hull, const Shape& shape, const Pose& pose, const Pose& plane_pose,
                                 float radius_m, float reach_m) {
  const Relative placed = relative(plane_pose, pose);
  Candidates<static_cast<int>(Hull::vertices)> candidates;
  STARLING_UNROLL
  for (std::uint32_t i = 0; i < Hull::vertices; ++i) {
    const kernels::Vec3 vertex = place(placed, Hull::vertex(shape.half_m, i));
    const float separation_m = vertex.z - radius_m;
    candidates.on_face_m[i] = {vertex.x, vertex.y};
    candidates.separation_m[i] = separation_m <= reach_m ? separation_m : kernels::infinity;
  }
  const FourPoints kept = four_of(candidates);
  Manifold manifold{rotate(plane_pose.rotation, {0.0F, 0.0F, -1.0F}), kept.points, {}};
  STARLING_UNROLL
  for (int i = 0; i < 4; ++i) {
    if (i >= kept.points) continue;
    const KeptPoint& point = kept.point[i];
    const kernels::Vec3 middle{point.on_face_m.x, point.on_face_m.y, 0.5F * point.separation_m};
    const auto vertex = static_cast<std::uint32_t>(point.candidate);
    manifold.point[i] = {to_world(plane_pose, middle), point.separation_m,
                         feature_pair(vertex_feature(vertex), face_feature(0))};
  }
  return manifold;
}

}  // namespace starling::systems::detail
