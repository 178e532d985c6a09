/// The memory that a step of a world's bodies works in: no part of the world, gone after the step.
#pragma once

#include <type_traits>

#include "systems/rigid/world_rows.hpp"

namespace starling::systems {

/// Rows in an array.
template <class T>
struct ArrayRows {
  T* data = nullptr;

  STARLING_FN std::remove_const_t<T> operator[](std::int32_t row) const { return data[row]; }
  STARLING_FN void set(std::int32_t row, const T& value) const { data[row] = value; }
};

/// Room for what a step of so many bodies, contacts and joints needs.
template <std::int32_t bodies, std::int32_t moving, std::int32_t contacts, std::int32_t joints>
struct SolverSpace {
  static constexpr std::int32_t most_contacts = contacts;

  SolverMotion motion[moving];
  Resistance resistance[moving];
  FreeMotion free_motion[moving];
  Moved moved[moving];
  Pushed pushed[moving];
  ColorsUsed used[moving];
  Centre centre[bodies];
  Bounds reach[bodies];
  BodyPair near[contacts];
  ContactFeatures features[contacts];
  Contact contact[contacts];
  ContactFriction friction[contacts];
  ContactPoints points[contacts];
  ContactImpulses impulses[contacts];
  ColorOrder<Contact> contact_order[contacts];
  ColorEnd<Contact> contact_end[most_colors];
  ColorOrder<Joint> joint_order[joints];
  ColorEnd<Joint> joint_end[most_colors];
};

/// The rows of a world's step in its space. `JointRowsOf` rows are the joints' own components.
template <template <class> class JointRowsOf, class Space>
STARLING_FN SolverRows<ArrayRows, JointRowsOf> solver_rows(
    Space& space, std::int32_t joints, const JointRowsOf<const Joint>& joint,
    const JointRowsOf<JointImpulses>& joint_impulses) {
  return {0,
          {space.motion},
          {space.centre},
          {space.resistance},
          {space.free_motion},
          {space.moved},
          {space.pushed},
          {space.used},
          {space.reach},
          0,
          {space.contact},
          {space.friction},
          {space.points},
          {space.impulses},
          {space.contact_order},
          {space.contact_end},
          joints,
          joint,
          joint_impulses,
          {space.joint_order},
          {space.joint_end}};
}

template <template <class> class MemoryRowsOf, class Space>
STARLING_FN ContactRows<ArrayRows, MemoryRowsOf> contact_rows(
    Space& space, const MemoryRowsOf<ContactMemory>& memory) {
  return {Space::most_contacts, {space.near}, {space.features}, memory};
}

}  // namespace starling::systems
