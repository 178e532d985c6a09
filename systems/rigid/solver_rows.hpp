/// The rows of one world that the solver works on.
#pragma once

#include "systems/rigid/solver_layout.hpp"
#include "systems/shapes/pose.hpp"

namespace starling::systems {

/// Words: memory of the step. OwnRowsOf<T>: rows of the world's own components. Rows have
/// `rows[index]` and `rows.set(index, value)`, lists `lists[row]`, which are rows.
template <class Words, template <class> class OwnRowsOf>
struct SolverRows {
  template <class T>
  using OfBody = detail::MembersOf<T, detail::BodySpace, Words>;
  template <class T>
  using OfContact = detail::MembersOf<T, detail::ContactSpace, Words>;
  template <class T, std::uint32_t inside>
  using OfPoint = detail::ListsOf<T, inside, detail::ContactSpace, Words>;
  template <class T>
  using Packed = kernels::WordRows<T, Words, sizeof(T) / 4>;

  std::int32_t bodies = 0;  ///< That may move, rows of:
  OfBody<SolverMotion> motion;
  OfBody<Resistance> resistance;
  OfBody<FreeMotion> free_motion;
  OfBody<Moved> moved;
  OfBody<Pushed> pushed;
  OfBody<Centre> centre;
  OfBody<ColorsUsed> used;
  OwnRowsOf<Pose> pose;     ///< Of all bodies; those of the others are where their centres are.
  std::uint32_t awake = 0;  ///< Bits of those that are stepped.

  std::int32_t contacts = 0;  ///< Rows of:
  OfContact<Contact> contact;
  OfContact<ContactFriction> friction;
  OfContact<FrictionImpulses> friction_impulses;
  OfPoint<SolverPoint, detail::words_of<detail::PointSpace>> points;
  OfPoint<PointImpulse, detail::words_of<detail::PointSpace>> impulses;
  OfPoint<PointFeature, 1> features;
  OfContact<ColorOrder<Contact>> contact_order;
  bool bounces = false;  ///< Else there are no rows of:
  detail::MembersOf<float, detail::BounceSpace, Words> restitution;
  detail::ListsOf<PointApproach, 1, detail::BounceSpace, Words> approaches;
  Packed<ColorEnd<Contact>> contact_end;

  std::int32_t joints = 0;  ///< Rows of:
  OwnRowsOf<const Joint> joint;
  OwnRowsOf<JointImpulses> joint_impulses;
  Packed<ColorOrder<Joint>> joint_order;
  Packed<ColorEnd<Joint>> joint_end;
};

/// A body's side of a constraint; {} of one that never moves.
template <class Solver>
STARLING_FN Side side_of(const Solver& rows, std::int32_t body) {
  if (body >= rows.bodies) return {};
  return {rows.motion[body].of, rows.resistance[body]};
}

template <class Solver>
STARLING_FN Centre centre_of(const Solver& rows, std::int32_t body) {
  if (body < rows.bodies) return rows.centre[body];
  const Pose pose = rows.pose[body];
  return {pose.position_m, pose.rotation};
}

STARLING_FN constexpr std::uint32_t bit_of(std::int32_t body) {
  return 1U << static_cast<std::uint32_t>(body);
}

}  // namespace starling::systems
