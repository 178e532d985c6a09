/// The nodes that move a world's rigid bodies by a step.
///
/// An environment gives its bodies [Shape, Pose, Surface], those that may move [Mass, Motion, Load,
/// Rest] too, and lists the archetypes of those that may move first. Whatever may hold bodies
/// together has [Joint, JointImpulses]. Remembered contacts are rows of ContactOfBodies, their
/// number is the singleton BodiesState; the singleton ErrorDetail says what there is no room for.
/// The nodes are `systems::MoveBodies<Setup>`, where Setup has
///
///   lanes                threads that share a world on a GPU,
///   most_moving          rows of Mass, at most 32,
///   most_contacts        rows of ContactOfBodies: contacts that there is room for; twice as many
///                        pairs of bodies may be near each other,
///   most_joints          rows of Joint,
///   UsualRoom            StepRoom that most worlds' steps need,
///   bounces              whether any surface has restitution,
///   Rules                of the environment, or NoRules, and
///   step_rules(rules)    StepRules.
///
/// On a GPU worlds are stepped in the usual room, so that many fit a multiprocessor's memory, and
/// those that need more by a warp each, which then has the room of all its worlds. Either way comes
/// to the same bits.
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
  std::int32_t is_crowded = 0;  ///< Not 0 while a step waits for more room than is usual.
};

/// A contact of the step before.
struct ContactOfBodies : Archetype<ContactMemory> {};

namespace detail {

template <class Setup>
using WholeRoomOf = WholeRoom<Setup::most_moving, Setup::most_contacts>;
/// On a CPU all worlds are stepped in the whole room: memory is no matter there.
template <class Setup>
using FirstRoomOf =
    std::conditional_t<kernels::compiled_for_cuda, typename Setup::UsualRoom, WholeRoomOf<Setup>>;

template <class Setup, class Room>
using SpaceOf = SolverSpace<Room, Setup::most_moving, Setup::most_joints, Setup::bounces>;

}  // namespace detail

/// Rows of a component.
template <class T>
using ComponentRows = Rows<T>;

/// A world's components that a step of its bodies needs.
struct BodiesOfWorld {
  Rows<const Shape> shapes;
  Rows<Pose> poses;
  Rows<const Surface> surfaces;
  Rows<const Mass> masses;
  Rows<Motion> motions;
  Rows<const Load> loads;
  Rows<Rest> rests;
  Rows<const Joint> joints;
  Rows<JointImpulses> joint_impulses;
  Rows<ContactMemory> memory;
};

namespace detail {

template <class Threads, class Space>
STARLING_FN BodyStep step_in(const Threads& team, Space& space, const BodiesOfWorld& world,
                             const StepRules& rules, std::int32_t remembered) {
  const auto count = [](const auto& rows) { return static_cast<std::int32_t>(rows.size()); };
  const BodyRows<ComponentRows> bodies{count(world.shapes), count(world.masses), world.masses,
                                       world.motions,       world.loads,         world.rests,
                                       world.shapes,        world.poses,         world.surfaces};
  const auto found = contact_rows<kernels::BlockWords, ComponentRows>(space, world.memory);
  auto solver = solver_rows<kernels::BlockWords, ComponentRows>(
      space, world.poses, count(world.joints), world.joints, world.joint_impulses);
  return step_bodies(team, bodies, found, solver, rules, remembered);
}

/// What came of a step that has nowhere else to go.
template <class Setup>
STARLING_FN void conclude(const BodyStep& step, BodiesState& state, Report& report) {
  if (!step.has_room) {
    constexpr std::int32_t most_near = 2 * Setup::most_contacts;
    const bool is_crowded = step.near > most_near;
    report.no_room(static_cast<std::uint64_t>(is_crowded ? step.near : step.contacts),
                   static_cast<std::uint32_t>(is_crowded ? most_near : Setup::most_contacts));
  }
  if (!step.is_finite) report(ErrorKind::NotFinite);
  state = {step.contacts, step.has_room && step.is_finite ? 0 : 1, 0};
}

}  // namespace detail

/// Reports NoRoom where there is too little for pairs of bodies that are near or for contacts, and
/// NotFinite where a body's pose or motion would be no number; then nothing moves in the world
/// until its bodies are placed anew.
template <class Setup>
STARLING_FN void move_bodies(TeamOf<Setup::lanes> team,
                             Scratch<detail::SpaceOf<Setup, detail::FirstRoomOf<Setup>>> space,
                             Shared<const typename Setup::Rules> rules, Rows<const Shape> shapes,
                             Rows<Pose> poses, Rows<const Surface> surfaces,
                             Rows<const Mass> masses, Rows<Motion> motions, Rows<const Load> loads,
                             Rows<Rest> rests, Rows<const Joint> joints,
                             Rows<JointImpulses> joint_impulses, Rows<ContactMemory> memory,
                             BodiesState& state, Report& report) {
  if (state.is_stopped != 0) return;
  const BodyStep step = detail::step_in(team, *space,
                                        BodiesOfWorld{shapes, poses, surfaces, masses, motions,
                                                      loads, rests, joints, joint_impulses, memory},
                                        Setup::step_rules(*rules), state.contacts);
  if (kernels::compiled_for_cuda && !step.has_room) {
    state.is_crowded = 1;
  } else {
    detail::conclude<Setup>(step, state, report);
  }
}

/// The same for worlds that the usual room was too small for.
template <class Setup>
STARLING_FN void move_crowded_bodies(
    TeamOf<32> team, Scratch<detail::SpaceOf<Setup, detail::WholeRoomOf<Setup>>> space,
    Shared<const typename Setup::Rules> rules, Rows<const Shape> shapes, Rows<Pose> poses,
    Rows<const Surface> surfaces, Rows<const Mass> masses, Rows<Motion> motions,
    Rows<const Load> loads, Rows<Rest> rests, Rows<const Joint> joints,
    Rows<JointImpulses> joint_impulses, Rows<ContactMemory> memory, BodiesState& state,
    Report& report) {
  if constexpr (kernels::compiled_for_cuda) {
    if (state.is_crowded == 0) return;
    const BodyStep step =
        detail::step_in(team, *space,
                        BodiesOfWorld{shapes, poses, surfaces, masses, motions, loads, rests,
                                      joints, joint_impulses, memory},
                        Setup::step_rules(*rules), state.contacts);
    detail::conclude<Setup>(step, state, report);
  }
}

template <class Setup>
using MoveBodies =
    TaskGraph<EachWorldTeam<move_bodies<Setup>>, EachWorldTeam<move_crowded_bodies<Setup>>>;

}  // namespace starling::systems
