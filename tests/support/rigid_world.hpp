/// One world of rigid bodies in plain arrays, stepped by any team without an engine around it.
#pragma once

#include <cstdint>
#include <type_traits>

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
  systems::Joint joint[most_joints];
  systems::JointImpulses joint_impulses[most_joints];
  systems::ContactMemory memory[most_contacts];

  // What a step needs and leaves behind.
  systems::SolverMotion solved_motion[most_bodies];
  systems::Centre centre[most_bodies];
  systems::Resistance resistance[most_bodies];
  systems::FreeMotion free_motion[most_bodies];
  systems::Moved moved[most_bodies];
  systems::Pushed pushed[most_bodies];
  systems::ColorsUsed used[most_bodies];
  systems::Contact contact[most_contacts];
  systems::ContactFriction friction[most_contacts];
  systems::ContactPoints points[most_contacts];
  systems::ContactImpulses impulses[most_contacts];
  systems::ColorOrder<systems::Contact> contact_order[most_contacts];
  systems::ColorEnd<systems::Contact> contact_end[systems::most_colors];
  systems::ColorOrder<systems::Joint> joint_order[most_joints];
  systems::ColorEnd<systems::Joint> joint_end[systems::most_colors];
  systems::BodyPair near[most_contacts];
  systems::ContactFeatures features[most_contacts];
};

/// All threads of a team call it for one world.
template <class Team>
STARLING_FN systems::BodyStep step(RigidWorld& world, const Team& team) {
  const systems::BodyRows<ArrayRows> bodies{world.bodies,   world.moving,    {world.shape},
                                            {world.pose},   {world.surface}, {world.mass},
                                            {world.motion}, {world.load}};
  const systems::ContactRows<ArrayRows> found{
      RigidWorld::most_contacts, {world.near}, {world.features}, {world.memory}};
  systems::SolverRows<ArrayRows> solver{0,
                                        {world.solved_motion},
                                        {world.centre},
                                        {world.resistance},
                                        {world.free_motion},
                                        {world.moved},
                                        {world.pushed},
                                        {world.used},
                                        0,
                                        {world.contact},
                                        {world.friction},
                                        {world.points},
                                        {world.impulses},
                                        {world.contact_order},
                                        {world.contact_end},
                                        world.joints,
                                        {world.joint},
                                        {world.joint_impulses},
                                        {world.joint_order},
                                        {world.joint_end}};
  const systems::BodyStep result =
      systems::step_bodies(team, bodies, found, solver, world.rules, world.contacts);
  team.sync();
  if (team.rank() == 0) world.contacts = result.has_room ? result.contacts : 0;
  team.sync();
  return result;
}

}  // namespace starling::tests
