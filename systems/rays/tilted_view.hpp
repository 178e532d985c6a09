/// Level rays at boxes and wedges turned any way: as level.hpp, with all planes that can matter.
///
/// An origin outside a box faces one, two or three of its planes. The opposite of the only one that
/// is faced is never left before that is entered, so four planes to leave are enough; a wedge has
/// no more. A ray costs 30 instructions a body on an H200 instead of 19, so that bodies which only
/// turn about z are better looked at upright.
#pragma once

#include <cstdint>

#include "kernels/elementary.hpp"
#include "kernels/quaternion.hpp"
#include "kernels/vector.hpp"
#include "systems/rays/level.hpp"
#include "systems/rays/ray.hpp"
#include "systems/rays/solid_casts.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems {

/// A body as level rays of one origin meet it: planes as m in level.hpp. A default one is of a body
/// that is nowhere, or left out.
struct TiltedView {
  kernels::Vec2 enter_a{}, enter_b{}, enter_c{};  ///< Some the same where fewer face the origin.
  kernels::Vec2 leave_a{}, leave_b{}, leave_c{}, leave_d{};  ///< 0 where there are fewer.
  float offset = -1.0F;                                      ///< As a LevelView's.
};

STARLING_FN constexpr bool is_in_sight(const TiltedView& view) {
  return view.offset >= 0.0F;
}

namespace detail {

STARLING_FN kernels::Vec2 level_part(kernels::Vec3 a) {
  return {a.x, a.y};
}

/// The axes of a body's frame, and the origin along them.
struct TiltedFrame {
  kernels::Vec3 x_axis{}, y_axis{}, z_axis{};
  kernels::Vec3 at_m{};
};

STARLING_FN TiltedFrame frame_of(const Pose& pose, kernels::Vec3 origin_m) {
  const kernels::Vec3 offset_m = origin_m - pose.position_m;
  TiltedFrame frame;
  frame.x_axis = rotate(pose.rotation, kernels::Vec3{1.0F, 0.0F, 0.0F});
  frame.y_axis = rotate(pose.rotation, kernels::Vec3{0.0F, 1.0F, 0.0F});
  frame.z_axis = rotate(pose.rotation, kernels::Vec3{0.0F, 0.0F, 1.0F});
  frame.at_m = {dot(frame.x_axis, offset_m), dot(frame.y_axis, offset_m),
                dot(frame.z_axis, offset_m)};
  return frame;
}

STARLING_FN TiltedView view_from_inside() {
  return {{}, {}, {}, {}, {}, {}, {}, kernels::infinity};
}

STARLING_FN TiltedView tilted_box_view(const TiltedFrame& frame, kernels::Vec3 half_m) {
  const PlanePair x = planes_across(level_part(frame.x_axis), frame.at_m.x, half_m.x);
  const PlanePair y = planes_across(level_part(frame.y_axis), frame.at_m.y, half_m.y);
  const PlanePair z = planes_across(level_part(frame.z_axis), frame.at_m.z, half_m.z);
  if (!x.is_faced && !y.is_faced && !z.is_faced) return view_from_inside();
  TiltedView view;
  const kernels::Vec2 y_or_z = y.is_faced ? y.near : z.near;
  const kernels::Vec2 y_or_x = y.is_faced ? y.near : x.near;
  view.enter_a = x.is_faced ? x.near : y_or_z;
  view.enter_b = y.is_faced ? y.near : view.enter_a;
  view.enter_c = z.is_faced ? z.near : y_or_x;
  // All far planes, and the near one of an axis that is not faced; of a second such axis too, in
  // place of the far plane of the only axis that is.
  view.leave_a = x.is_faced && !y.is_faced && !z.is_faced ? y.near : x.far;
  view.leave_b = y.is_faced && !x.is_faced && !z.is_faced ? x.near : y.far;
  view.leave_c = z.is_faced && !x.is_faced && !y.is_faced ? x.near : z.far;
  const kernels::Vec2 x_or_far = x.is_faced ? x.far : x.near;
  const kernels::Vec2 beside = y.is_faced ? x_or_far : y.near;
  view.leave_d = z.is_faced ? beside : z.near;
  view.offset = 0.0F;
  return view;
}

/// Takes the planes of a body one by one, three to enter and four to leave at most.
struct TiltedPlanes {
  TiltedView view{};
  bool is_faced = false;  ///< Any so far.

  /// normal: outward, of any length. beyond: how far the origin lies beyond, in the same length.
  STARLING_FN void add(kernels::Vec3 normal, float beyond) {
    const float distance = kernels::max(kernels::abs(beyond), least_component);
    const kernels::Vec2 m = level_part(normal) * kernels::fast_reciprocal(distance);
    if (beyond > 0.0F) {
      view.enter_c = is_faced ? view.enter_b : -m;
      view.enter_b = -m;
      view.enter_a = is_faced ? view.enter_a : -m;
      is_faced = true;
    } else {
      view.leave_d = view.leave_c;
      view.leave_c = view.leave_b;
      view.leave_b = view.leave_a;
      view.leave_a = m;
    }
  }
};

STARLING_FN TiltedView tilted_wedge_view(const TiltedFrame& frame, kernels::Vec3 half_m) {
  const kernels::Vec3 at_m = frame.at_m;
  TiltedPlanes planes;
  planes.add(frame.x_axis, at_m.x - half_m.x);
  planes.add(-frame.x_axis, -at_m.x - half_m.x);
  planes.add(frame.y_axis, at_m.y - half_m.y);
  planes.add(-frame.z_axis, -at_m.z - half_m.z);
  planes.add(frame.z_axis * half_m.y - frame.y_axis * half_m.z,
             at_m.z * half_m.y - at_m.y * half_m.z);
  if (!planes.is_faced) return view_from_inside();
  planes.view.offset = 0.0F;
  return planes.view;
}

}  // namespace detail

/// How a box or a wedge in any pose looks from the origin; nothing else may be asked for. Sizes and
/// distances in metres between 2^-60 and 2^60. Out of sight with NaN in body or origin.
STARLING_FN TiltedView tilted_view(const Shape& shape, const Pose& pose, kernels::Vec3 origin_m) {
  const detail::TiltedFrame frame = detail::frame_of(pose, origin_m);
  const float extent = length_squared(frame.at_m) + length_squared(shape.half_m);
  if (!(extent < kernels::infinity)) return {};
  return kind_of(shape) == ShapeKind::Wedge ? detail::tilted_wedge_view(frame, shape.half_m)
                                            : detail::tilted_box_view(frame, shape.half_m);
}

/// As that of level.hpp.
STARLING_FN LevelHit look(const LevelHit& best, const TiltedView& view, kernels::Vec2 direction,
                          std::int32_t body) {
  using detail::plane_at;
  const float enter = kernels::min(kernels::min(plane_at(view.enter_a, direction, view.offset),
                                                plane_at(view.enter_b, direction, view.offset)),
                                   plane_at(view.enter_c, direction, view.offset));
  const auto is_left_after = [&](kernels::Vec2 leave) {
    return static_cast<int>(enter >= plane_at(leave, direction, 0.0F));
  };
  const int is_hit = is_left_after(view.leave_a) & is_left_after(view.leave_b) &
                     is_left_after(view.leave_c) & is_left_after(view.leave_d);
  const auto is_nearer = static_cast<bool>(is_hit & static_cast<int>(enter > best.per_m));
  return {is_nearer ? enter : best.per_m, is_nearer ? body : best.body};
}

}  // namespace starling::systems
