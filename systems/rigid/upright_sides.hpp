/// The contact of two upright boxes side by side: an upright rectangle against another, so that
/// what they share is an interval along the side times one of height.
///
/// The points, and what they come from, are those that clipping would give (clip.hpp): a side's own
/// corner, or where the margin beyond it cuts the other's.
#pragma once

#include <cstdint>

#include "kernels/vector.hpp"
#include "systems/rigid/clip.hpp"
#include "systems/rigid/hull_queries.hpp"
#include "systems/rigid/manifold.hpp"
#include "systems/rigid/relative.hpp"
#include "systems/rigid/tolerances.hpp"
#include "systems/rigid/touch_hulls.hpp"

namespace starling::systems::detail {

/// A side face of an upright box: which vertices it has. Along it goes the other horizontal axis.
struct UprightSide {
  std::uint32_t face;
  bool is_x;         ///< Its normal is along x, else along y.
  bool is_positive;  ///< The normal.

  /// is_far: at the positive end along the side.
  STARLING_FN constexpr std::uint32_t vertex(bool is_far, bool is_high) const {
    const bool has_x = is_x ? is_positive : is_far;
    const bool has_y = is_x ? is_far : is_positive;
    return (has_x ? 1U : 0U) | (has_y ? 2U : 0U) | (is_high ? 4U : 0U);
  }
};

STARLING_FN constexpr UprightSide upright_side(std::uint32_t face) {
  return {face, face < 2U, (face & 1U) != 0U};
}

/// An end of the interval that both sides share along the own one.
struct SharedEnd {
  float along_m;
  float separation_m;
  bool is_cut;        ///< By an end of the own side, and else the other's own end.
  bool is_far;        ///< The positive end of whichever side it is.
  float corner_m;     ///< Where the own side ends.
  float at_corner_m;  ///< How far apart the sides are there.
};

/// An end in height: the other's own, or an end of the own side.
struct SharedLevel {
  float height_m;
  bool is_cut;
  bool is_high;
};

/// The two bodies' sides as they touch: of the own one, around which all is measured, and the
/// other.
struct SidesAtTouch {
  UprightSide own, other;
  kernels::Vec3 own_half_m;  ///< Along the side, of the normal, of the height.
};

STARLING_FN constexpr TouchingParts parts_of(const SidesAtTouch& sides, const SharedEnd& end,
                                             const SharedLevel& level) {
  const UprightSide& own = sides.own;
  const UprightSide& other = sides.other;
  const bool far = end.is_far;
  const bool high = level.is_high;
  if (end.is_cut && level.is_cut)
    return {vertex_feature(own.vertex(far, high)), face_feature(other.face)};
  if (end.is_cut)
    return {edge_feature(own.vertex(far, false), own.vertex(far, true)),
            edge_feature(other.vertex(false, high), other.vertex(true, high))};
  if (level.is_cut)
    return {edge_feature(own.vertex(false, high), own.vertex(true, high)),
            edge_feature(other.vertex(far, false), other.vertex(far, true))};
  return {face_feature(own.face), vertex_feature(other.vertex(far, high))};
}

STARLING_FN constexpr ContactPoint point_at(const SidesAtTouch& sides, const Pose& pose,
                                            const SharedEnd& end, const SharedLevel& level) {
  const bool is_corner = end.is_cut && level.is_cut;
  const float separation_m = is_corner ? end.at_corner_m : end.separation_m;
  const float along_m = is_corner ? end.corner_m : end.along_m;
  // a cut in height that is no corner lies on the margin, as the cuts along the side do
  const float beyond_m = level.is_cut && !end.is_cut ? side_margin_m : 0.0F;
  const float height_m = level.height_m + (level.is_high ? beyond_m : -beyond_m);
  const float size_m = sides.own_half_m.y + 0.5F * separation_m;
  const float out_m = sides.own.is_positive ? size_m : -size_m;
  const kernels::Vec3 middle{sides.own.is_x ? out_m : along_m, sides.own.is_x ? along_m : out_m,
                             height_m};
  const TouchingParts parts = parts_of(sides, end, level);
  return {to_world(pose, middle), separation_m, feature_pair(parts.of_clipping, parts.of_clipped)};
}

/// The other's side as a line over the own one: where its ends are along it, and how far above.
struct SideLine {
  float start_m, end_m;
  float start_separation_m, end_separation_m;
};

STARLING_FN constexpr SideLine side_line(const SidesAtTouch& sides, kernels::Vec3 other_half_m,
                                         const Relative& placed) {
  const float out_m = sides.other.is_x ? other_half_m.x : other_half_m.y;
  const float half_m = sides.other.is_x ? other_half_m.y : other_half_m.x;
  const kernels::Vec3 normal = sides.other.is_x ? placed.x : placed.y;
  const kernels::Vec3 along = sides.other.is_x ? placed.y : placed.x;
  const kernels::Vec3 middle =
      placed.position_m + normal * (sides.other.is_positive ? out_m : -out_m);
  const kernels::Vec3 start = middle - along * half_m;
  const kernels::Vec3 end = middle + along * half_m;
  const float sign = sides.own.is_positive ? 1.0F : -1.0F;
  return {sides.own.is_x ? start.y : start.x, sides.own.is_x ? end.y : end.x,
          sign * (sides.own.is_x ? start.x : start.y) - sides.own_half_m.y,
          sign * (sides.own.is_x ? end.x : end.y) - sides.own_half_m.y};
}

/// The end of the shared interval at a share of the line, which an end of the own side cut (0 the
/// negative one, 1 the other) or none did.
STARLING_FN constexpr SharedEnd shared_end(const SidesAtTouch& sides, const SideLine& line,
                                           float share, std::uint32_t cut_by, bool is_line_end) {
  const float way_m = line.end_m - line.start_m;
  const float rise_m = line.end_separation_m - line.start_separation_m;
  const bool is_cut = cut_by < 2U;
  const float corner_m = cut_by == 0U ? -sides.own_half_m.x : sides.own_half_m.x;
  const float to_corner = is_cut ? (corner_m - line.start_m) / way_m : 0.0F;
  return {line.start_m + way_m * share,
          line.start_separation_m + rise_m * share,
          is_cut,
          is_cut ? cut_by == 1U : is_line_end,
          corner_m,
          line.start_separation_m + rise_m * to_corner};
}

STARLING_FN constexpr SharedEnd chosen(bool is_first, const SharedEnd& a, const SharedEnd& b) {
  return {is_first ? a.along_m : b.along_m,   is_first ? a.separation_m : b.separation_m,
          is_first ? a.is_cut : b.is_cut,     is_first ? a.is_far : b.is_far,
          is_first ? a.corner_m : b.corner_m, is_first ? a.at_corner_m : b.at_corner_m};
}

/// Up to four points: two ends at two heights.
STARLING_FN void add_shared(Manifold& manifold, const SidesAtTouch& sides, const Pose& pose,
                            const SharedEnd& first, const SharedEnd& last, const SharedLevel& low,
                            const SharedLevel& high, float reach_m) {
  const bool is_wide = kernels::abs(last.along_m - first.along_m) > least_spacing_m;
  const bool is_tall = high.height_m - low.height_m > least_spacing_m;
  const bool is_first_deeper = first.separation_m <= last.separation_m;
  const SharedEnd deeper = chosen(is_first_deeper, first, last);
  const SharedEnd other = chosen(is_first_deeper, last, first);
  if (!(deeper.separation_m <= reach_m)) return;
  const bool has_other = is_wide && other.separation_m <= reach_m;
  manifold.point[0] = point_at(sides, pose, deeper, low);
  manifold.points = 1;
  if (is_tall) {
    manifold.point[1] = point_at(sides, pose, deeper, high);
    manifold.points = 2;
  }
  if (!has_other) return;
  const ContactPoint of_other = point_at(sides, pose, other, low);
  if (!is_tall) {
    manifold.point[1] = of_other;
    manifold.points = 2;
    return;
  }
  manifold.point[2] = of_other;
  manifold.point[3] = point_at(sides, pose, other, high);
  manifold.points = 4;
}

/// The contact on a side face (0..3) of the own box, whose normal the manifold's is.
STARLING_FN Manifold touch_upright_side(const PlacedHull& own, std::uint32_t face,
                                        const PlacedHull& other, const Relative& placed,
                                        float reach_m) {
  const kernels::Vec3 normal = BoxHull::normal(own.half_m, face);
  const kernels::Vec3 inward = -turn_back(placed, normal);
  const std::uint32_t other_face = face_towards(BoxHull{}, other.half_m, inward);
  const UprightSide side = upright_side(face);
  const SidesAtTouch sides{side,
                           upright_side(other_face),
                           {side.is_x ? own.half_m.y : own.half_m.x,
                            side.is_x ? own.half_m.x : own.half_m.y, own.half_m.z}};
  Manifold manifold{rotate(own.pose.rotation, normal), 0, {}};
  const SideLine line = side_line(sides, other.half_m, placed);
  const float reach_along_m = sides.own_half_m.x + side_margin_m;
  const float inside_m[4] = {reach_along_m + line.start_m, reach_along_m - line.start_m, 1, 1};
  const float inside_end_m[4] = {reach_along_m + line.end_m, reach_along_m - line.end_m, 1, 1};
  const ClippedEdge shared = clip_edge(inside_m, inside_end_m);
  const float low_m = placed.position_m.z - other.half_m.z;
  const float high_m = placed.position_m.z + other.half_m.z;
  const float reach_up_m = own.half_m.z + side_margin_m;
  if (!(shared.first <= shared.last && low_m <= reach_up_m && high_m >= -reach_up_m))
    return manifold;
  const bool is_low_cut = low_m < -reach_up_m;
  const bool is_high_cut = high_m > reach_up_m;
  add_shared(manifold, sides, own.pose,
             shared_end(sides, line, shared.first, shared.first_side, false),
             shared_end(sides, line, shared.last, shared.last_side, true),
             {is_low_cut ? -own.half_m.z : low_m, is_low_cut, false},
             {is_high_cut ? own.half_m.z : high_m, is_high_cut, true}, reach_m);
  return manifold;
}

}  // namespace starling::systems::detail
