/// The memory that a step of a world's bodies works in: no part of the world, gone after the step.
#pragma once

#include "systems/rigid/solver_rows.hpp"
#include "systems/rigid/world_rows.hpp"

namespace starling::systems {

/// How much a step has room for: bodies that are awake, contacts, and points of all of them.
template <std::int32_t awake_, std::int32_t contacts_, std::int32_t points_>
struct StepRoom {
  static constexpr std::int32_t awake = awake_;
  static constexpr std::int32_t contacts = contacts_;
  static constexpr std::int32_t points = points_;
};

/// For as much as there can be of so many contacts.
template <std::int32_t moving, std::int32_t contacts>
using WholeRoom = StepRoom<moving, contacts, contact_points * contacts>;

/// Of a world with so many bodies that may move. Without `bounces_`, nothing may bounce.
template <class Room, std::int32_t moving, std::int32_t joints, bool bounces_ = true>
struct SolverSpace {
  static_assert(moving <= 32, "bodies that may move are numbered by bits");
  static constexpr std::int32_t most_bodies = Room::awake;
  static constexpr std::int32_t most_contacts = Room::contacts;
  static constexpr std::int32_t most_points = Room::points;
  static constexpr std::int32_t most_near = 2 * Room::contacts;
  static constexpr bool bounces = bounces_;

  static constexpr std::uint32_t first_contact = most_bodies * detail::words_of<detail::BodySpace>;
  static constexpr std::uint32_t first_point =
      first_contact + most_contacts * detail::words_of<detail::ContactSpace>;
  static constexpr std::uint32_t first_near =
      first_point + most_points * detail::words_of<detail::PointSpace>;
  static constexpr std::uint32_t first_end = first_near + most_near;
  static constexpr std::uint32_t first_joint_end = first_end + most_colors;
  static constexpr std::uint32_t first_joint = first_joint_end + most_colors;
  static constexpr std::uint32_t first_restitution = first_joint + joints;
  static constexpr std::uint32_t first_approach = first_restitution + (bounces ? most_contacts : 0);
  static constexpr std::uint32_t size = first_approach + (bounces ? most_points : 0);

  /// Where bodies may be in the step lies where their contacts come to lie.
  static constexpr std::uint32_t first_reach = first_contact;
  static_assert(first_reach + moving * detail::words_of<detail::ReachSpace> <= first_near,
                "more room for contacts or points is needed");

  std::uint32_t words[size];
};

/// The solver's rows in a space. joint, joint_impulses, pose: the world's own.
template <class Words, template <class> class OwnRowsOf, class Space>
STARLING_FN SolverRows<Words, OwnRowsOf> solver_rows(
    Space& space, const OwnRowsOf<Pose>& pose, std::int32_t joints,
    const OwnRowsOf<const Joint>& joint, const OwnRowsOf<JointImpulses>& joint_impulses) {
  using detail::BodySpace;
  using detail::ContactSpace;
  using detail::PointSpace;
  const Words words(space.words);
  const auto of_body = [](std::size_t offset) { return static_cast<std::uint32_t>(offset / 4); };
  const auto of_contact = [](std::size_t offset) {
    return Space::first_contact + static_cast<std::uint32_t>(offset / 4);
  };
  const auto of_point = [](std::size_t offset) {
    return Space::first_point + static_cast<std::uint32_t>(offset / 4);
  };
  return {Space::most_bodies,
          0,
          {words, of_body(offsetof(BodySpace, motion))},
          {words, of_body(offsetof(BodySpace, resistance))},
          {words, of_body(offsetof(BodySpace, free_motion))},
          {words, of_body(offsetof(BodySpace, moved))},
          {words, of_body(offsetof(BodySpace, pushed))},
          {words, of_body(offsetof(BodySpace, centre))},
          {words, of_body(offsetof(BodySpace, used))},
          {words, of_body(offsetof(BodySpace, body))},
          pose,
          0,
          0,
          {words, of_contact(offsetof(ContactSpace, contact))},
          {words, of_contact(offsetof(ContactSpace, friction))},
          {words, of_contact(offsetof(ContactSpace, friction_impulses))},
          {words, of_contact(offsetof(ContactSpace, order))},
          {words, Space::first_end},
          {words, of_point(offsetof(PointSpace, point))},
          {words, of_point(offsetof(PointSpace, impulse))},
          {words, of_point(offsetof(PointSpace, feature))},
          Space::bounces,
          {words, Space::first_restitution},
          {words, Space::first_approach},
          joints,
          joint,
          joint_impulses,
          {words, Space::first_joint},
          {words, Space::first_joint_end}};
}

/// What contacts are found in. memory: the world's own.
template <class Words, template <class> class OwnRowsOf, class Space>
STARLING_FN ContactRows<Words, OwnRowsOf> contact_rows(Space& space,
                                                       const OwnRowsOf<ContactMemory>& memory) {
  const Words words(space.words);
  return {{words, Space::first_reach}, Space::most_near,   {words, Space::first_near},
          Space::most_contacts,        Space::most_points, memory};
}

}  // namespace starling::systems
