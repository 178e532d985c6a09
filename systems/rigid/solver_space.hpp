/// The memory that a step of a world's bodies works in: no part of the world, gone after the step.
#pragma once

#include "systems/rigid/solver_rows.hpp"
#include "systems/rigid/world_rows.hpp"

namespace starling::systems {

/// How much a step has room for.
struct StepRoom {
  std::int32_t awake = 0;  ///< Bodies.
  std::int32_t contacts = 0;
  std::int32_t points = 0;  ///< Of all contacts.
};

STARLING_FN constexpr std::int32_t most_near(const StepRoom& room) {
  return 2 * room.contacts;
}

/// Words at which the parts of a step's memory begin: first those that are as large in any room,
/// so that a GPU's threads have few addresses to remember.
struct SolverSpace {
  static constexpr std::uint32_t end = 0;
  static constexpr std::uint32_t joint_end = end + most_colors;
  static constexpr std::uint32_t joint = joint_end + most_colors;
  std::uint32_t body = 0;
  std::uint32_t contact = 0;  ///< Where bodies may be in the step lies here until there are any.
  std::uint32_t point = 0;
  std::uint32_t near = 0;
  std::uint32_t restitution = 0;
  std::uint32_t approach = 0;
  std::uint32_t size = 0;
};

/// moving: bodies that may. Without `bounces`, nothing may bounce.
STARLING_FN constexpr SolverSpace solver_space(const StepRoom& room, std::int32_t moving,
                                               std::int32_t joints, bool bounces) {
  using detail::words_of;
  const auto words = [](std::int32_t rows, std::uint32_t of_row) {
    return static_cast<std::uint32_t>(rows) * of_row;
  };
  SolverSpace space;
  space.body = SolverSpace::joint + words(joints, 1);
  space.contact = space.body + words(room.awake, words_of<detail::BodySpace>);
  space.point = space.contact + words(room.contacts, words_of<detail::ContactSpace>);
  const std::uint32_t behind_points =
      space.point + words(room.points, words_of<detail::PointSpace>);
  const std::uint32_t behind_reach = space.contact + words(moving, words_of<detail::ReachSpace>);
  space.near = behind_points > behind_reach ? behind_points : behind_reach;
  space.restitution = space.near + words(most_near(room), 1);
  space.approach = space.restitution + (bounces ? words(room.contacts, 1) : 0);
  space.size = space.approach + (bounces ? words(room.points, 1) : 0);
  return space;
}

/// The solver's rows in a space. joint, joint_impulses, pose: the world's own.
template <template <class> class OwnRowsOf, class Words>
STARLING_FN SolverRows<Words, OwnRowsOf> solver_rows(
    const Words& words, const SolverSpace& space, const StepRoom& room, bool bounces,
    const OwnRowsOf<Pose>& pose, std::int32_t joints, const OwnRowsOf<const Joint>& joint,
    const OwnRowsOf<JointImpulses>& joint_impulses) {
  using detail::BodySpace;
  using detail::ContactSpace;
  using detail::PointSpace;
  const auto at = [](std::size_t offset) { return static_cast<std::uint32_t>(offset / 4); };
  const Words bodies = words.from(space.body);
  const Words contacts = words.from(space.contact);
  const Words points = words.from(space.point);
  return {room.awake,
          0,
          {bodies, at(offsetof(BodySpace, motion))},
          {bodies, at(offsetof(BodySpace, resistance))},
          {bodies, at(offsetof(BodySpace, free_motion))},
          {bodies, at(offsetof(BodySpace, moved))},
          {bodies, at(offsetof(BodySpace, pushed))},
          {bodies, at(offsetof(BodySpace, centre))},
          {bodies, at(offsetof(BodySpace, used))},
          {bodies, at(offsetof(BodySpace, body))},
          pose,
          0,
          0,
          {contacts, at(offsetof(ContactSpace, contact))},
          {contacts, at(offsetof(ContactSpace, friction))},
          {contacts, at(offsetof(ContactSpace, friction_impulses))},
          {contacts, at(offsetof(ContactSpace, order))},
          {words, SolverSpace::end},
          {points, at(offsetof(PointSpace, point))},
          {points, at(offsetof(PointSpace, impulse))},
          {points, at(offsetof(PointSpace, feature))},
          bounces,
          {words, space.restitution},
          {words, space.approach},
          joints,
          joint,
          joint_impulses,
          {words, SolverSpace::joint},
          {words, SolverSpace::joint_end}};
}

/// What contacts are found in. memory: the world's own.
template <template <class> class OwnRowsOf, class Words>
STARLING_FN ContactRows<Words, OwnRowsOf> contact_rows(const Words& words, const SolverSpace& space,
                                                       const StepRoom& room,
                                                       const OwnRowsOf<ContactMemory>& memory) {
  return {{words, space.contact}, most_near(room), {words, space.near},
          room.contacts,          room.points,     memory};
}

}  // namespace starling::systems
