/// The node that moves a world's rigid bodies by a step.
///
/// An environment gives its bodies [Shape, Pose, Surface], those that may move [Mass, Motion, Load,
/// Rest] too, and lists the archetypes of those that may move first. Whatever may hold bodies
/// together has [Joint, JointImpulses]. Remembered contacts are rows of ContactOfBodies, their
/// number is the singleton BodiesState; the singleton ErrorDetail says what there is no room for.
/// The node is `EachWorldTeam<systems::move_bodies<Setup>>`, where Setup has
///
///   lanes                threads that share a world on a GPU,
///   most_moving          rows of Mass, at most 32,
///   most_contacts        rows of ContactOfBodies: contacts that there is room for; twice as many
///                        pairs of bodies may be near each other,
///   most_joints          rows of Joint,
///   bounces              whether any surface has restitution,
///   Rules                of the environment, or NoRules, and
///   step_rules(rules)    StepRules.
///
/// Whoever moves a body by other means, or lets go what holds it, sets its Rest to {}, and that of
/// what may lie on it.
#pragma once

#include "engine/environment.hpp"
#include "systems/rigid/solver_space.hpp"
#include "systems/rigid/step_bodies.hpp"

namespace starling::systems {

/// A singleton; all zeros where bodies are placed anew.
struct BodiesState {
  std::int32_t contacts = 0;    ///< That are remembered.
  std::int32_t is_stopped = 0;  ///< Not 0: a step came to no end, and the bodies stay as they were.
};

/// A contact of the step before.
struct ContactOfBodies : Archetype<ContactMemory> {};

template <class Setup>
using SpaceOf =
    SolverSpace<Setup::most_moving, Setup::most_contacts, Setup::most_joints, Setup::bounces>;

/// Rows of a component.
template <class T>
using ComponentRows = Rows<T>;

/// Reports NoRoom where there is too little for pairs of bodies that are near or for contacts, and
/// NotFinite where a body's pose or motion would be no number; then nothing moves in the world
/// until its bodies are placed anew.
template <class Setup>
STARLING_FN void move_bodies(TeamOf<Setup::lanes> team, Scratch<SpaceOf<Setup>> space,
                             Shared<const typename Setup::Rules> rules, Rows<const Shape> shapes,
                             Rows<Pose> poses, Rows<const Surface> surfaces,
                             Rows<const Mass> masses, Rows<Motion> motions, Rows<const Load> loads,
                             Rows<Rest> rests, Rows<const Joint> joints,
                             Rows<JointImpulses> joint_impulses, Rows<ContactMemory> memory,
                             BodiesState& state, Report& report) {
  if (state.is_stopped != 0) return;
  const auto count = [](const auto& rows) { return static_cast<std::int32_t>(rows.size()); };
  const BodyRows<ComponentRows> bodies{count(shapes), count(masses), masses, motions, loads,
                                       rests,         shapes,        poses,  surfaces};
  const auto found = contact_rows<kernels::BlockWords, ComponentRows>(*space, memory);
  auto solver = solver_rows<kernels::BlockWords, ComponentRows>(*space, poses, count(joints),
                                                                joints, joint_impulses);
  const BodyStep step =
      step_bodies(team, bodies, found, solver, Setup::step_rules(*rules), state.contacts);
  if (!step.has_room) {
    const bool is_crowded = step.near > found.most_near;
    report.no_room(static_cast<std::uint64_t>(is_crowded ? step.near : step.contacts),
                   static_cast<std::uint32_t>(is_crowded ? found.most_near : found.most_contacts));
  }
  if (!step.is_finite) report(ErrorKind::NotFinite);
  state = {step.contacts, step.has_room && step.is_finite ? 0 : 1};
}

}  // namespace starling::systems
