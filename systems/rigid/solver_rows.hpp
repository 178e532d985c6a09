/// The rows of one world that the solver works on.
#pragma once

#include "systems/rigid/bounds.hpp"
#include "systems/rigid/colors.hpp"
#include "systems/rigid/contact.hpp"
#include "systems/rigid/joint.hpp"
#include "systems/rigid/solver_body.hpp"

namespace starling::systems {

/// RowsOf<T>: rows of T with `rows[index]` and `rows.set(index, value)`, in memory of the step.
/// OwnRowsOf<T>: the same of the world's own components.
template <template <class> class RowsOf, template <class> class OwnRowsOf = RowsOf>
struct SolverRows {
  std::int32_t bodies = 0;  ///< That may move, rows of:
  RowsOf<SolverMotion> motion;
  RowsOf<Resistance> resistance;
  RowsOf<FreeMotion> free_motion;
  RowsOf<Moved> moved;
  RowsOf<Pushed> pushed;
  RowsOf<Centre> centre;
  RowsOf<ColorsUsed> used;
  OwnRowsOf<Pose> pose;     ///< Of all bodies; those of the others are where their centres are.
  std::uint32_t awake = 0;  ///< Bits of those that are stepped.

  std::int32_t contacts = 0;  ///< Rows of:
  RowsOf<Contact> contact;
  RowsOf<ContactFriction> friction;
  RowsOf<ContactPoints> points;
  RowsOf<ContactImpulses> impulses;
  RowsOf<ColorOrder<Contact>> contact_order;
  RowsOf<ContactBounce> bounce;
  bool bounces = false;  ///< Else there are no rows of `bounce`.
  RowsOf<ColorEnd<Contact>> contact_end;

  std::int32_t joints = 0;  ///< Rows of:
  OwnRowsOf<const Joint> joint;
  OwnRowsOf<JointImpulses> joint_impulses;
  RowsOf<ColorOrder<Joint>> joint_order;
  RowsOf<ColorEnd<Joint>> joint_end;
};

STARLING_FN constexpr std::uint32_t bit_of(std::int32_t body) {
  return 1U << static_cast<std::uint32_t>(body);
}

}  // namespace starling::systems
