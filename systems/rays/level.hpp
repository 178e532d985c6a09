/// Level rays at upright boxes and wedges: many rays of one origin look at each through four planes
/// prepared once, without a division.
///
/// A plane n.x = h that is D metres away from the origin (D < 0 behind it) is met by the ray of
/// direction d at the inverse distance m.d with m = -n / D. Of a box's cross-section the planes
/// that face the origin are entered, the others left, so that with w the least m.d of those entered
/// the ray hits at 1 / w if w > 0 and w is not below m.d of those left. Slabs in the box's frame
/// give the same for 56 instructions a ray and body on an H200, loads and loop included, not 19.
#pragma once

#include <cstdint>

#include "kernels/elementary.hpp"
#include "kernels/vector.hpp"
#include "systems/rays/ray.hpp"
#include "systems/rays/solid_casts.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems {

/// A box or a wedge that is turned about z alone.
struct UprightBox {
  kernels::Vec3 centre_m{};
  kernels::Vec3 half_m{};
  float cosine = 1.0F;
  float sine = 0.0F;   ///< Of the angle that it is turned by, counter-clockwise.
  float slope = 0.0F;  ///< Metres along y that a wedge loses for each of height; 0 for a box.
};

/// Of a box or wedge whose rotation has no x and no y; nothing else may be asked for.
STARLING_FN UprightBox upright_box(const Shape& shape, const Pose& pose) {
  const kernels::Quat turn = pose.rotation;
  const bool is_wedge = kind_of(shape) == ShapeKind::Wedge;
  return {pose.position_m, shape.half_m, turn.w * turn.w - turn.z * turn.z, 2.0F * turn.w * turn.z,
          is_wedge ? shape.half_m.y / shape.half_m.z : 0.0F};
}

/// An upright box as level rays of one origin meet it: planes as m above.
struct LevelView {
  kernels::Vec2 enter_a{}, enter_b{};  ///< Twice the same where only one faces the origin.
  kernels::Vec2 leave_a{}, leave_b{};
  float offset = -1.0F;  ///< Is added to the entries: 0; infinite from inside; -1 out of sight.
};

/// The view of a body that is nowhere, or left out.
STARLING_FN constexpr LevelView no_view() {
  return {};
}

/// Whether any ray may meet it.
STARLING_FN constexpr bool is_in_sight(const LevelView& view) {
  return view.offset >= 0.0F;
}

namespace detail {

/// The inverse distance at which a ray meets a plane.
STARLING_FN float plane_at(kernels::Vec2 m, kernels::Vec2 direction, float offset) {
  return kernels::fma(m.x, direction.x, kernels::fma(m.y, direction.y, offset));
}

/// The two planes across one axis of a cross-section, that at the origin's side first.
struct PlanePair {
  kernels::Vec2 near{}, far{};
  bool is_faced = false;  ///< The origin lies beyond the near one.
};

/// x_m: the origin along the axis, from the middle.
STARLING_FN PlanePair planes_across(kernels::Vec2 axis, float x_m, float half_m) {
  const float beyond_m = kernels::abs(x_m) - half_m;
  const bool is_faced = beyond_m > 0.0F;
  const float to_near_m = kernels::max(kernels::abs(beyond_m), least_component);
  const float to_far_m = kernels::max(kernels::abs(x_m) + half_m, least_component);
  const float away = kernels::copysign(1.0F, x_m);
  const float near = away * kernels::fast_reciprocal(to_near_m);
  const float far = -away * kernels::fast_reciprocal(to_far_m);
  return {axis * (is_faced ? -near : near), axis * far, is_faced};
}

}  // namespace detail

