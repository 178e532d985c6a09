/// The rows of one world that the solver works on.
#pragma once

#include "systems/rigid/bounds.hpp"
#include "systems/rigid/colors.hpp"
#include "systems/rigid/contact.hpp"
#include "systems/rigid/joint.hpp"
#include "systems/rigid/solver_body.hpp"

namespace starling::systems {

/// RowsOf<T>: rows of T with `rows[index]` and `rows.set(index, value)`. JointRowsOf<T> are those
/// of the joints' components.
template <template <class> class RowsOf, template <class> class JointRowsOf = RowsOf>
struct SolverRows {
  std::int32_t bodies = 0;  ///< That move, rows of:
  RowsOf<SolverMotion> motion;
  RowsOf<Centre> centre;  ///< With those of bodies that do not move behind.
  RowsOf<Resistance> resistance;
  RowsOf<FreeMotion> free_motion;
  RowsOf<Moved> moved;
  RowsOf<Pushed> pushed;
  RowsOf<ColorsUsed> used;
  RowsOf<Bounds> reach;  ///< Of all bodies: where each may be in the step.

  std::int32_t contacts = 0;  ///< Rows of:
  RowsOf<Contact> contact;
  RowsOf<ContactFriction> friction;
  RowsOf<ContactPoints> points;
  RowsOf<ContactImpulses> impulses;
  RowsOf<ColorOrder<Contact>> contact_order;
  RowsOf<ColorEnd<Contact>> contact_end;

  std::int32_t joints = 0;  ///< Rows of:
  JointRowsOf<const Joint> joint;
  JointRowsOf<JointImpulses> joint_impulses;
  RowsOf<ColorOrder<Joint>> joint_order;
  RowsOf<ColorEnd<Joint>> joint_end;
};

}  // namespace starling::systems
