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
///   usual_room()         StepRoom that nearly all steps do with; memory for it is shared out,
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

/// Rows of a component.
template <class T>
using ComponentRows = Rows<T>;

/// The scratch memory of a step in the usual room.
template <class Setup>
struct StepWords {
  static constexpr StepRoom whole_room() {
    return {Setup::most_moving, Setup::most_contacts, contact_points * Setup::most_contacts};
  }
  STARLING_FN static constexpr SolverSpace space_of(const StepRoom& room) {
    return solver_space(room, Setup::most_moving, Setup::most_joints, Setup::bounces);
  }
  static constexpr std::uint32_t size = space_of(Setup::usual_room()).size;
  static_assert(space_of(whole_room()).size <= teams_a_warp(Setup::lanes) * size,
                "the scratch memory of a warp's teams is too little for all contacts of one world");

  std::uint32_t words[size];
};

/// Reports NoRoom where there is too little for pairs of bodies that are near or for contacts, and
/// NotFinite where a body's pose or motion would be no number; then nothing moves in the world
/// until its bodies are placed anew.
template <class Setup>
STARLING_FN void move_bodies(TeamOf<Setup::lanes> team, Scratch<StepWords<Setup>> scratch,
                             Shared<const typename Setup::Rules> rules, Rows<const Shape> shapes,
                             Rows<Pose> poses, Rows<const Surface> surfaces,
                             Rows<const Mass> masses, Rows<Motion> motions, Rows<const Load> loads,
                             Rows<Rest> rests, Rows<const Joint> joints,
                             Rows<JointImpulses> joint_impulses, Rows<ContactMemory> memory,
                             BodiesState& state, Report& report) {
  using Words = StepWords<Setup>;
  if (state.is_stopped != 0) return;
  const auto count = [](const auto& rows) { return static_cast<std::int32_t>(rows.size()); };
  const BodyRows<ComponentRows> bodies{count(shapes), count(masses), masses, motions, loads,
                                       rests,         shapes,        poses,  surfaces};
  const bool is_whole = scratch.is_whole();
  const StepRoom room = is_whole ? Words::whole_room() : Setup::usual_room();
  const SolverSpace space = Words::space_of(room);
  const kernels::BlockWords words(scratch->words);
  const auto found = contact_rows<ComponentRows>(words, space, room, memory);
  auto solver = solver_rows<ComponentRows>(words, space, room, Setup::bounces, poses, count(joints),
                                           joints, joint_impulses);
  const BodyStep step =
      step_bodies(team, bodies, found, solver, Setup::step_rules(*rules), state.contacts);
  if (!step.has_room && !is_whole) {
    scratch.ask_for_whole();
    return;
  }
  if (!step.has_room) {
    const bool is_crowded = step.near > found.most_near;
    report.no_room(static_cast<std::uint64_t>(is_crowded ? step.near : step.contacts),
                   static_cast<std::uint32_t>(is_crowded ? found.most_near : found.most_contacts));
  }
  if (!step.is_finite) report(ErrorKind::NotFinite);
  state = {step.contacts, step.has_room && step.is_finite ? 0 : 1};
}

}  // namespace starling::systems