/// How the body looks from the origin. Sizes and distances in metres between 2^-60 and 2^60. Out of
/// sight with NaN in body or origin, and above or below the body.
STARLING_FN LevelView level_view(const UprightBox& box, kernels::Vec3 origin_m) {
  const kernels::Vec3 offset_m = origin_m - box.centre_m;
  const kernels::Vec2 x_axis{box.cosine, box.sine};
  const kernels::Vec2 y_axis{-box.sine, box.cosine};
  const kernels::Vec2 level_m{offset_m.x, offset_m.y};
  const float lost_m = 0.5F * box.slope * (offset_m.z + box.half_m.z);
  const float x_m = dot(level_m, x_axis);
  const float y_m = dot(level_m, y_axis) - lost_m;
  const kernels::Vec2 half_m{box.half_m.x, box.half_m.y - lost_m};
  const bool is_level_with = kernels::abs(offset_m.z) <= box.half_m.z;
  const bool is_ordered = kernels::abs(x_m) + half_m.x < kernels::infinity &&
                          kernels::abs(y_m) + half_m.y < kernels::infinity;
  if (!is_level_with || !is_ordered) return no_view();
  const detail::PlanePair x = detail::planes_across(x_axis, x_m, half_m.x);
  const detail::PlanePair y = detail::planes_across(y_axis, y_m, half_m.y);
  if (!x.is_faced && !y.is_faced) return {{}, {}, {}, {}, kernels::infinity};
  LevelView view;
  view.enter_a = x.is_faced ? x.near : y.near;
  view.enter_b = y.is_faced ? y.near : x.near;
  // Beyond the only plane that is faced, its opposite is left later than it is entered.
  const kernels::Vec2 beside = x.is_faced ? y.near : x.near;
  view.leave_a = x.is_faced && y.is_faced ? x.far : beside;
  view.leave_b = x.is_faced ? y.far : x.far;
  view.offset = 0.0F;
  return view;
}

/// What level rays have found so far: a miss is {0, no_body}.
struct LevelHit {
  float per_m = 0.0F;  ///< 1 / distance
  std::int32_t body = no_body;
};

/// The hit with the body where that is nearer than all before. Bodies in rising order, so that of
/// those as near the first stays.
STARLING_FN LevelHit look(const LevelHit& best, const LevelView& view, kernels::Vec2 direction,
                          std::int32_t body) {
  using detail::plane_at;
  const float enter = kernels::min(plane_at(view.enter_a, direction, view.offset),
                                   plane_at(view.enter_b, direction, view.offset));
  const auto is_left_after = [&](kernels::Vec2 leave) {
    return static_cast<int>(enter >= plane_at(leave, direction, 0.0F));
  };
  // Without &&, which would branch.
  const int is_hit = is_left_after(view.leave_a) & is_left_after(view.leave_b);
  const auto is_nearer = static_cast<bool>(is_hit & static_cast<int>(enter > best.per_m));
  return {is_nearer ? enter : best.per_m, is_nearer ? body : best.body};
}

/// Of hits of the same ray with other bodies, as `nearer` of ray.hpp: in any order and grouping.
/// Distances, once rounded, could tie where these do not, so hits are joined before they are given.
STARLING_FN constexpr LevelHit nearer(const LevelHit& a, const LevelHit& b) {
  const bool is_lower = static_cast<std::uint32_t>(a.body) < static_cast<std::uint32_t>(b.body);
  return a.per_m > b.per_m || (a.per_m == b.per_m && is_lower) ? a : b;
}

/// A hit beyond the range is a miss. Hits of casts are joined with the result, not with parts of
/// it.
STARLING_FN RayHit to_ray_hit(const LevelHit& hit, float range_m) {
  const float distance_m = 1.0F / hit.per_m;
  const bool is_hit = hit.body != no_body && distance_m <= range_m;
  return {is_hit ? distance_m : range_m, is_hit ? hit.body : no_body};
}

/// The distance to one upright box, as `cast` gives it; the ray's direction must be level. Within
/// the same roundings, and by definition what the views of many bodies give.
STARLING_FN float cast_level(const Ray& ray, const UprightBox& box) {
  const kernels::Vec2 direction{ray.direction.x, ray.direction.y};
  const LevelHit hit = look({}, level_view(box, ray.origin_m), direction, 0);
  return hit.body == no_body ? no_hit : within_range(ray, 1.0F / hit.per_m);
}

}  // namespace starling::systems
