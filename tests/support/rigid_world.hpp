/// One world of rigid bodies in plain arrays, stepped by any team without an engine around it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "systems/rigid/solver_space.hpp"
#include "systems/rigid/step_bodies.hpp"

namespace starling::tests {

/// Rows of an array, as the solver takes them.
template <class T>
struct ArrayRows {
  T* data = nullptr;

  STARLING_FN std::remove_const_t<T> operator[](std::int32_t row) const { return data[row]; }
  STARLING_FN void set(std::int32_t row, const T& value) const { data[row] = value; }
};

/// Bodies that move come first.
struct RigidWorld {
  static constexpr std::int32_t most_bodies = 24;
  static constexpr std::int32_t most_contacts = 64;
  static constexpr std::int32_t most_joints = 8;

  systems::StepRules rules;
  std::int32_t bodies = 0;
  std::int32_t moving = 0;
  std::int32_t joints = 0;
  std::int32_t contacts = 0;  ///< Of the last step.

  systems::Shape shape[most_bodies];
  systems::Pose pose[most_bodies];
  systems::Surface surface[most_bodies];
  systems::Mass mass[most_bodies];
  systems::Motion motion[most_bodies];
  systems::Load load[most_bodies];
  systems::Rest rest[most_bodies];
  systems::Joint joint[most_joints];
  systems::JointImpulses joint_impulses[most_joints];
  systems::ContactMemory memory[most_contacts];

  /// What a step works in.
  static constexpr systems::StepRoom room{most_bodies, most_contacts,
                                          systems::contact_points* most_contacts};
  static constexpr systems::SolverSpace space =
      systems::solver_space(room, most_bodies, most_joints, true);
  std::uint32_t words[space.size];
};

/// All threads of a team call it for one world.
template <class Team>
STARLING_FN systems::BodyStep step(RigidWorld& world, const Team& team) {
  const systems::BodyRows<ArrayRows> bodies{world.bodies,   world.moving, {world.mass},
                                            {world.motion}, {world.load}, {world.rest},
                                            {world.shape},  {world.pose}, {world.surface}};
  const kernels::PlainWords words(world.words);
  const systems::StepRoom room = RigidWorld::room;  // by value, on a device
  const systems::SolverSpace space = RigidWorld::space;
  const auto found = systems::contact_rows<ArrayRows>(words, space, room, {world.memory});
  auto solver = systems::solver_rows<ArrayRows>(
      words, space, room, true, {world.pose}, world.joints, {world.joint}, {world.joint_impulses});
  const systems::BodyStep result =
      systems::step_bodies(team, bodies, found, solver, world.rules, world.contacts);
  team.sync();
  if (team.rank() == 0) world.contacts = result.has_room ? result.contacts : 0;
  team.sync();
  return result;
}

}  // namespace starling::tests
