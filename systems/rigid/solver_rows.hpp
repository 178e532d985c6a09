/// The rows of one world that the solver works on.
#pragma once

#include <bit>

#include "systems/rigid/solver_layout.hpp"
#include "systems/shapes/pose.hpp"

namespace starling::systems {

/// Words: memory of the step. OwnRowsOf<T>: rows of the world's own components. Rows have
/// `rows[index]` and `rows.set(index, value)`.
template <class Words, template <class> class OwnRowsOf>
struct SolverRows {
  template <class T>
  using OfBody = detail::MembersOf<T, detail::BodySpace, Words>;
  template <class T>
  using OfContact = detail::MembersOf<T, detail::ContactSpace, Words>;
  template <class T>
  using OfPoint = detail::MembersOf<T, detail::PointSpace, Words>;
  template <class T>
  using Packed = kernels::WordRows<T, Words, sizeof(T) / 4>;

  std::int32_t most_bodies = 0;
  std::int32_t bodies = 0;  ///< That are awake, rows of:
  OfBody<SolverMotion> motion;
  OfBody<Resistance> resistance;
  OfBody<FreeMotion> free_motion;
  OfBody<Moved> moved;
  OfBody<Pushed> pushed;
  OfBody<Centre> centre;
  OfBody<ColorsUsed> used;
  OfBody<BodyNumber> body;
  OwnRowsOf<Pose> pose;     ///< Of all bodies; those of the others are where their centres are.
  std::uint32_t awake = 0;  ///< Their bits.

  std::int32_t contacts = 0;  ///< Rows of:
  OfContact<Contact> contact;
  OfContact<ContactFriction> friction;
  OfContact<FrictionImpulses> friction_impulses;
  OfContact<ColorOrder<Contact>> contact_order;
  Packed<ColorEnd<Contact>> contact_end;

  /// Rows of points, those of a contact together.
  OfPoint<SolverPoint> points;
  OfPoint<PointImpulse> impulses;
  OfPoint<PointFeature> features;

  bool bounces = false;       ///< Else there are no rows of:
  Packed<float> restitution;  ///< Of contacts.
  Packed<PointApproach> approaches;

  std::int32_t joints = 0;  ///< Rows of:
  OwnRowsOf<const Joint> joint;
  OwnRowsOf<JointImpulses> joint_impulses;
  Packed<ColorOrder<Joint>> joint_order;
  Packed<ColorEnd<Joint>> joint_end;
};

STARLING_FN constexpr std::uint32_t bit_of(std::int32_t body) {
  return 1U << static_cast<std::uint32_t>(body);
}

/// The row of a body that is not awake: none.
inline constexpr std::int32_t no_row = 0x7fff;

/// Rows are in the order of bodies.
template <class Solver>
STARLING_FN std::int32_t row_of(const Solver& rows, std::int32_t body) {
  const bool is_awake = body < 32 && (rows.awake & bit_of(body)) != 0;
  return is_awake ? std::popcount(rows.awake & (bit_of(body) - 1U)) : no_row;
}

/// A row's side of a constraint; {} of no_row.
template <class Solver>
STARLING_FN Side side_of(const Solver& rows, std::int32_t row) {
  if (row >= rows.bodies) return {};
  return {rows.motion[row].of, rows.resistance[row]};
}

template <class Solver>
STARLING_FN Centre centre_of(const Solver& rows, std::int32_t body) {
  const std::int32_t row = row_of(rows, body);
  if (row < rows.bodies) return rows.centre[row];
  const Pose pose = rows.pose[body];
  return {pose.position_m, pose.rotation};
}

}  // namespace starling::systems
