/// The memory that a step of a world's bodies works in: no part of the world, gone after the step.
#pragma once

#include "systems/rigid/solver_rows.hpp"
#include "systems/rigid/world_rows.hpp"

namespace starling::systems {

/// Room for a step of so many bodies that may move, contacts and joints. Without `bounces_`,
/// nothing may bounce.
template <std::int32_t moving, std::int32_t contacts, std::int32_t joints, bool bounces_ = true>
struct SolverSpace {
  static_assert(moving <= 32, "bodies that may move are numbered by bits");
  static constexpr std::int32_t most_contacts = contacts;
  static constexpr std::int32_t most_near = 2 * contacts;
  static constexpr bool bounces = bounces_;

  static constexpr std::uint32_t first_contact = moving * detail::words_of<detail::BodySpace>;
  static constexpr std::uint32_t first_near =
      first_contact + contacts * detail::words_of<detail::ContactSpace>;
  static constexpr std::uint32_t first_end = first_near + most_near;
  static constexpr std::uint32_t first_joint_end = first_end + most_colors;
  static constexpr std::uint32_t first_joint = first_joint_end + most_colors;
  static constexpr std::uint32_t first_bounce = first_joint + joints;
  static constexpr std::uint32_t size =
      first_bounce + (bounces ? contacts * detail::words_of<detail::BounceSpace> : 0);

  std::uint32_t words[size];
};

/// The solver's rows in a space. joint, joint_impulses, pose: the world's own.
template <class Words, template <class> class OwnRowsOf, class Space>
STARLING_FN SolverRows<Words, OwnRowsOf> solver_rows(
    Space& space, const OwnRowsOf<Pose>& pose, std::int32_t joints,
    const OwnRowsOf<const Joint>& joint, const OwnRowsOf<JointImpulses>& joint_impulses) {
  using detail::BodySpace;
  using detail::BounceSpace;
  using detail::ContactSpace;
  const Words words(space.words);
  const auto of_body = [](std::size_t offset) { return static_cast<std::uint32_t>(offset / 4); };
  const auto of_contact = [](std::size_t offset) {
    return Space::first_contact + static_cast<std::uint32_t>(offset / 4);
  };
  constexpr auto impulse = offsetof(ContactSpace, points) + offsetof(detail::PointSpace, impulse);
  constexpr std::uint32_t approach = offsetof(BounceSpace, approaches) / 4;
  return {0,
          {words, of_body(offsetof(BodySpace, motion))},
          {words, of_body(offsetof(BodySpace, resistance))},
          {words, of_body(offsetof(BodySpace, free_motion))},
          {words, of_body(offsetof(BodySpace, moved))},
          {words, of_body(offsetof(BodySpace, pushed))},
          {words, of_body(offsetof(BodySpace, centre))},
          {words, of_body(offsetof(BodySpace, used))},
          pose,
          0,
          0,
          {words, of_contact(offsetof(ContactSpace, contact))},
          {words, of_contact(offsetof(ContactSpace, friction))},
          {words, of_contact(offsetof(ContactSpace, friction_impulses))},
          {words, of_contact(offsetof(ContactSpace, points))},
          {words, of_contact(impulse)},
          {words, of_contact(offsetof(ContactSpace, features))},
          {words, of_contact(offsetof(ContactSpace, order))},
          Space::bounces,
          {words, Space::first_bounce},
          {words, Space::first_bounce + approach},
          {words, Space::first_end},
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
  constexpr std::uint32_t reach = offsetof(detail::BodySpace, moved) / 4;
  constexpr std::uint32_t near_bodies = offsetof(detail::BodySpace, used) / 4;
  return {{words, reach},       {words, near_bodies},
          Space::most_near,     {words, Space::first_near},
          Space::most_contacts, memory};
}

}  // namespace starling::systems
