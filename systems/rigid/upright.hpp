/// The contact of two boxes that stand upright, turned about z only: most of what stands on a
/// floor.
#pragma once

#include "kernels/vector.hpp"
#include "systems/rigid/touch_hulls.hpp"
#include "systems/rigid/upright_sides.hpp"
#include "systems/shapes/pose.hpp"

namespace starling::systems {
namespace detail {

/// relative, where both are turned about z only.
STARLING_FN constexpr Relative upright_relative(const Pose& own, const Pose& other) {
  const kernels::Quat a = own.rotation;
  const kernels::Quat b = other.rotation;
  const float own_cosine = 1.0F - 2.0F * a.z * a.z;
  const float own_sine = 2.0F * a.z * a.w;
  const float w = a.w * b.w + a.z * b.z;
  const float z = a.w * b.z - a.z * b.w;
  const float cosine = 1.0F - 2.0F * z * z;
  const float sine = 2.0F * z * w;
  const kernels::Vec3 between = other.position_m - own.position_m;
  return {{cosine, sine, 0.0F},
          {-sine, cosine, 0.0F},
          {0.0F, 0.0F, 1.0F},
          {own_cosine * between.x + own_sine * between.y,
           own_cosine * between.y - own_sine * between.x, between.z}};
}

/// The separating axis: the sides of both rectangles, and the vertical. Pairs of edges add none, as
/// their normals are these again.
STARLING_FN SeparatingAxis upright_axis(kernels::Vec3 half_a_m, kernels::Vec3 half_b_m,
                                        const Relative& placed) {
  const float cosine = kernels::abs(placed.x.x);
  const float sine = kernels::abs(placed.x.y);
  const kernels::Vec3 distance_m = placed.position_m;
  const kernels::Vec3 from_b_m{placed.x.x * distance_m.x + placed.x.y * distance_m.y,
                               placed.y.x * distance_m.x + placed.y.y * distance_m.y, distance_m.z};
  const float above_m = kernels::abs(distance_m.z) - (half_a_m.z + half_b_m.z);
  const kernels::Vec3 of_a{
      kernels::abs(distance_m.x) - (half_a_m.x + (cosine * half_b_m.x + sine * half_b_m.y)),
      kernels::abs(distance_m.y) - (half_a_m.y + (sine * half_b_m.x + cosine * half_b_m.y)),
      above_m};
  const kernels::Vec3 of_b{
      kernels::abs(from_b_m.x) - (half_b_m.x + (cosine * half_a_m.x + sine * half_a_m.y)),
      kernels::abs(from_b_m.y) - (half_b_m.y + (sine * half_a_m.x + cosine * half_a_m.y)), above_m};
  return better_face(best_of_three(of_a, distance_m), best_of_three(of_b, -from_b_m));
}

}  // namespace detail

/// touch_boxes of two boxes that are turned about z only (a rotation's x and y are 0): the same
/// contact, by 5 axes instead of 15, and side by side without clipping.
STARLING_FN Manifold touch_upright_boxes(kernels::Vec3 half_a_m, const Pose& pose_a,
                                         kernels::Vec3 half_b_m, const Pose& pose_b,
                                         float reach_m) {
  const detail::Relative placed = detail::upright_relative(pose_a, pose_b);
  const detail::SeparatingAxis axis = detail::upright_axis(half_a_m, half_b_m, placed);
  if (!(axis.separation_m <= reach_m)) return {};
  const detail::PlacedHull a{half_a_m, pose_a};
  const detail::PlacedHull b{half_b_m, pose_b};
  const bool is_of_b = axis.kind == detail::AxisKind::FaceOfB;
  const detail::PlacedHull own = detail::chosen(is_of_b, b, a);
  const detail::PlacedHull other = detail::chosen(is_of_b, a, b);
  const detail::Relative seen = is_of_b ? inverse(placed) : placed;
  const std::uint32_t face = is_of_b ? axis.of_b : axis.of_a;
  const Manifold manifold = face < 4U ? detail::touch_upright_side(own, face, other, seen, reach_m)
                                      : detail::touch_face(detail::BoxHull{}, own, face,
                                                           detail::BoxHull{}, other, seen, reach_m);
  return is_of_b ? detail::flipped(manifold) : manifold;
}

}  // namespace starling::systems
